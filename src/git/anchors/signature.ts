// Signatures with a person's SSH key, made and checked by their own ssh-keygen. Which program that is, is said by the PATH
// alone: what a repository's configuration names is not run.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Signed } from "../../app/ledger/judge-anchors.ts";
import { gitEnvironment } from "../environment.ts";
import { NotKnown } from "../repository.ts";
import { answerOf, type GitAnswer } from "../run-git.ts";

/** A signature for one purpose is worth nothing for another. */
const NAMESPACE = "signalbox";
const PROGRAM = "ssh-keygen";
/** Somebody may have to type a passphrase, or touch a key. */
const PATIENCE_MS = 120_000;

/** `key`: a private key's file, or a public one's whose private one an agent holds. */
export async function signText(text: string, key: string, env: NodeJS.ProcessEnv): Promise<string> {
  const answer = await keygen(["sign", "-n", NAMESPACE, "-f", key], text, env);
  if (answer.kind === "unknown") throw new NotKnown(answer.why);
  if (!answer.yes) throw new NotKnown(`${PROGRAM} did not sign with ${key}.`);
  return answer.out;
}

export interface Check {
  readonly text: string;
  readonly signature: string;
  /** When it says that it was signed: a key counts then, and not only now. */
  readonly time: string;
  /** A file of allowed signers, as git takes it; null: nobody has said who may sign. */
  readonly signers: string | null;
}

export async function checkSignature(
  { text, signature, time, signers }: Check,
  env: NodeJS.ProcessEnv,
): Promise<Signed> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-signature-"));
  try {
    const file = join(folder, "signature");
    writeFileSync(file, `${signature}\n`);
    const good = await keygen(["check-novalidate", "-n", NAMESPACE, "-s", file], text, env);
    if (good.kind === "unknown" && good.missing === true) return { kind: "unchecked", why: good.why };
    const [key] = (good.kind === "answer" && good.yes && /\S+:\S+$/m.exec(good.out)) || [];
    if (key === undefined) return { kind: "wrong", why: good.kind === "unknown" ? good.why : good.out.trim() };
    const signer = signers === null ? null : await signerOf({ file, text, time, signers }, env);
    return { kind: "good", key, signer };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** null: the file names nobody for this key, or not for this purpose, or not at that time. */
async function signerOf(
  {
    file,
    text,
    time,
    signers,
  }: { readonly file: string; readonly text: string; readonly time: string; readonly signers: string },
  env: NodeJS.ProcessEnv,
): Promise<string | null> {
  // In UTC, which is the zone that ssh-keygen is told to be in.
  const at = `-Overify-time=${time.replaceAll(/\D/g, "").slice(0, 14)}`;
  const named = await keygen(["find-principals", "-f", signers, "-s", file, at], text, env);
  if (named.kind === "unknown" || !named.yes) return null;
  for (const signer of named.out.split("\n").filter((line) => line !== "")) {
    const verified = await keygen(["verify", "-f", signers, "-I", signer, "-n", NAMESPACE, "-s", file, at], text, env);
    if (verified.kind === "answer" && verified.yes) return signer;
  }
  return null;
}

function keygen(args: readonly string[], input: string, env: NodeJS.ProcessEnv): Promise<GitAnswer> {
  const child = spawn(PROGRAM, ["-Y", ...args], {
    // Windows looks for programs in the working folder first, which must not be somebody else's repository.
    cwd: dirname(process.execPath),
    env: { ...gitEnvironment(env), TZ: "UTC" },
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
  });
  child.stdin.on("error", () => child.stdin.destroy());
  child.stdin.end(input);
  return answerOf([child], { program: PROGRAM, timeoutMs: PATIENCE_MS });
}
