import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import { compile, type Machine } from "../../engine/workflow/compile.ts";

/** The workflow that plays this part on every board. */
const TICKETS = "ticket";

/** Compiled once for each workflow in force. */
export function machineInForce(store: TrackerStore, fallback: Machine): () => Promise<Machine> {
  let compiled: { readonly hash: string; readonly machine: Machine } | null = null;
  return async () => {
    const inForce = await store.workflows.inForce(TICKETS);
    if (!inForce) return fallback;
    if (compiled?.hash !== inForce.hash) compiled = { hash: inForce.hash, machine: compile(inForce.workflow) };
    return compiled.machine;
  };
}
