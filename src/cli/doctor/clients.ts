// Whether the clients that are used here know this server, and whether what they start answers. A client's file may have
// come with a clone: only the very command that init would write here is started, and any other is shown.

import { spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { createInterface } from "node:readline";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { inSight, quote, showName } from "../../engine/words.ts";
import type { Client } from "../../setup/clients/client.ts";
import type { Launch } from "../../setup/clients/launch.ts";
import { clientsInUse, CLIENTS, fileOf } from "../../setup/clients/list.ts";
import { launchHere } from "../support/launch-here.ts";
import { packageRoot } from "../support/package-root.ts";
import { bad, good, type Diagnosis } from "./diagnosis.ts";
import { misleadsNpx } from "./npx.ts";

const PATIENCE_MS = 30_000;

interface Place {
  readonly folder: string;
  readonly launch: Launch;
  readonly used: boolean;
}

export async function checkClients(folder: string): Promise<Diagnosis[]> {
  const inUse = clientsInUse(folder, homedir());
  const launch = launchHere(folder);
  const found = await Promise.all(
    CLIENTS.map((client) => checkClient(client, { folder, launch, used: inUse.includes(client) })),
  );
  const findings = found.filter((finding) => finding !== null);
  if (findings.length > 0) return findings;
  return [bad("clients", "no client is set up here", "Run `signalbox init`, with --client NAME where it finds none.")];
}

async function checkClient(client: Client, place: Place): Promise<Diagnosis | null> {
  const { folder, used, launch } = place;
  const file = fileOf(client, folder);
  const shown = relative(folder, file);
  const text = textAt(file);
  const command = text === null ? null : client.launch(text);
  if (command !== null) return checkCommand(client, shown, command, place);
  const fix = `Run \`signalbox init --client ${client.name}\`.`;
  const broken = text === null ? null : client.add(text, launch.words);
  if (broken && "refused" in broken) {
    return bad(client.title, `${shown} can't be used: ${broken.refused}`, `Repair ${shown}, then: ${fix}`);
  }
  const own = client.own === null ? null : textAt(join(homedir(), client.own));
  const theirs = own === null ? null : client.launch(own);
  if (theirs !== null) return checkCommand(client, `~/${client.own}`, theirs, place);
  return used ? bad(client.title, `is used here, and does not know this server (${shown})`, fix) : null;
}

async function checkCommand(
  client: Client,
  shown: string,
  command: readonly string[],
  { folder, launch }: Place,
): Promise<Diagnosis> {
  const words = lineOf(command);
  if (!isDeepStrictEqual([...command], [...launch.words])) {
    if (isOfOurs(command)) return good(client.title, `${shown}: starts ${words}, which doctor does not try`);
    return bad(
      client.title,
      `${shown}: starts ${words}, which init would not write; it was not started`,
      `Look whether you want that command. Else take the entry out of ${shown} and run \`signalbox init --client ${client.name}\`, which writes ${lineOf(launch.words)}.`,
    );
  }
  const misled = launch.words[0] === "npx" ? misleadsNpx(folder, packageRoot(), homedir()) : null;
  if (misled !== null) {
    return good(
      client.title,
      `${shown}: starts ${words}, as init writes it; not tried, because of ${showName(misled)}`,
    );
  }
  const problem = await startProblem(command, folder);
  if (problem === null) return good(client.title, `${shown}: starts, and answers`);
  return bad(client.title, `${shown}: ${words} does not answer: ${problem}`, launch.mend);
}

/** As init writes it somewhere else: another way to install, or another version. */
function isOfOurs(command: readonly string[]): boolean {
  return /^(?:signalbox|npx --no-install signalbox|npx -y signalbox(?:@[\w.-]+)?) mcp$/.test(command.join(" "));
}

function lineOf(command: readonly string[]): string {
  return `\`${command.map(showName).join(" ")}\``;
}

function textAt(file: string): string | null {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8") : null;
}

/** Starts it as the client would, and says hello. */
function startProblem([program = "", ...args]: readonly string[], folder: string): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const child = spawn(program, args, { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
  let errors = "";
  const timer = setTimeout(() => resolve(`nothing came within ${PATIENCE_MS / 1000} seconds`), PATIENCE_MS);
  child.stderr.on("data", (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2000);
  });
  child.once("error", (error) => resolve(error.message));
  child.once("exit", (code) => resolve(showLine(errors) || `it ended with ${code}`));
  // It may have ended before it was spoken to; its exit says so.
  child.stdin.on("error", () => undefined);
  createInterface({ input: child.stdout }).once("line", (line) =>
    resolve(line.includes('"serverInfo"') ? null : `it says ${quote(line)}`),
  );
  const clientInfo = { name: "signalbox-doctor", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  return promise.finally(() => {
    clearTimeout(timer);
    child.stdin.end();
    child.kill();
  });
}

/** The last line that was said, without what a terminal would obey. */
function showLine(errors: string): string {
  return inSight(errors.trim().split("\n").at(-1) ?? "");
}
