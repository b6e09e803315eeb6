// The workflow of tickets here, for a command that only wants its words.

import type { Workflow } from "../../engine/workflow/format.ts";
import { readSettings } from "../../setup/settings.ts";
import { configuredWorkflow, machineInForce } from "../../setup/workflow.ts";
import { storeBoard } from "../../store/board.ts";
import { StoreError } from "../../store/errors.ts";
import { withStore } from "./store.ts";

/** The board's; where there is none yet, the one that it would begin with. */
export async function workflowHere(database: string | undefined): Promise<Workflow> {
  const { workflow: file } = readSettings(process.env, process.cwd());
  try {
    const options = { make: false, ...(database === undefined ? {} : { database }) };
    const machine = await withStore(options, (driver) => machineInForce(storeBoard(driver), "ticket", file));
    return machine.workflow;
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== "store_missing") throw error;
    return (await configuredWorkflow("ticket", file)).machine.workflow;
  }
}
