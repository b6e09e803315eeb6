// What a check does just now, for the person who watches: one line on stderr that is written over, on a terminal. Elsewhere
// a line at the beginning of each check.

import { stripVTControlCharacters } from "node:util";
import type { CheckProgress } from "../../app/ports/checkout.ts";
import { shortCommit } from "../../engine/evidence/fact.ts";
import { harmless } from "../support/output.ts";

const EVERY_MS = 200;
const NARROWEST = 40;

const DOING: Readonly<Record<CheckProgress["phase"], string>> = {
  clone: "clones",
  setup: "sets up",
  run: "runs",
  look: "looks at the files",
};

export class CheckProgressLine {
  #name = "";
  #doing = "";
  #said = "";
  #since = performance.now();
  #shown = false;
  #timer: NodeJS.Timeout | null = null;

  begin = (look: { readonly name: string; readonly commit: string; readonly command: string | null }): void => {
    this.#name = look.name;
    this.#doing = look.command === null ? "asks git" : "clones";
    this.#said = "";
    this.#since = performance.now();
    if (!process.stderr.isTTY) {
      const what = look.command === null ? "" : `: \`${look.command}\``;
      process.stderr.write(harmless(`${look.name} at ${shortCommit(look.commit)}${what}\n`));
      return;
    }
    this.#timer ??= setInterval(this.#show, EVERY_MS).unref();
    this.#show();
  };

  show = ({ phase, said = "" }: CheckProgress): void => {
    this.#doing = DOING[phase];
    const lines = stripVTControlCharacters(said).split(/[\r\n]+/);
    this.#said = lines.findLast((line) => line.trim() !== "") ?? this.#said;
  };

  /** Takes the line away. */
  end(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    if (this.#shown) process.stderr.write("\r\u001b[K");
    this.#shown = false;
  }

  #show = (): void => {
    const seconds = Math.round((performance.now() - this.#since) / 1_000);
    const text = harmless(`${this.#name} ${this.#doing}, ${seconds} s  ${this.#said.trim()}`);
    const width = Math.max(NARROWEST, process.stderr.columns) - 1;
    process.stderr.write(`\r${text.slice(0, width)}\u001b[K`);
    this.#shown = true;
  };
}
