// The servers that Signalbox is measured against, made as the program is: one bundle, minified, and its compiled code kept
// from start to start.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import type { Deed } from "../hand-written.ts";
import type { Lab } from "./lab.ts";
import type { Answer, Call, Start } from "./server-process.ts";

/** By name: what a call that asks for it is answered with. */
export type EchoAnswers = Readonly<Record<string, Pick<Answer, "isError" | "structuredContent">>>;

/** One tool, and nothing behind it. */
export async function buildOneTool(lab: Lab, answers: EchoAnswers = {}): Promise<Start> {
  return start(lab, await bundle(lab, "one-tool"), [written(lab, "answers.json", answers)]);
}

/** One tool that writes a row of the ledger before it answers; which one is the answer's name. */
export async function buildWritingTool(
  lab: Lab,
  answers: EchoAnswers,
  database: string,
  deeds: readonly Deed[],
): Promise<Start> {
  const files = [written(lab, "answers.json", answers), database, written(lab, "deeds.json", deeds)];
  return start(lab, await bundle(lab, "writing-tool"), files);
}

/** The same call, as far as the wire can tell. */
export function echoOf({ args }: Call, answer: string): Call {
  return { tool: "echo", args: { ...args, answer } };
}

/** With the options of scripts/build.ts that make a program start and run fast. */
async function bundle({ folder }: Lab, name: string): Promise<string> {
  await build({
    entryPoints: [join(import.meta.dirname, `${name}-worker.ts`)],
    outfile: join(folder, `${name}-server.mjs`),
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "node22.22",
    legalComments: "none",
    mainFields: ["module", "main"],
    logLevel: "warning",
  });
  const launcher = `import { enableCompileCache } from "node:module";
enableCompileCache();
await import("./${name}-server.mjs");
`;
  writeFileSync(join(folder, `${name}.mjs`), launcher);
  return join(folder, `${name}.mjs`);
}

function start({ folder, env }: Lab, launcher: string, files: readonly string[]): Start {
  return { command: [launcher, ...files], folder, env };
}

function written({ folder }: Lab, name: string, value: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(value));
  return file;
}
