// signalbox workflow adopt: a workflow takes force on the board, as a person's decision. Processes that are given no file
// of their own work by it from their next start.

import { randomUUID } from "node:crypto";
import { adoptWorkflow, type Adoption, type WorkflowPart } from "../../../app/adopt.ts";
import { authorOf } from "../../../app/app.ts";
import { isRefusal } from "../../../engine/refusal.ts";
import { findOperator } from "../../../setup/operator-key.ts";
import { readSettings, type Settings } from "../../../setup/settings.ts";
import { configuredWorkflow } from "../../../setup/workflow.ts";
import { StoreBoard } from "../../../store/board.ts";
import { hashWorkflow } from "../../../workflows/hash.ts";
import { isShipped } from "../../../workflows/shipped.ts";
import { CliError, print, printJson, styled } from "../../output.ts";
import type { PersonOptions } from "../../people.ts";
import { personName } from "../../person.ts";
import { withStore } from "../../store.ts";

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
  const { machine, problem } = configuredWorkflow(part, isShipped(file) ? undefined : file);
  if (problem !== null) throw new CliError(problem);
  const { workflow } = machine;
  const adoption = await withStore({ ...options, make: true }, async (driver, database) => {
    const board = new StoreBoard(driver);
    const name = personName(options.as, process.env, process.cwd());
    const { proof } = await findOperator(board, { database, env: process.env, person: name });
    const by = authorOf({ actor: { kind: "person", name }, via: "cli", proof });
    return adoptWorkflow(board, { part, workflow, hash: hashWorkflow(workflow) }, by, randomUUID);
  });
  if (isRefusal(adoption)) throw new CliError(adoption.error);
  if (options.json) return printJson(adoption);
  print(describe(workflow.title, part, adoption));
  const given = readSettings(process.env, process.cwd())[GIVEN[part]];
  if (given !== undefined && given !== file) {
    print(styled(`This project is set up with ${given}: whoever starts here brings that one back.`, "yellow"));
  }
}

function describe(title: string, part: WorkflowPart, { hash, adopted }: Adoption): string {
  const which = `${title} (${hash.slice(0, 7)})`;
  if (!adopted) return `${which} is in force already.`;
  return `${which} is in force for ${part}s. Servers that run now must be started again.`;
}
