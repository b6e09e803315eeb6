// The script that every client plays: an illegal move, refused; then what the refusal says, to the letter.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { check, type Scenario } from "./scenario.ts";
import { PROGRAM, ROOT } from "../../support/program.ts";
import type { World } from "./world.ts";

export interface Step {
  /** Our name of the tool; a client has its own. */
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** null: it is done. */
export function nextStep(number: number, results: readonly string[]): Step | null {
  const [last] = results.slice(-1);
  const reason = "As it is meant.";
  if (last === undefined) {
    return { tool: "handoff_ticket", input: { number, command: "ralph_impl", intent: "complete", reason } };
  }
  const plain = last.replaceAll('\\\\"', '"').replaceAll('\\"', '"');
  const [, command, to_state] = /Recovery: retry with command="([^"]+)", to_state="([^"]+)"/.exec(plain) ?? [];
  return command ? { tool: "handoff_ticket", input: { number, command, to_state, reason } } : null;
}

/** The client's name of a tool that it lists. */
export function nameOf(tool: string, listed: readonly string[]): string | null {
  return listed.find((name) => name === tool || name.endsWith(`_${tool}`)) ?? null;
}

export function followsTheRefusal(
  client: string,
  run: (world: World, program: string, number: number) => Promise<string>,
): Scenario {
  return {
    name: "started by what init wrote, hands off, is refused, and recovers",
    run: async (world, program) => {
      const [number = 0] = await world.tickets("Backlog");
      const { status, stderr } = spawnSync(
        join(ROOT, "node_modules/.bin/node"),
        [PROGRAM, "init", "--client", client],
        {
          cwd: world.project,
          env: world.env,
          encoding: "utf8",
        },
      );
      check(status === 0, `init works: ${stderr}`, stderr);
      const output = await run(world, program, number);
      const { state, rows } = await world.look(number);
      check(
        rows.some(({ kind }) => kind === "refuse"),
        "the refusal stands in the ledger",
        output,
      );
      check(state === "Research Needed", `it stands in ${state}`, output);
    },
  };
}
