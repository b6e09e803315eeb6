// Plans that go together are the same as plans that go one after the other: every order of every few kinds of plans is
// tried both ways, on a real file each.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/app/commit/plan.ts";
import type { StoreBoard } from "../../src/store/board.ts";
import type { PreparedPlan } from "../../src/store/ledger/prepare.ts";
import { preparePlan } from "../../src/store/ledger/prepare.ts";
import { newNumbers } from "../../src/app/commit/new-numbers.ts";
import { verifyStore } from "../../src/store/ledger/verify.ts";
import { openStore } from "../support/processes/app.ts";
import { freshPlace, type Place } from "../support/processes/place.ts";
import { creation, entry } from "../support/store/plans.ts";

/** Each on a ticket of its own making, or on one that others of the same batch write to as well. */
const KINDS = {
  "makes a ticket": (name) => numbered(name),
  "makes a ticket by a name that was used": () => numbered("the same"),
  "raises a version": (name, shared) =>
    preparePlan({
      id: name,
      checks: [{ table: "ticket", key: shared, version: 1 }],
      entries: [entry("edit", shared, [{ table: "ticket", key: { key: shared }, set: { version: 2 } }])],
    }),
  "fails in the middle": (name) =>
    preparePlan({
      id: name,
      checks: [],
      entries: [
        creation(`half of ${name}`, elsewhere()),
        entry("edit", name, [{ table: "ticket", key: { key: name }, set: {} }]),
      ],
    }),
  "fails at the very end": (name) =>
    preparePlan({ id: name, checks: [], entries: [creation(`orphan ${name}`, { ...elsewhere(), parent: "nobody" })] }),
} satisfies Record<string, (name: string, shared: string) => PreparedPlan>;

type Kind = keyof typeof KINDS;

const LENGTH = 3;
let world = "";

let others = 0;

/** Numbers of its own, which are in nobody's way. */
function elsewhere(): { readonly number: number; readonly repo: string } {
  return { number: ++others, repo: "elsewhere" };
}

function numbered(id: string): PreparedPlan {
  const numbers = newNumbers(1);
  const key = String(numbers.first);
  return preparePlan({
    id: `${world}${id}`,
    checks: [],
    entries: [creation(key, { number: numbers.first })],
    newNumbers: numbers,
    request: {
      sender: "s",
      tool: "t",
      subject: "board",
      id: `${world}${id}`,
      arguments: "",
      answer: `{"number":${key}}`,
    },
  });
}

const places: Place[] = [];
const boards: StoreBoard[] = [];

beforeAll(async () => {
  for (let count = 0; count < 2; count++) {
    const place = await freshPlace("sqlite");
    places.push(place);
    boards.push(await openStore(place.address, { synchronous: "OFF", clock: () => 1 }));
  }
});

afterAll(async () => {
  for (const board of boards) await board.close();
  for (const place of places) await place.remove();
});

describe("plans that go together", () => {
  it(`are answered, and leave what they leave, as one after the other: all orders of ${LENGTH} of ${Object.keys(KINDS).length} kinds`, async () => {
    const [together, apart] = boards;
    if (!together || !apart) throw new Error("there are no boards");
    const seen = new Set<string>();
    for (const [index, kinds] of sequences(Object.keys(KINDS) as Kind[], LENGTH).entries()) {
      world = `${index}/`;
      const shared = `shared ${index}`;
      const made = preparePlan({ id: shared, checks: [], entries: [creation(shared, elsewhere())] });
      for (const board of boards) expect(await board.driver.commit(made)).toMatchObject({ kind: "done" });
      const plans = kinds.map((kind, place) => KINDS[kind](`${index}.${place}`, shared));
      const before = (await together.ledger.head()).seq;
      const one = await Promise.all(plans.map((plan) => told(together, plan)));
      const other: string[] = [];
      for (const plan of plans) other.push(await told(apart, plan));
      expect(one, kinds.join(", ")).toEqual(other);
      expect(await leftBy(together, before), kinds.join(", ")).toEqual(await leftBy(apart, before));
      for (const answer of one) seen.add(answer.split(" ")[0] ?? "");
    }
    expect(seen).toEqual(new Set(["done", "stale", "failed:"]));
    for (const board of boards) expect((await verifyStore(board.driver)).ok).toBe(true);
    expect((await together.ledger.head()).hash).toBe((await apart.ledger.head()).hash);
  });
});

async function told(board: StoreBoard, plan: PreparedPlan): Promise<string> {
  return board.driver.commit(plan).then(
    (outcome: Outcome) => (outcome.kind === "done" ? `done ${outcome.seq} ${outcome.created}` : outcome.kind),
    (error: unknown) => `failed: ${String(error)}`,
  );
}

async function leftBy(board: StoreBoard, after: number): Promise<unknown> {
  return [
    await board.driver.all("SELECT * FROM ledger WHERE seq > ?", [after]),
    await board.driver.all("SELECT * FROM request WHERE seq > ?", [after]),
    await board.driver.all("SELECT key, number, version FROM ticket ORDER BY key", []),
  ];
}

function sequences<T>(all: readonly T[], length: number): readonly (readonly T[])[] {
  if (length === 0) return [[]];
  return sequences(all, length - 1).flatMap((rest) => all.map((one) => [...rest, one]));
}
