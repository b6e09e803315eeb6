// A run that nobody has begun: the one that was probably meant, or how to begin it.

import { doing, say, type Words } from "../../engine/acts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { resumeRun } from "../../engine/runs/run.ts";
import { nearest, quote } from "../../engine/words.ts";
import type { App } from "../app.ts";
import { NEW_RUN } from "./run.ts";
import type { RunName } from "../ports/runs.ts";

/** Among so many that something was done on last. */
const MOST_LOOKED_AT = 500;

export async function noSuchRun(app: App, name: RunName): Promise<Refusal> {
  const meant = nearestRun(name, await app.board.runs.list(MOST_LOOKED_AT));
  return refuse(
    "run_not_found",
    `There is no run of ${showRun(name)}.${meant ? ` Did you mean ${showRun(meant)}?` : ""}`,
    say`${meant ? `retry with ${showRun(meant)}. To begin a new run instead, ` : "begin it: "}${wayToBegin(app)}`,
    { ...name, ...(meant ? { nearest: meant } : {}) },
  );
}

function nearestRun({ project, session }: RunName, known: readonly RunName[]): RunName | undefined {
  const meant = known.some((run) => run.project === project)
    ? project
    : nearest(project, new Set(known.map((run) => run.project)));
  const there = known.filter((run) => run.project === meant);
  const named = there.find((run) => run.session === session);
  if (named) return pick(named);
  const near = nearest(
    session,
    there.map((run) => run.session),
  );
  const found = there.find((run) => run.session === near) ?? there[0];
  return found && pick(found);
}

function pick({ project, session }: RunName): RunName {
  return { project, session };
}

function wayToBegin(app: App): Words {
  const { skill } = resumeRun(app.runs.machine, NEW_RUN);
  if (skill === null) return say`${doing({ type: "change_run", part: "items" })} with its items.`;
  return say`do the work of "${skill}", then ${doing({ type: "complete_skill", skill })}.`;
}

function showRun({ project, session }: RunName): string {
  return `project ${quote(project)}, session ${quote(session)}`;
}
