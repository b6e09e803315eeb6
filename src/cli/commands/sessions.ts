// signalbox sessions: what agents are doing right now; of one session, what happened to it; and a new one for an agent.

import { Command } from "commander";
import type { App } from "../../app/app.ts";
import { viewSessionPage } from "../../app/pages/session-page.ts";
import { createSession } from "../../app/sessions/create-session.ts";
import { listSessions } from "../../app/sessions/view-session.ts";
import type { SessionPage, SessionView } from "../../app/pages/session-views.ts";
import { showKey } from "../../engine/facts.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { indicatorColour, indicatorShape } from "../screens/indicator.ts";
import { renderSession } from "../screens/session.ts";
import { readKey } from "../support/arguments.ts";
import { CliError, styled } from "../support/output.ts";
import { personCommand, printAnswer, withPerson, type PersonOptions } from "../support/people.ts";
import { withStored } from "../support/reading.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";
import { showSpan } from "../screens/plots.ts";
import { renderTable, windowWidth, type Cell, type Column } from "../screens/table.ts";
import { showOrWatch } from "../screens/watch.ts";

interface SessionsOptions extends StoreOptions {
  readonly all?: boolean;
  readonly watch?: boolean;
}

interface NewOptions extends PersonOptions {
  readonly agent?: string;
}

export function sessionsCommand(): Command {
  const sessions = storeCommand(new Command("sessions"))
    .description("what agents are doing right now; or one session: what was reported, done and refused")
    .argument("[id]", "of the session to show, or how it begins")
    .option("--all", "also those that have ended, the newest first")
    .option("--watch", "keep it up to date")
    .action((id: string | undefined, options: SessionsOptions) =>
      withStored(options, (app) =>
        id === undefined
          ? showOrWatch(
              app.board,
              options,
              () => readSessions(app, options),
              (all) => renderSessions(all, windowWidth()),
            )
          : showOrWatch(
              app.board,
              options,
              () => readSession(app, id),
              (page) => renderSession(page, windowWidth()),
            ),
      ),
    );

  personCommand(sessions.command("new"))
    .description("open a session on a ticket for an agent, which takes it up")
    .argument("<ticket>", "the ticket", readKey)
    .option("--agent <name>", "the agent that it is meant for (default: the first that takes it up)")
    .action(openOne);

  return sessions;
}

/** The command above it knows some of these options too, and takes them. */
async function openOne(ticket: string, _: NewOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<NewOptions>();
  const input = { ticket, agent: options.agent };
  const answer = await withPerson(options, (app, caller) => createSession(app, caller(false), input));
  printAnswer(options, answer, ({ sessionId, existing }) =>
    existing ? `${sessionId} waits on ${showKey(ticket)} already` : `${sessionId} is open on ${showKey(ticket)}`,
  );
}

/** An id is long: its beginning is enough, where no other session begins so. */
async function readSession(app: App, id: string): Promise<SessionPage> {
  const found = id.length < LEAST_OF_ID ? [] : await app.board.sessions.list({ idPrefix: id }, MOST_NAMED);
  if (found.length > 1 && found.every((session) => session.id !== id)) {
    const ids = found.map((session) => session.id).join(", ");
    throw new CliError(`Several sessions begin with "${id}": ${ids}. Give more of the id.`);
  }
  const page = await viewSessionPage(app, found.length === 1 ? (found[0]?.id ?? id) : id);
  if (isRefusal(page)) throw new CliError(tell(page, "cli").error);
  return page;
}

function readSessions(app: App, options: SessionsOptions): Promise<readonly SessionView[]> {
  return listSessions(app, options.all ? {} : { open: true });
}

const LEAST_OF_ID = 4;
const MOST_NAMED = 5;
const SHOWN_OF_ID = 8;

const COLUMNS: readonly Column[] = [
  { title: "SESSION" },
  { title: "STATE" },
  { title: "AGENT", least: 8 },
  { title: "TICKET", least: 10 },
  { title: "AGE", right: true },
  { title: "TESTS", drop: 2 },
  { title: "FILES", right: true, drop: 3 },
  { title: "", least: 8, drop: 1 },
];

export function renderSessions(sessions: readonly SessionView[], width: number): string {
  if (sessions.length === 0) return styled("No agent has a session open.", "dim");
  return renderTable(COLUMNS, sessions.map(rowOf), width);
}

function rowOf(session: SessionView): readonly Cell[] {
  const { state, agent, ticket, title, ageMs, files, outcome } = session;
  return [
    { text: session.id.slice(0, SHOWN_OF_ID), styles: ["dim"] },
    { text: `${indicatorShape(session.indicator)} ${state}`, styles: indicatorColour(session.indicator) },
    { text: agent },
    { text: `${showKey(ticket)} ${title ?? ""}` },
    { text: showSpan(ageMs) },
    testsCell(session),
    { text: files.length === 0 ? "" : String(files.length) },
    {
      text: [outcome ?? leftOpen(session), ...marksOf(session)].filter((word) => word !== null).join(", "),
      styles: ["yellow"],
    },
  ];
}

/** It ended with its ticket, and its agent has not said how the work went. */
function leftOpen({ completedAt }: SessionView): string | null {
  return completedAt === null ? null : "left open";
}

function marksOf({ silent, disconnected, outOfOrder, owned }: SessionView): readonly string[] {
  return [
    ...(owned ? [] : ["not taken up"]),
    ...(disconnected ? ["disconnected"] : []),
    ...(silent ? ["silent"] : []),
    ...(outOfOrder > 0 ? [`${outOfOrder} out of order`] : []),
  ];
}

function testsCell({ testResults }: SessionView): Cell {
  if (!testResults) return { text: "" };
  const { passed, failed, skipped } = testResults;
  const text = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return { text: text.join(", "), styles: failed > 0 ? ["red"] : ["green"] };
}
