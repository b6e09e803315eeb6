// Asks a person at a terminal. A script, and whoever says yes beforehand, has said what it wants by running the command.

import { createInterface } from "node:readline/promises";

export interface ConfirmOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

export async function confirm(question: string, { yes, json }: ConfirmOptions): Promise<boolean> {
  if (yes || json || !process.stdin.isTTY || !process.stdout.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
