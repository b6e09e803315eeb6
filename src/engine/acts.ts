// What a text asks somebody to do. Each surface has its own name for it: agents call tools, people type commands or press
// buttons. So a text holds the act itself, and `tell` finds the name.

import type { Key } from "./facts.ts";

export type Act =
  /** The same once more. */
  | { readonly type: "again" }
  | { readonly type: "argument"; readonly name: Argument; readonly value?: string | true }
  /** A call by its name, as `request_id` knows it. */
  | { readonly type: "call"; readonly tool: string }
  | { readonly type: "list_tickets" }
  | { readonly type: "show_ticket"; readonly key: Key | null }
  | { readonly type: "create_ticket" }
  | { readonly type: "comment" }
  /** Looking for work: in a state, or wherever the caller works. */
  | { readonly type: "pick"; readonly workflowState: string | null }
  | { readonly type: "position"; readonly key: Key }
  | { readonly type: "release"; readonly key: Key }
  | { readonly type: "check_convergence"; readonly key: Key; readonly target: string | null }
  /** Changing the state of a ticket, in general. */
  | { readonly type: "move" }
  /** Any one of these handoffs. */
  | { readonly type: "move_as"; readonly key: Key; readonly ways: readonly MoveAs[] }
  /** What a person can do with a ticket; `label`: the verb of the workflow's edge. */
  | { readonly type: "move_to"; readonly ways: readonly { readonly to: string; readonly label: string }[] }
  | { readonly type: "override" }
  /** Running the workflow's checks at a commit; `fact`: only this one. */
  | { readonly type: "run_check"; readonly key: Key; readonly commit: string | null; readonly fact: string | null }
  /** What a person says of a ticket's commit. */
  | { readonly type: "attest"; readonly key: Key; readonly fact: string }
  | { readonly type: "find_session" }
  | { readonly type: "show_run" }
  | { readonly type: "adopt_workflow" }
  | AgentsAct;

/** What only agents do: their sessions, and runs of skills. */
export type AgentsAct =
  | { readonly type: "open_session" }
  | { readonly type: "report_session"; readonly state: string | null }
  | { readonly type: "end_session"; readonly outcomes: readonly string[] | null }
  | { readonly type: "begin_run"; readonly skill: string | null }
  | { readonly type: "complete_skill"; readonly skill: string; readonly state?: string }
  | ChangeRun
  | SetTask;

/** One handoff as a command: an intent, or a state by its name. */
export interface MoveAs {
  readonly command: string;
  readonly intent?: string;
  readonly toState?: string;
  readonly newState: string;
  /** The verb of the workflow's edge. */
  readonly label: string;
  /** Where an intent leads is not to be seen from its name. */
  readonly showsTarget: boolean;
}

export interface ChangeRun {
  readonly type: "change_run";
  readonly part: "items" | "tasks";
  /** How the tool takes one of them; and where that differs, one that is there already. */
  readonly example?: string;
  readonly known?: string;
}

export interface SetTask {
  readonly type: "set_task";
  readonly task: string | null;
  readonly status: string | null;
  /** What the reason has to say; "" where any will do. */
  readonly reason?: string;
}

/** Arguments of tools that texts speak of. */
export type Argument =
  | "batch_index"
  | "body"
  | "claim"
  | "command"
  | "commands"
  | "commit"
  | "dependsOn"
  | "from_state"
  | "intent"
  | "map"
  | "maxEstimate"
  | "reason"
  | "releaseClaims"
  | "request_id"
  | "state"
  | "targetState"
  | "title"
  | "to_state"
  | "workflowState";

/** How an act stands in its sentence: "get_run", "with get_run", "call get_run". */
export type Form = "name" | "by" | "do";

export interface Mention {
  readonly act: Act;
  readonly form: Form;
  /** It begins a sentence. */
  readonly capital: boolean;
}

/** A text: plain, or with acts in it. */
export type Words = string | readonly (string | Mention)[];

/** say`find its number ${by({ type: "list_tickets" })}` */
export function say(texts: TemplateStringsArray, ...values: readonly (Words | number | Act | Mention)[]): Words {
  const parts: (string | Mention)[] = [];
  for (const [index, text] of texts.entries()) {
    add(parts, text);
    const value = values[index];
    if (value !== undefined) for (const part of partsOf(value)) add(parts, part);
  }
  return packed(parts);
}

export function by(act: Act): Mention {
  return { act, form: "by", capital: false };
}

export function doing(act: Act): Mention {
  return { act, form: "do", capital: false };
}

export function capital(mention: Act | Mention): Mention {
  return { ...("act" in mention ? mention : named(mention)), capital: true };
}

export function argument(name: Argument, value?: string | true): Act {
  return { type: "argument", name, ...(value === undefined ? {} : { value }) };
}

/** Like `listed`, for texts with acts in them. */
export function listedWords(items: readonly (Words | Act | Mention)[], join = "or"): Words {
  let list: Words = "";
  for (const [index, item] of items.entries()) {
    const between = index === 0 ? "" : index === items.length - 1 ? ` ${join} ` : ", ";
    list = say`${list}${between}${item}`;
  }
  return list;
}

/** One after the other, without those that say nothing. */
export function sentences(...all: readonly Words[]): Words {
  let text: Words = "";
  for (const words of all) if (words.length > 0) text = text.length === 0 ? words : say`${text} ${words}`;
  return text;
}

/** Beginning with a capital letter, where it begins with a word. */
export function asSentence(words: Words): Words {
  const [first = "", ...rest] = typeof words === "string" ? [words] : words;
  if (typeof first !== "string") return packed([capital(first), ...rest]);
  return packed([first.slice(0, 1).toUpperCase() + first.slice(1), ...rest]);
}

function partsOf(value: Words | number | Act | Mention): readonly (string | Mention)[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if ("type" in value) return [named(value)];
  return "act" in value ? [value] : value;
}

function named(act: Act): Mention {
  return { act, form: "name", capital: false };
}

function add(parts: (string | Mention)[], part: string | Mention): void {
  const last = parts.at(-1);
  if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part;
  else if (part !== "") parts.push(part);
}

function packed(parts: readonly (string | Mention)[]): Words {
  const [only = ""] = parts;
  return parts.length < 2 && typeof only === "string" ? only : parts;
}
