// Commands by which people and their scripts act: the same verbs and rules as everywhere. Whoever acts as a person has shown
// that they are one.

import { isatty } from "node:tty";
import type { Command } from "commander";
import type { App, Caller } from "../../app/app.ts";
import type { Board } from "../../app/ports/board.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { findOperator, type Operator } from "../../setup/operator-key.ts";
import { demandFitName } from "./agent-name.ts";
import { CliError, print, printJson } from "./output.ts";
import { personName } from "./person.ts";
import { prepareServer } from "../serving/server-context.ts";
import { storeCommand, type StoreOptions } from "./store.ts";

export interface PersonOptions extends StoreOptions {
  readonly as?: string;
  /** Whether a board that is not there is begun. Most commands are about something that must be there. */
  readonly make?: boolean;
}

/** The options of every command that changes something. */
export function personCommand(command: Command): Command {
  return storeCommand(command).option("--as <name>", "who acts (default: git's user.name, else the system's)");
}

export interface Person {
  readonly name: string;
  readonly operator: Operator;
  /** `override`: past what the graph and the guards allow. */
  readonly caller: (override: boolean) => Caller;
}

/** Who acts at this command line. Throws where they show nothing for it. */
export async function findPerson(board: Board, database: string, options: PersonOptions): Promise<Person> {
  const name = personName(options.as, process.env, process.cwd());
  const operator = await findOperator(board, { database, env: process.env, person: name, terminal: isAtTerminal() });
  const { proof } = operator;
  return { name, operator, caller: (override) => ({ actor: { kind: "person", name, override }, via: "cli", proof }) };
}

export function isAtTerminal(): boolean {
  return isatty(0);
}

export async function withPerson<T>(
  options: PersonOptions,
  use: (app: App, caller: (override: boolean) => Caller) => Promise<T>,
): Promise<T> {
  const { make = false } = options;
  const { app: lazy, database } = await prepareServer({ database: options.database, via: "cli", make });
  try {
    const app = await lazy.open();
    const { caller } = await findPerson(app.board, database, options);
    return await use(app, caller);
  } finally {
    if (lazy.opened) await lazy.close();
  }
}

/**
 * For what agents may do too: a person where one is there, else a script. That one acts as an agent does, by the same rules
 * and within the same limit: nothing shows that a person is there.
 */
export async function withAuthor<T>(options: PersonOptions, use: (app: App, caller: Caller) => Promise<T>): Promise<T> {
  const isPersons = isAtTerminal() || options.as !== undefined || Boolean(process.env["SIGNALBOX_TOKEN"]);
  if (isPersons) return withPerson(options, (app, caller) => use(app, caller(false)));
  const { make = false } = options;
  const { app: lazy, settings } = await prepareServer({ database: options.database, via: "cli", make });
  await demandFitName(settings);
  try {
    const { agent: connection = "script", commands } = settings;
    const actor = { kind: "agent", identity: { connection, agent: null }, ...(commands ? { commands } : {}) } as const;
    return await use(await lazy.open(), { actor, via: "cli", surface: "cli" });
  } finally {
    if (lazy.opened) await lazy.close();
  }
}

/** A refusal ends with exit code 1; as JSON it is an answer like any other. */
export function printAnswer<T extends object>(
  options: StoreOptions,
  answer: T | Refusal,
  words: (answer: Exclude<T, Refusal>) => string,
): void {
  if (isRefusal(answer)) {
    const { error, recovery } = tell(answer, "cli");
    if (!options.json) throw new CliError(error);
    printJson({ ...answer.facts, code: answer.code, error, recovery });
    process.exitCode = 1;
    return;
  }
  if (options.json) printJson(answer);
  else print(words(answer as Exclude<T, Refusal>));
}
