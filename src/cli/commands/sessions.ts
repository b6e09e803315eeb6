// signalbox sessions: what agents are doing right now.

import { Command } from "commander";
import type { App } from "../../app/app.ts";
import { listSessions } from "../../app/sessions/view-session.ts";
import type { SessionView } from "../../app/pages/views.ts";
import { showKey } from "../../engine/facts.ts";
import { indicatorColour, indicatorShape } from "../screens/indicator.ts";
import { styled } from "../support/output.ts";
import { withStored } from "../support/reading.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";
import { renderTable, showAge, windowWidth, type Cell, type Column } from "../screens/table.ts";
import { showOrWatch } from "../screens/watch.ts";

interface SessionsOptions extends StoreOptions {
  readonly all?: boolean;
  readonly watch?: boolean;
}

export function sessionsCommand(): Command {
  return storeCommand(new Command("sessions"))
    .description("what agents are doing right now")
    .option("--all", "also those that have ended, the newest first")
    .option("--watch", "keep it up to date")
    .action((options: SessionsOptions) =>
      withStored(options, (app) =>
        showOrWatch(
          app.board,
          options,
          () => readSessions(app, options),
          (sessions) => renderSessions(sessions, windowWidth()),
        ),
      ),
    );
}

function readSessions(app: App, options: SessionsOptions): Promise<readonly SessionView[]> {
  return listSessions(app, options.all ? {} : { open: true });
}

const COLUMNS: readonly Column[] = [
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
    { text: `${indicatorShape(session.indicator)} ${state}`, styles: indicatorColour(session.indicator) },
    { text: agent },
    { text: `${showKey(ticket)} ${title ?? ""}` },
    { text: showAge(ageMs) },
    testsCell(session),
    { text: files.length === 0 ? "" : String(files.length) },
    { text: [outcome, ...marksOf(session)].filter((word) => word !== null).join(", "), styles: ["yellow"] },
  ];
}

function marksOf({ silent, disconnected, outOfOrder }: SessionView): readonly string[] {
  return [
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
