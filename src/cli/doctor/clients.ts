// Whether the clients that are used here know this server, and whether what they start answers.

import { spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { createInterface } from "node:readline";
import { homedir } from "node:os";
import { relative } from "node:path";
import type { Client } from "../../setup/clients/client.ts";
import { clientsInUse, CLIENTS, fileOf } from "../../setup/clients/list.ts";
import { bad, good, type Diagnosis } from "./diagnosis.ts";

const PATIENCE_MS = 30_000;

export async function checkClients(folder: string): Promise<Diagnosis[]> {
  const inUse = clientsInUse(folder, homedir());
  const found = await Promise.all(CLIENTS.map((client) => checkClient(client, folder, inUse.includes(client))));
  const findings = found.filter((finding) => finding !== null);
  if (findings.length > 0) return findings;
  return [bad("clients", "no client is set up here", "Run `signalbox init`, with --client NAME where it finds none.")];
}

async function checkClient(client: Client, folder: string, used: boolean): Promise<Diagnosis | null> {
  const file = fileOf(client, folder);
  const text = statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8") : null;
  const shown = relative(folder, file);
  const fix = `Run \`signalbox init --client ${client.name}\`.`;
  const command = text === null ? null : client.launch(text);
  if (command === null) {
    const broken = text === null ? null : client.add(text);
    if (broken && "refused" in broken) {
      return bad(client.title, `${shown} can't be used: ${broken.refused}`, `Repair ${shown}, then: ${fix}`);
    }
    return used ? bad(client.title, `is used here, and does not know this server (${shown})`, fix) : null;
  }
  const problem = await startProblem(command, folder);
  if (problem === null) return good(client.title, `${shown}: starts, and answers`);
  return bad(
    client.title,
    `${shown}: \`${command.join(" ")}\` does not answer: ${problem}`,
    `Make that command work, or take the entry out of ${shown} and run \`signalbox init --client ${client.name}\`.`,
  );
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
  child.once("exit", (code) => resolve(errors.trim().split("\n").at(-1) || `it ended with ${code}`));
  // It may have ended before it was spoken to; its exit says so.
  child.stdin.on("error", () => undefined);
  createInterface({ input: child.stdout }).once("line", (line) =>
    resolve(line.includes('"serverInfo"') ? null : `it says ${line.slice(0, 100)}`),
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
