// A person who decides what becomes of tickets that agents gave up on.

import { Random } from "../../src/demo/random.ts";
import { acknowledgedBy } from "./agent-acknowledge.ts";
import type { Content } from "./agent-ask.ts";
import { ERRORS, OVERTAKEN } from "./agent-codes.ts";
import { clock, pause } from "./wait.ts";
import type { World } from "./world.ts";

export type Person = (move: {
  readonly number: number;
  readonly to: string;
  readonly reason: string;
}) => Promise<Content>;

const WAYS = ["Backlog", "Research Needed", "Ready for Plan"];

/** `move`: rejects where the way to the board is broken. */
export async function decideAsPerson(move: Person, world: World, seed: number): Promise<void> {
  const random = new Random(seed);
  while (!world.over.aborted) {
    await pause(random.between(500, 3000), world.over);
    const number = world.escalated.shift();
    if (number === undefined) continue;
    const askedAt = clock();
    const to = random.oneOf(WAYS) ?? "Backlog";
    try {
      hear(await move({ number, to, reason: "Looked at it." }), askedAt, world);
    } catch (error) {
      if (!world.weather.explains("connection_lost", askedAt, clock())) {
        world.notes.breach(`a person could not move #${number}: ${String(error)}`);
      }
    }
  }
}

function hear(answer: Content, askedAt: number, { notes, weather, checker }: World): void {
  const code = answer["code"];
  if (typeof code !== "string") {
    notes.count("moves by a person");
    const told = { agent: "a person", tool: "handoff_ticket", askedAt, toldAt: clock() };
    for (const what of acknowledgedBy(told, {}, answer)) checker.acknowledge(what);
  } else if (!OVERTAKEN.has(code) && !(ERRORS.has(code) && weather.explains(code, askedAt, clock()))) {
    notes.breach(`a person was refused: ${JSON.stringify(answer)}`);
  }
}
