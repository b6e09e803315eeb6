// Every skill is a prompt too, for clients that know no skills.

import {
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptRequest,
  type GetPromptResult,
  type ListPromptsResult,
  type PromptArgument,
} from "@modelcontextprotocol/server";
import { LIMITS } from "../../app/commit/limits.ts";
import { quote, quoteWhole, showName } from "../../engine/words.ts";
import type { SkillShelf, SkillSubject } from "./skills.ts";

type Given = Readonly<Record<string, string>>;

interface Subject {
  readonly arguments: readonly PromptArgument[];
  /** What is said about it at the end of the text; throws where an argument does not fit. */
  readonly tell: (given: Given) => string;
}

const SUBJECTS: Readonly<Record<SkillSubject, Subject>> = {
  ticket: {
    arguments: [{ name: "number", description: "The ticket's number, where you have one", required: false }],
    tell: tellTicket,
  },
  run: {
    arguments: [
      { name: "project", description: "The project of the run, where it has begun", required: false },
      { name: "session", description: "The session of the run, where it has begun", required: false },
    ],
    tell: tellRun,
  },
};

export async function listPrompts(shelf: SkillShelf): Promise<ListPromptsResult> {
  const prompts = (await shelf.texts()).map(({ name, about, description }) => ({
    name,
    description,
    arguments: [...SUBJECTS[about].arguments],
  }));
  return { prompts };
}

export async function getPrompt(
  shelf: SkillShelf,
  shownName: (tool: string) => string,
  { name, arguments: args = {} }: GetPromptRequest["params"],
): Promise<GetPromptResult> {
  const texts = await shelf.texts();
  const skill = texts.find((text) => text.name === name);
  if (!skill) {
    const known = texts.map((text) => text.name).join(", ");
    throw refused(`Unknown prompt: ${showName(name)}. The prompts are ${known}.`);
  }
  const subject = SUBJECTS[skill.about];
  const names = subject.arguments.map((argument) => argument.name);
  const stranger = Object.keys(args).find((given) => !names.includes(given));
  if (stranger !== undefined) {
    const takes = names.length === 1 ? `one argument, ${names[0]}` : `the arguments ${names.join(" and ")}`;
    throw refused(`${name} takes ${takes}, and not ${showName(stranger)}.`);
  }
  const told = subject.tell(args);
  // Skills name tools as they are; this server may list them under a longer name.
  const body = skill.body.replaceAll(/(?<=\{"tool": ")\w+/g, shownName);
  return {
    description: skill.description,
    messages: [{ role: "user", content: { type: "text", text: told === "" ? body : `${body}\n${told}\n` } }],
  };
}

function tellTicket({ number = "" }: Given): string {
  if (number === "") return "";
  const [, repo = "", digits] = /^([\w.-]+\/[\w.-]+(?=#))?#?([1-9]\d{0,14})$/.exec(number) ?? [];
  if (digits === undefined) {
    throw refused(`number: ${quote(number)} is no ticket's number; give it as 7, #7, or owner/repo#7.`);
  }
  return `The ticket is ${repo}#${digits}.`;
}

function tellRun({ project = "", session = "" }: Given): string {
  const named = Object.entries({ project, session }).filter(([, value]) => value !== "");
  const { most, unit } = LIMITS.name;
  const long = named.find(([, value]) => Array.from(value).length > most);
  if (long) throw refused(`${long[0]} is too long: a run's name has at most ${most} ${unit}.`);
  if (named.length === 0) return "";
  return `The run is ${named.map(([what, value]) => `${what} ${quoteWhole(value)}`).join(", ")}.`;
}

function refused(words: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, words);
}
