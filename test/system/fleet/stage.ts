// What a fleet is given to do, and whether it was done by the rules.

import { join } from "node:path";
import { Random } from "../../../src/demo/random.ts";
import { Checker } from "../../soak/checker.ts";
import { ROOT, runProgram, bareEnv } from "../../support/program.ts";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import type { FleetBoard } from "./boards.ts";

type Make = (fields?: object) => Promise<number>;
type Triage = (number: number, how: object) => Promise<void>;

/** Each fills the board, and gives the tickets that are asked for. */
export const TASKS = {
  "a small ticket": async (make: Make) => [await make({ estimate: "XS" })],
  "a group of four": async (make: Make) => {
    const parent = await make();
    const first = await make({ parent, estimate: "S" });
    await make({ parent, estimate: "XS" });
    await make({ parent, estimate: "S", blockedBy: [first] });
    await make({ parent, estimate: "S" });
    return [parent];
  },
  "an epic that is split twice": async (make: Make) => [await make({ estimate: "XL" })],
  "a ticket whose parts were all canceled": async (make: Make, triage: Triage) => {
    const parent = await make({ estimate: "S" });
    await triage(parent, { to_state: "Research Needed" });
    for (let part = 0; part < 2; part++) await triage(await make({ parent }), { intent: "cancel" });
    return [parent];
  },
  "a large ticket that triage has sent on": async (make: Make, triage: Triage) => {
    const number = await make({ estimate: "L" });
    await triage(number, { to_state: "Ready for Plan" });
    return [number];
  },
} as const;

const SIZES = [null, "XS", "S", "S"];

/** Some wait for others, some are too large, none is linked in a ring. */
export async function makeCrowd(make: Make, tickets: number, seed: number): Promise<readonly number[]> {
  const random = new Random(seed);
  const made: number[] = [];
  for (let index = 0; index < tickets; index++) {
    const blocker = random.chance(0.3) ? random.oneOf(made) : undefined;
    const estimate = index % 20 === 19 ? "L" : random.oneOf(SIZES);
    const priority = random.oneOf(["P0", "P1", "P2", "P3"]);
    made.push(
      await make({
        priority,
        ...(estimate ? { estimate } : {}),
        ...(blocker === undefined ? {} : { blockedBy: [blocker] }),
      }),
    );
  }
  return made;
}

/** Somebody who writes tickets, and reads them again at the end. */
export class Clerk {
  readonly #client: StdioClient;

  private constructor(client: StdioClient) {
    this.#client = client;
  }

  static async open({ database, env }: FleetBoard): Promise<Clerk> {
    const client = new StdioClient(database, { ...env, SIGNALBOX_AGENT: "clerk" });
    await client.initialize();
    return new Clerk(client);
  }

  readonly make: Make = async (fields = {}) => {
    const { number } = await this.#client.ok("create_ticket", { title: "The words of its title", ...fields });
    return Number(number);
  };

  readonly triage: Triage = async (number, how) => {
    await this.#client.ok("handoff_ticket", { number, command: "triage", reason: "Judged by its title.", ...how });
  };

  async read(number: number): Promise<Readonly<Record<string, unknown>>> {
    return this.#client.ok("get_ticket", { number });
  }

  async leave(): Promise<void> {
    await this.#client.leave();
  }
}

/** By a checker that shares no code with the program, and by `signalbox verify`: what was wrong. */
export async function breachesOn(board: FleetBoard): Promise<readonly string[]> {
  const workflow = join(ROOT, "workflows/ticket.json");
  const checker = new Checker(() => board.ledger(), { workflow, tell: () => undefined });
  const found = await checker.finish();
  const { status, stdout } = await runProgram(["verify", "--database", board.database], { env: bareEnv(board.env) });
  return status === 0 ? found : [...found, `verify: ${stdout}`];
}
