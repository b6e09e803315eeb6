// The entry that most clients share: a command, and its arguments.

export function entryOf([command, ...args]: readonly [string, ...string[]]): { command: string; args: string[] } {
  return { command, args };
}

export function commandAndArgs(entry: Record<string, unknown>): unknown {
  const { command, args } = entry;
  return [command, ...(Array.isArray(args) ? (args as unknown[]) : [])];
}
