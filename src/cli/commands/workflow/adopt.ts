// signalbox workflow adopt: a person puts a workflow in force on the board. They see how it differs and what it loosens, and
// are asked where it loosens anything.

import { randomUUID } from "node:crypto";
import type { Caller } from "../../../app/app.ts";
import type { Board } from "../../../app/ports/board.ts";
import type { WorkflowPart } from "../../../app/ports/workflows.ts";
import type { Adoption } from "../../../app/workflows/adoption.ts";
import { adoptWorkflow } from "../../../app/workflows/adopt.ts";
import type { Candidate } from "../../../app/workflows/compare.ts";
import { differenceWords } from "../../../engine/compare/difference.ts";
import { isRefusal, type Refusal } from "../../../engine/refusal.ts";
import { tell } from "../../../engine/surfaces/tell.ts";
import { makeLog } from "../../../setup/log.ts";
import { openTracker } from "../../../setup/open-tracker.ts";
import { readSettings, type Settings } from "../../../setup/settings.ts";
import { configuredWorkflow, shippedFor } from "../../../setup/workflow.ts";
import { hashWorkflow } from "../../../workflows/hash.ts";
import { confirm } from "../../support/confirm.ts";
import { CliError, print, printJson, styled } from "../../support/output.ts";
import { findPerson, type PersonOptions } from "../../support/people.ts";
import { withStore } from "../../support/store.ts";

export interface AdoptOptions extends PersonOptions {
  readonly part: WorkflowPart;
  readonly yes?: boolean;
}

/** What a process may have been given for each part. */
const GIVEN = {
  ticket: "workflow",
  session: "sessionWorkflow",
  run: "runWorkflow",
} as const satisfies Readonly<Record<WorkflowPart, keyof Settings>>;

export async function adoptFile(file: string, options: AdoptOptions): Promise<void> {
  const { part } = options;
  const { machine, problem } = await configuredWorkflow(part, file);
  if (problem !== null) throw new CliError(problem);
  const { workflow } = machine;
  const candidate = { part, workflow, hash: hashWorkflow(workflow), otherwise: shippedFor(part).workflow };
  const settings = readSettings(process.env, process.cwd());
  const adoption = await withStore({ ...options, make: true }, async (driver, database) => {
    const log = makeLog(settings.log);
    const board = await openTracker(driver, { settings, database, machine, log, readOnly: true });
    const { caller } = await findPerson(board, database, options);
    return adopt(board, caller(false), candidate, options);
  });
  if (isRefusal(adoption)) throw new CliError(tell(adoption, "cli").error);
  if (options.json) return printJson(adoption);
  print(describe(candidate, adoption));
  await printOtherSetting(candidate, settings[GIVEN[part]]);
}

async function adopt(
  board: Board,
  caller: Caller,
  candidate: Candidate,
  options: AdoptOptions,
): Promise<Adoption | Refusal> {
  const app = { board, newId: randomUUID };
  const seen = await adoptWorkflow(app, caller, { ...candidate, dryRun: true });
  if (isRefusal(seen)) return seen;
  if (seen.loosens.length > 0 && !options.json) print(loosened(seen));
  const isAgreed = seen.loosens.length === 0 || (await confirm("Put it in force?", options));
  if (!isAgreed) throw new CliError("nothing was changed");
  // What they have just read must still be so.
  return adoptWorkflow(app, caller, { ...candidate, from: seen.from });
}

function loosened({ loosens }: Adoption): string {
  const lines = loosens.map((words) => `  ${styled("-", "yellow")} ${words}`);
  return [styled("It loosens what is in force:", "yellow"), ...lines].join("\n");
}

function describe({ part, workflow, hash }: Candidate, { adopted, difference }: Adoption): string {
  const which = `${workflow.title} (${hash.slice(0, 7)})`;
  if (!adopted) return `${which} is in force already.`;
  return [
    `${which} is in force for ${part}s. Servers that run now take it up by themselves.`,
    ...(difference ? differenceWords(difference) : []).map((words) => `  ${words}`),
  ].join("\n");
}

/** A process that starts with another file changes nothing, and says each time that the file differs. */
async function printOtherSetting({ part, hash }: Candidate, given: string | undefined): Promise<void> {
  if (given === undefined) return;
  const { machine, problem } = await configuredWorkflow(part, given);
  if (problem === null && hashWorkflow(machine.workflow) === hash) return;
  print(styled(`This project's settings name ${given}, which is another: change them to name this one.`, "yellow"));
}
