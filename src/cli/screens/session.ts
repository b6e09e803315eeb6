// One session in the terminal: how it stands and why, state by state, and what was done and refused around it.

import { eventWords } from "../../app/ledger/event-words.ts";
import type { EventView } from "../../app/pages/views.ts";
import type { SessionPage, SessionStepView } from "../../app/pages/session-views.ts";
import { showKey } from "../../engine/facts.ts";
import { styled, type Style } from "../support/output.ts";
import { showSpan } from "./plots.ts";
import { oneLine, renderTable, type Cell, type Column } from "./table.ts";
import { showClock, showMoment } from "./times.ts";

const MOST_SAID = 500;

const STEPS: readonly Column[] = [
  { title: "TIME" },
  { title: "STATE" },
  { title: "FOR", right: true },
  { title: "SAID", least: 12 },
];

const AROUND: readonly Column[] = [{ title: "TIME" }, { title: "WHO", least: 8 }, { title: "WHAT", least: 12 }];

export function renderSession(page: SessionPage, width: number): string {
  const { session, around } = page;
  const refusals = around.filter(({ kind }) => kind === "refuse");
  return [
    headOf(page),
    tableOf("State by state", STEPS, session.history.map(stepRow), width),
    session.files.length === 0 ? "" : `Files\n${session.files.map((file) => `  ${oneLine(file)}`).join("\n")}`,
    tableOf("Around it", AROUND, around.toReversed().map(callRow), width),
    refusals.length === 0 ? "" : ["Refused", ...refusals.toReversed().map(refusalLines)].join("\n"),
    otherLines(page),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function headOf(page: SessionPage): string {
  const { session, ticket } = page;
  const facts: readonly (readonly [string, string])[] = [
    ["State", `${session.state}${session.outcome === null ? "" : `, outcome ${session.outcome}`}`],
    ["Ticket", ticket?.state ?? "no state"],
    ["Started", showMoment(session.startedAt)],
    session.completedAt === null
      ? ["Heard of", showMoment(session.seenAt)]
      : ["Ended", showMoment(session.completedAt)],
    ...(session.testResults ? [["Tests", testWords(session.testResults)] as const] : []),
  ];
  return [
    `${styled(oneLine(session.agent), "bold")} on ${showKey(session.ticket)} ${oneLine(ticket?.title ?? "")}`.trimEnd(),
    styled(session.id, "dim"),
    ...facts.map(([name, value]) => `${name.padEnd(10)} ${oneLine(value)}`),
    ...(session.error === null ? [] : [`${"Error".padEnd(10)} ${styled(oneLine(session.error), "red")}`]),
    ...storyOf(page).map((line) => styled(line, "yellow")),
  ].join("\n");
}

/** How it came to that, and what comes next. */
function storyOf({ session, ticket, claim, disconnectedAt, endsAt }: SessionPage): readonly string[] {
  const { ended, agent, silent, owned, completedAt, outcome } = session;
  const by =
    ended?.why === "claimed" ? `${oneLine(ended.claimedBy ?? "")} claimed the ticket` : "its ticket was closed";
  const end =
    endsAt === null
      ? `Nothing ends it by itself: a person can, on its page in the dashboard.`
      : `It ends as timeout at ${showMoment(endsAt)}, unless its agent calls before.`;
  const lease = claim && `${oneLine(claim.holder)} holds the ticket until ${showMoment(claim.expiresAt)}.`;
  if (completedAt !== null) {
    if (!ended) return [];
    return outcome === null
      ? [`Left open: ${by} at ${showMoment(ended.at)}. Its agent never said how the work went; it still can, once.`]
      : [`It ended by itself at ${showMoment(ended.at)}, when ${by}. How the work went was said later.`];
  }
  return [
    ...(owned
      ? []
      : ["Not taken up: the agent that opens a session on the ticket, or reports on this one, takes it up."]),
    ...(disconnectedAt === null ? [] : [`Its client went away at ${showMoment(disconnectedAt)}.`]),
    ...(silent ? [`${oneLine(agent)} is silent: no call since ${showMoment(session.seenAt)}.`] : []),
    ...(silent || disconnectedAt !== null ? [end] : []),
    ...(lease === null ? [] : [claim?.expired ? `The lease of ${oneLine(claim.holder)} has run out.` : lease]),
    ...(ticket?.closed ? ["Its ticket is closed."] : []),
  ];
}

function stepRow(step: SessionStepView): readonly Cell[] {
  return [
    { text: showClock(step.timestamp), styles: ["dim"] },
    { text: step.state, styles: step.outOfOrder ? ["yellow"] : [] },
    { text: step.ms === null ? "end" : showSpan(step.ms) },
    { text: saidIn(step), styles: step.outcome === null ? [] : ["bold"] },
  ];
}

function saidIn({ action, metadata, outcome, outOfOrder, reason, who }: SessionStepView): string {
  const said = metadata === null ? "(redacted)" : Object.keys(metadata).length === 0 ? "" : JSON.stringify(metadata);
  const parts = [
    action === undefined ? "" : `opened by ${who}`,
    outOfOrder ? "out of order" : "",
    outcome === null ? "" : `outcome ${outcome}`,
    reason ?? "",
    said.length > MOST_SAID ? `${said.slice(0, MOST_SAID)}… (--json shows all)` : said,
  ];
  return parts.filter((part) => part !== "").join("; ");
}

function callRow(event: EventView): readonly Cell[] {
  const styles: readonly Style[] = event.kind === "refuse" ? ["red"] : [];
  return [{ text: showClock(event.at), styles: ["dim"] }, { text: event.who }, { text: eventWords(event), styles }];
}

function refusalLines({ at, refusal, code }: EventView): string {
  const what = `  ${showClock(at)}  ${styled(oneLine(refusal?.what ?? code ?? ""), "red")}`;
  return refusal?.recovery == null ? what : `${what}\n            Recovery: ${oneLine(refusal.recovery)}`;
}

function otherLines({ others, session }: SessionPage): string {
  if (others.length === 0) return "";
  const lines = others.map(
    ({ id, agent, state, outcome, startedAt }) =>
      `  ${styled(id.slice(0, 8), "dim")}  ${oneLine(agent)}  ${state}${outcome === null ? "" : `, ${outcome}`}  ${showMoment(startedAt)}`,
  );
  return [`Other sessions on ${showKey(session.ticket)}`, ...lines].join("\n");
}

function tableOf(title: string, columns: readonly Column[], rows: readonly (readonly Cell[])[], width: number): string {
  return rows.length === 0 ? "" : `${title}\n${renderTable(columns, rows, width)}`;
}

function testWords({ passed, failed, skipped }: NonNullable<SessionPage["session"]["testResults"]>): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
