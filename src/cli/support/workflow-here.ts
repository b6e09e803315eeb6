// The workflow of tickets that holds here, for who only wants to know its words.

import type { Workflow } from "../../engine/workflow/format.ts";
import { readSettings } from "../../setup/settings.ts";
import { configuredWorkflow, machineInForce } from "../../setup/workflow.ts";
import { storeBoard } from "../../store/board.ts";
import { StoreError } from "../../store/errors.ts";
import { withStore } from "./store.ts";

/** The board's; where there is none yet, the one that it would begin with. */
export async function workflowHere(database: string | undefined): Promise<Workflow> {
  try {
    const options = { make: false, ...(database === undefined ? {} : { database }) };
    const machine = await withStore(options, (driver) => machineInForce(storeBoard(driver), "ticket"));
    return machine.workflow;
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== "store_missing") throw error;
    const { workflow } = readSettings(process.env, process.cwd());
    return (await configuredWorkflow("ticket", workflow)).machine.workflow;
  }
}
