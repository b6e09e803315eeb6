// The scripts that every client plays: illegal moves, refused; then what each refusal says, to the letter.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { check, type Scenario } from "./scenario.ts";
import { PROGRAM, ROOT } from "../../support/program.ts";
import { isHeldBack, plainly, SLIPPED, slips } from "./slips.ts";
import type { World } from "./world.ts";

export interface Step {
  /** Our name of the tool; a client has its own. */
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What the model does next, by the results of its calls, oldest first. null: it is done. */
export type Script = (results: readonly string[]) => Step | null;

/** Runs a client from its start to its end, led by this script; what it printed. */
export type Play = (world: World, program: string, script: Script) => Promise<string>;

/** The client's name of a tool that it lists. */
export function nameOf(tool: string, listed: readonly string[]): string | null {
  return listed.find((name) => name === tool || name.endsWith(`_${tool}`)) ?? null;
}

export function refusedOnce(play: Play): Scenario {
  return {
    name: "started by what init wrote, hands off, is refused, and recovers",
    run: async (world, program) => {
      const [number = 0] = await world.tickets("Backlog");
      const output = await play(world, program, (results) => recover(number, results));
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

export function slipsAndRecovers(play: Play): Scenario {
  return {
    name: `${SLIPPED.map(({ slip }) => slip).join(", ")}; and comes through by the refusals alone`,
    run: async (world, program) => {
      const [number = 0] = await world.tickets("Research Needed");
      const shown: string[] = [];
      const output = await play(world, program, slips(number, shown));
      const { state, rows } = await world.look(number);
      const told = shown.map((text) => plainly(text));
      const refused = rows.filter(({ kind }) => kind === "refuse").length;
      const slipped = SLIPPED.length - shown.filter(isHeldBack).length;
      check(refused === slipped && refused >= 3, `${refused} calls were refused:\n${told.join("\n")}`, output);
      check(state === "Plan in Review", `it stands in ${state}:\n${told.join("\n")}`, output);
      return told;
    },
  };
}

/** Set up as a user does it. */
export function init(world: World, client: string): void {
  const program = join(ROOT, "node_modules/.bin/node");
  const options = { cwd: world.project, env: world.env, encoding: "utf8" } as const;
  const { status, stderr } = spawnSync(program, [PROGRAM, "init", "--client", client], options);
  check(status === 0, `init works: ${stderr}`, stderr);
}

function recover(number: number, results: readonly string[]): Step | null {
  const [last] = results.slice(-1);
  const reason = "As it is meant.";
  if (last === undefined) {
    return { tool: "handoff_ticket", input: { number, command: "ralph_impl", intent: "complete", reason } };
  }
  const [, command, to_state] = /Recovery: .*?with command="([^"]+)", to_state="([^"]+)"/.exec(plainly(last)) ?? [];
  return command ? { tool: "handoff_ticket", input: { number, command, to_state, reason } } : null;
}
