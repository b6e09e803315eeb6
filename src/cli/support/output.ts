// What commands print, and how they fail.

import { inSight, plainJson } from "../../engine/words.ts";

/** A command that ends with a message for a person: 1 the answer is no, 2 it was called wrongly. */
export class CliError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function print(text: string): void {
  process.stdout.write(harmless(text.endsWith("\n") ? text : `${text}\n`));
}

export function printError(text: string): void {
  process.stderr.write(harmless(`${text}\n`));
}

export function printJson(value: unknown): void {
  print(plainJson(value, 2));
}

/** Our own colours, and nothing else that a terminal would obey: texts of agents and people stand in every output. */
export function harmless(text: string): string {
  return text
    .split(OUR_STYLES)
    .map((part, index) => (index % 2 === 1 ? `\u001b[${part}m` : inSight(part)))
    .join("");
}

/** Made up by each process: a text that was written before can't hold it, and has no colours of its own. */
const SEAL = Math.floor(Math.random() * 2 ** 48);

// oxlint-disable-next-line no-control-regex -- as `styled` writes them
const OUR_STYLES = new RegExp(`\\u001b\\[(\\d+);${SEAL}m`);

const CODES = { bold: 1, dim: 2, inverse: 7, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;
export type Style = keyof typeof CODES;

/** Colours only where somebody looks: on a terminal, and not against NO_COLOR. `harmless` makes them what a terminal knows. */
export function styled(text: string, ...styles: Style[]): string {
  if (!isColoured()) return text;
  return `${styles.map((style) => `\u001b[${CODES[style]};${SEAL}m`).join("")}${text}\u001b[0;${SEAL}m`;
}

function isColoured(): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  return FORCE_COLOR ? FORCE_COLOR !== "0" : process.stdout.isTTY && !NO_COLOR;
}
