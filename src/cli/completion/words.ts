// What could stand at the end of a command line: commands, flags, and the words that an argument or an option knows.

import type { Argument, Command, Option } from "commander";

/** The words of the board's workflow and of the program, by what an argument is called: `<state>`, `<priority>` … */
export type Vocabulary = Readonly<Record<string, readonly string[]>>;

/** `typed`: everything after the program's name; the last is what is being typed, and may be empty. */
export function wordsFor(program: Command, typed: readonly string[], vocabulary: Vocabulary): readonly string[] {
  const last = unquoted(typed.at(-1) ?? "");
  const { command, rest } = descend(program, typed.slice(0, -1));
  return candidates(command, rest, last, vocabulary).filter((word) => startsAlike(word, last));
}

function descend(program: Command, words: readonly string[]): { command: Command; rest: readonly string[] } {
  let command = program;
  for (const [index, word] of words.entries()) {
    const next = command.commands.find((child) => child.name() === word || child.aliases().includes(word));
    if (!next) return { command, rest: words.slice(index) };
    command = next;
  }
  return { command, rest: [] };
}

function candidates(
  command: Command,
  rest: readonly string[],
  last: string,
  vocabulary: Vocabulary,
): readonly string[] {
  const waiting = optionNamed(command, rest.at(-1));
  if (waiting && takesValue(waiting)) return valuesOf(waiting, vocabulary);
  if (last.startsWith("-")) return flagsOf(command, rest);
  const children = command.commands.filter((child) => !isHidden(command, child));
  if (children.length > 0) return rest.length > 0 ? [] : children.map((child) => child.name());
  const position = rest.filter((word, index) => !word.startsWith("-") && !follows(command, rest, index)).length;
  const argument = argumentAt(command, position);
  return argument ? valuesOf(argument, vocabulary) : [];
}

/** Whether a word is the value of the option before it. */
function follows(command: Command, words: readonly string[], index: number): boolean {
  const option = optionNamed(command, words[index - 1]);
  return option !== undefined && takesValue(option);
}

/** The last one may take all that follow. */
function argumentAt(command: Command, position: number): Argument | undefined {
  const last = command.registeredArguments.at(-1);
  return command.registeredArguments[position] ?? (last?.variadic ? last : undefined);
}

/** Those that were not given yet, and those that may be given again. */
function flagsOf(command: Command, rest: readonly string[]): readonly string[] {
  const given = new Set(rest);
  const visible = command.createHelp().visibleOptions(command);
  return visible.flatMap(({ long, variadic }) => (long && (variadic || !given.has(long)) ? [long] : []));
}

function optionNamed(command: Command, word: string | undefined): Option | undefined {
  return command.options.find((option) => word !== undefined && (option.long === word || option.short === word));
}

function takesValue(option: Option): boolean {
  return option.required || option.optional;
}

function valuesOf(what: Option | Argument, vocabulary: Vocabulary): readonly string[] {
  if (what.argChoices) return what.argChoices;
  const name = "flags" in what ? (/[<[]([^>\]]+)[>\]]/.exec(what.flags)?.[1] ?? "") : what.name();
  return vocabulary[name.replace(/\.{3}$/, "")] ?? [];
}

function isHidden(parent: Command, child: Command): boolean {
  return !parent.createHelp().visibleCommands(parent).includes(child);
}

/** Who types small letters means large ones too. */
function startsAlike(word: string, typed: string): boolean {
  return word.toLowerCase().startsWith(typed.toLowerCase());
}

/** A shell hands over what stands on the line: with its quotes and backslashes. */
function unquoted(word: string): string {
  return word.replace(/^["']/, "").replaceAll(/\\(.)/g, "$1");
}
