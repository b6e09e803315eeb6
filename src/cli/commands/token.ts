// signalbox token new | list | revoke: keys to the board.

import { Command } from "commander";
import type { App, Caller } from "../../app/app.ts";
import { retractAllOf } from "../../app/evidence/retract-fact.ts";
import { sourceOfToken } from "../../app/keys/sources.ts";
import { issueToken, listTokens, revokeToken } from "../../app/keys/tokens.ts";
import type { NewToken, TokenView } from "../../app/pages/people-views.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { agentShell } from "../../setup/agent-shell.ts";
import { findOperator, hasOperator, isPostgres, requireTerminal } from "../../setup/operator-key.ts";
import { readDuration, readWords } from "../support/arguments.ts";
import { styled } from "../support/output.ts";
import { isAtTerminal, personCommand, printAnswer, withPerson, type PersonOptions } from "../support/people.ts";
import { retractedWords, REVOKED, withRetracted } from "../support/retracted.ts";
import { personName } from "../support/person.ts";
import { prepareServer } from "../serving/server-context.ts";
import { withStored } from "../support/reading.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";
import { renderTable, windowWidth, type Cell } from "../screens/table.ts";
import { showDay, showMinute } from "../screens/times.ts";

interface NewOptions extends PersonOptions {
  readonly role: string;
  readonly name?: string;
  readonly commands?: readonly string[];
  readonly facts?: readonly string[];
  readonly expires?: number;
}

interface RevokeOptions extends PersonOptions {
  readonly facts?: boolean;
}

export function tokenCommand(): Command {
  const token = new Command("token").description("keys to the board: make, list and revoke them");

  personCommand(token.command("new"))
    .description("make a token; its text is shown this once")
    .requiredOption(
      "--role <role>",
      "viewer reads, agent acts as commands, witness gives facts, member acts as a person along the workflow, operator also overrides, adopts and gives out keys",
    )
    .option("--name <name>", "whose it is; an agent's name in the ledger")
    .option("--commands <commands>", "an agent may act as these only, with commas between them", readWords)
    .option("--facts <facts>", "the facts that a witness may give, with commas between them", readWords)
    .option("--expires <time>", "good for so long, such as 30d or 12h (default: until it is revoked)", readDuration)
    .action(makeOne);

  storeCommand(token.command("list")).description("all tokens, without their texts").action(listAll);

  personCommand(token.command("revoke"))
    .description("take a token back, at once")
    .argument("<id>", "its id, or the name of a live one")
    .option("--facts", "take back all the facts that were given with it, too")
    .action(revokeOne);

  return token;
}

async function makeOne(options: NewOptions): Promise<void> {
  printAnswer(options, await issue(options), (made: NewToken) =>
    [
      made.token,
      styled(`${describe(made)}. It is not shown again; signalbox token revoke ${made.id} takes it back.`, "dim"),
    ].join("\n"),
  );
}

async function issue(options: NewOptions): Promise<NewToken | Refusal> {
  const { role, name, commands, facts, expires: lastsMs } = options;
  const input = { role, name, commands, facts, lastsMs };
  return withIssuer(options, (app, caller) => issueToken(app, caller, input));
}

/**
 * On PostgreSQL nobody can vouch for the first operator's token but the person who can reach the database, and they could
 * write into it what they like.
 */
async function withIssuer<T>(options: NewOptions, use: (app: App, caller: Caller) => Promise<T>): Promise<T> {
  const { app: lazy, database } = await prepareServer({ database: options.database, via: "cli" });
  try {
    const app = await lazy.open();
    const person = personName(options.as, process.env, process.cwd());
    const first =
      isPostgres(database) &&
      options.role === "operator" &&
      agentShell(process.env) === null &&
      !(await hasOperator(app.board));
    if (first) requireTerminal(isAtTerminal());
    const { proof } = first
      ? { proof: "first token" }
      : await findOperator(app.board, { database, env: process.env, person, terminal: isAtTerminal() });
    return await use(app, { actor: { kind: "person", name: person }, via: "cli", proof });
  } finally {
    if (lazy.opened) await lazy.close();
  }
}

async function listAll(options: StoreOptions): Promise<void> {
  const tokens = await withStored(options, listTokens);
  printAnswer(options, tokens, (all) =>
    all.length === 0 ? styled("No tokens.", "dim") : renderTable(COLUMNS, all.map(rowOf), windowWidth()),
  );
}

async function revokeOne(id: string, options: RevokeOptions): Promise<void> {
  const answer = await withPerson(options, async (app, caller) => {
    const revoked = await revokeToken(app, caller(false), id);
    if (isRefusal(revoked) || !options.facts) return revoked;
    return withRetracted(revoked, await retractAllOf(app, caller(false), sourceOfToken(revoked), REVOKED));
  });
  printAnswer(options, answer, (revoked) => `${describe(revoked)}: revoked${retractedWords(revoked)}`);
}

const COLUMNS = [
  { title: "ID" },
  { title: "NAME", least: 8 },
  { title: "ROLE" },
  { title: "LIMITED TO", least: 8, drop: 3 },
  { title: "MADE", drop: 1 },
  { title: "EXPIRES", drop: 2 },
  { title: "STATE" },
  { title: "LAST USED", drop: 4 },
  { title: "FROM", drop: 5 },
];

function rowOf({
  id,
  name,
  role,
  commands,
  facts,
  createdAt,
  expiresAt,
  state,
  seenAt,
  seenFrom,
}: TokenView): readonly Cell[] {
  return [
    { text: id },
    { text: name },
    { text: role },
    { text: (commands ?? facts)?.join(", ") ?? (role === "agent" ? "all" : "") },
    { text: showDay(createdAt) },
    { text: expiresAt === null ? "never" : showMinute(expiresAt) },
    { text: state, styles: state === "live" ? ["green"] : ["dim"] },
    { text: seenAt === null ? "never" : showMinute(seenAt) },
    { text: seenFrom ?? "" },
  ];
}

function describe({ id, name, role, expiresAt }: TokenView): string {
  return `token ${id}, "${name}", role ${role}, ${expiresAt === null ? "without end" : `until ${showMinute(expiresAt)}`}`;
}
