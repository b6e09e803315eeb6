// The entry that most clients share: a command, and its arguments.

import type { LaunchWords } from "./client.ts";

export function entryOf([command, ...args]: LaunchWords): { command: string; args: string[] } {
  return { command, args };
}

export function commandAndArgs(entry: Record<string, unknown>): unknown {
  const { command, args } = entry;
  return [command, ...(Array.isArray(args) ? (args as unknown[]) : [])];
}
