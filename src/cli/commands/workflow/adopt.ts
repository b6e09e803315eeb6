// signalbox workflow adopt: a person puts a workflow in force on the board. Processes that are given no file
// of their own work by it from their next start.

import { randomUUID } from "node:crypto";
import { adoptWorkflow, type Adoption, type WorkflowPart } from "../../../app/workflows/adopt.ts";
import { authorOf } from "../../../app/app.ts";
import { isRefusal } from "../../../engine/refusal.ts";
import { tell } from "../../../engine/surfaces/tell.ts";
import { makeLog } from "../../../setup/log.ts";
import { openTracker } from "../../../setup/open-tracker.ts";
import { readSettings, type Settings } from "../../../setup/settings.ts";
import { configuredWorkflow } from "../../../setup/workflow.ts";
import { hashWorkflow } from "../../../workflows/hash.ts";
import { isShipped } from "../../../workflows/shipped.ts";
import { CliError, print, printJson, styled } from "../../support/output.ts";
import { findPerson, type PersonOptions } from "../../support/people.ts";
import { withStore } from "../../support/store.ts";

export interface AdoptOptions extends PersonOptions {
  readonly part: WorkflowPart;
}

/** What a process may have been given for each part. */
const GIVEN = {
  ticket: "workflow",
  session: "sessionWorkflow",
  run: "runWorkflow",
} as const satisfies Readonly<Record<WorkflowPart, keyof Settings>>;

export async function adoptFile(file: string, options: AdoptOptions): Promise<void> {
  const { part } = options;
  const { machine, problem } = await configuredWorkflow(part, isShipped(file) ? undefined : file);
  if (problem !== null) throw new CliError(problem);
  const { workflow } = machine;
  const settings = readSettings(process.env, process.cwd());
  const adoption = await withStore({ ...options, make: true }, async (driver, database) => {
    const log = makeLog(settings.log);
    const board = await openTracker(driver, { settings, database, machine, log, readOnly: true });
    const { caller } = await findPerson(board, database, options);
    // Where tickets live elsewhere, this brings their mirror in step: none of them must be stranded.
    await board.tickets.list({}, 1, null);
    const candidate = { part, workflow, hash: hashWorkflow(workflow) };
    return adoptWorkflow(board, candidate, authorOf(caller(false)), randomUUID);
  });
  if (isRefusal(adoption)) throw new CliError(tell(adoption, "cli").error);
  if (options.json) return printJson(adoption);
  print(describe(workflow.title, part, adoption));
  const given = settings[GIVEN[part]];
  if (given !== undefined && given !== file) {
    print(styled(`This project is set up with ${given}: a server that starts here adopts that one again.`, "yellow"));
  }
}

function describe(title: string, part: WorkflowPart, { hash, adopted }: Adoption): string {
  const which = `${title} (${hash.slice(0, 7)})`;
  if (!adopted) return `${which} is in force already.`;
  return `${which} is in force for ${part}s. Servers that run now must be started again.`;
}
