// Every skill is a prompt too, for clients that know no skills.

import {
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptRequest,
  type GetPromptResult,
  type ListPromptsResult,
} from "@modelcontextprotocol/server";
import { quote } from "../../engine/words.ts";
import type { SkillShelf } from "./skills.ts";

export async function listPrompts(shelf: SkillShelf): Promise<ListPromptsResult> {
  const prompts = (await shelf.texts()).map(({ name, description }) => ({
    name,
    description,
    arguments: [{ name: "number", description: "The ticket's number, where you have one", required: false }],
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
    throw refused(`Unknown prompt: ${name.slice(0, 100)}. The prompts are ${known}.`);
  }
  const { number = "", ...others } = args;
  const [stranger] = Object.keys(others);
  if (stranger !== undefined) throw refused(`${name} takes one argument, number, and not ${stranger.slice(0, 100)}.`);
  if (number !== "" && !/^#?[1-9]\d{0,14}$/.test(number)) {
    throw refused(`number: ${quote(number)} is no ticket's number; give it as 7 or #7.`);
  }
  // Skills name tools as they are; this server may list them under a longer name.
  const body = skill.body.replaceAll(/(?<=\{"tool": ")\w+/g, shownName);
  const subject = number === "" ? "" : `\nThe ticket is #${number.replace("#", "")}.\n`;
  return {
    description: skill.description,
    messages: [{ role: "user", content: { type: "text", text: `${body}${subject}` } }],
  };
}

function refused(words: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, words);
}
