// The clients that we know, and which of them are in use.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { claude } from "./claude.ts";
import type { Client } from "./client.ts";
import { codex } from "./codex.ts";
import { cursor } from "./cursor.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";
import { vscode } from "./vscode.ts";

export const CLIENTS: readonly Client[] = [claude, cursor, vscode, codex, opencode, gemini];

/** Those of which the project has signs; where it has none, those that this person uses at all. */
export function clientsInUse(folder: string, home: string): readonly Client[] {
  const here = CLIENTS.filter(({ signs }) => signs.project.some((sign) => existsSync(join(folder, sign))));
  return here.length > 0
    ? here
    : CLIENTS.filter(({ signs }) => signs.home.some((sign) => existsSync(join(home, sign))));
}

export function fileOf(client: Client, folder: string): string {
  const [first = "", ...others] = client.files.map((file) => join(folder, file));
  return [first, ...others].find((file) => existsSync(file)) ?? first;
}
