// Tells a refusal on a surface, in the words that belong there.

import type { Act, Form, Mention, Words } from "../acts.ts";
import { nameForAgents } from "./mcp.ts";
import { nameInTerminal } from "./cli.ts";
import { nameInBrowser } from "./web.ts";

/** Agents call tools over MCP; people type commands, or use the dashboard. */
export type Surface = "mcp" | "cli" | "web";

export interface Told {
  readonly what: string;
  readonly recovery: string;
  /** Both, as prose. */
  readonly error: string;
}

/** What a surface calls an act. Without `by` it is "with" and the name; without `do`, the surface's verb and the name. */
export interface Named {
  readonly name: string;
  readonly by?: string;
  readonly do?: string;
}

interface Vocabulary {
  readonly nameOf: (act: Act) => Named;
  readonly verb: string;
}

const VOCABULARIES: Readonly<Record<Surface, Vocabulary>> = {
  mcp: { nameOf: nameForAgents, verb: "call" },
  cli: { nameOf: nameInTerminal, verb: "run" },
  web: { nameOf: nameInBrowser, verb: "use" },
};

export function tell(refusal: { readonly what: Words; readonly recovery: Words }, surface: Surface): Told {
  const what = inWords(refusal.what, surface);
  const recovery = inWords(refusal.recovery, surface);
  return { what, recovery, error: `${what}\nRecovery: ${recovery}` };
}

export function inWords(words: Words, surface: Surface): string {
  if (typeof words === "string") return words;
  return words.map((part) => (typeof part === "string" ? part : mentioned(part, VOCABULARIES[surface]))).join("");
}

function mentioned({ act, form, capital }: Mention, vocabulary: Vocabulary): string {
  const text = formed(vocabulary.nameOf(act), form, vocabulary.verb);
  return capital ? capitalised(text) : text;
}

function formed(named: Named, form: Form, verb: string): string {
  switch (form) {
    case "name":
      return named.name;
    case "by":
      return named.by ?? `with ${named.name}`;
    case "do":
      return named.do ?? `${verb} ${named.name}`;
  }
}

/** A tool's name, or a command in its quotes, stays as it is written. */
function capitalised(text: string): string {
  return /^(?:[a-z]+_|`)/.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}
