// What commands print, and how they fail.

/** A command that ends with a message for a person: 1 the answer is no, 2 it was called wrongly. */
export class CliError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;
export type Style = keyof typeof CODES;

/** Colours only where somebody looks: on a terminal, and not against NO_COLOR. */
export function styled(text: string, ...styles: Style[]): string {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const wanted = FORCE_COLOR ? FORCE_COLOR !== "0" : process.stdout.isTTY && !NO_COLOR;
  if (!wanted) return text;
  return `${styles.map((style) => `\u001b[${CODES[style]}m`).join("")}${text}\u001b[0m`;
}
