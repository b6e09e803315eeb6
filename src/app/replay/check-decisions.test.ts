import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attested, building, HEAD, inReview, landed, proof, submit } from "../../../test/support/worlds/proof.ts";
import { makeSqliteWorld } from "../../../test/support/worlds/sqlite-world.ts";
import { accepted, block, hand, locked, newTicket, refused, ticketIn } from "../../../test/support/worlds/steps.ts";
import { agent, ann, bob, maria, MINUTE, operator, type World } from "../../../test/support/worlds/world.ts";
import { compile, type Machine } from "../../engine/workflow/compile.ts";
import { shipped } from "../../workflows/shipped.ts";
import { releaseClaim } from "../claims/release.ts";
import { rulesOf } from "../commit/decision-facts.ts";
import type { Board } from "../ports/board.ts";
import type { ChangingRow } from "../ports/ledger.ts";
import { pickIssue } from "../tickets/pick.ts";
import { checkDecisions, type DecisionsReport } from "./check-decisions.ts";
import { machinesOf } from "./machines.ts";

let world: World;
const close: (() => Promise<void>)[] = [];
/** The rows of some verdicts, by what they are about. */
const row: Record<string, number> = {};

beforeAll(async () => {
  const made = await makeSqliteWorld();
  close.push(() => made.close());
  world = proof(made);
  await play();
});
afterAll(async () => {
  for (const end of close) await end();
});

async function last(name: string): Promise<void> {
  row[name] = (await world.board.ledger.head()).seq;
}

async function play(): Promise<void> {
  const key = await building(world);
  refused(await submit(world, ann, key), "facts_missing");
  await last("no tests");
  refused(await hand(world, bob, key, { command: "impl", intent: "lock" }), "claim_conflict");
  await last("held");
  refused(await hand(world, ann, key, { command: "impl", intent: "complete", claim: "1.wrong" }), "claim_lost");
  await last("wrong token");
  refused(await releaseClaim(world.app, bob, { key, reason: "mine now" }), "claim_conflict");
  accepted(await releaseClaim(world.app, ann, { key, reason: "enough" }));
  await last("released");
  const done = await inReview(world, ann, HEAD, "another");
  await last("handed in");
  refused(await hand(world, ann, done, { command: "hero", intent: "close" }), "facts_missing");
  await landed(world);
  await attested(world, HEAD, "review");
  accepted(await hand(world, maria, done, { toState: "Done" }));
  await last("closed");
  const [first, blocked] = [await newTicket(world), await ticketIn(world, "Research Needed")];
  await block(world, blocked, first);
  refused(
    await hand(world, agent("cat", null, ["plan"]), first, { command: "impl", intent: "lock" }),
    "command_not_allowed",
  );
  refused(await hand(world, maria, first, { toState: "Nowhere" }), "unknown_state");
  refused(await hand(world, maria, first, { toState: "Done", fromState: "Done" }), "state_changed");
  refused(await hand(world, maria, first, { toState: "Canceled", reason: " " }), "blank_reason");
  accepted(await hand(world, operator, first, { toState: "In Review" }));
  await last("overridden");
  await ticketIn(world, "Research Needed", { estimate: "S" });
  accepted(
    await pickIssue(world.app, bob, {
      workflowState: "Research Needed",
      claim: true,
      command: "research",
      reason: "next",
    }),
  );
  await last("picked");
  const expiring = await ticketIn(world, "Research Needed");
  const { token } = await locked(world, ann, expiring, "research");
  await world.advance(60 * MINUTE);
  accepted(await hand(world, bob, expiring, { command: "research", intent: "lock" }));
  refused(await hand(world, ann, expiring, { command: "research", intent: "complete", claim: token }), "claim_lost");
  await last("taken over");
}

const MACHINES = [shipped("ticket-proof")];

/** With something planted in some rows. */
function check(
  plant: (row: ChangingRow) => ChangingRow = (one) => one,
  machines: readonly Machine[] = MACHINES,
): Promise<DecisionsReport> {
  const { ledger } = world.board;
  const planted: Pick<Board, "ledger"> = {
    ledger: { ...ledger, changing: async (after, limit) => (await ledger.changing(after, limit)).map(plant) },
  };
  return checkDecisions(planted, machinesOf(world.board, machines));
}

const at = (name: string, change: (row: ChangingRow) => Partial<ChangingRow>) => (one: ChangingRow) =>
  one.seq === row[name] ? { ...one, ...change(one) } : one;

/** Decides as if it were the workflow itself. */
function instead(machine: Machine): readonly Machine[] {
  const [real] = MACHINES;
  if (!real) throw new Error("there is no workflow");
  return [Object.create(machine, { workflow: { value: real.workflow } }) as Machine];
}

describe("deciding the ledger again", () => {
  it("comes to the same verdicts", async () => {
    const report = await check();
    expect(report).toMatchObject({ different: 0, differences: [] });
    expect(report.decided).toBeGreaterThan(20);
    expect(report.left).toMatchObject({ older: 0, workflow: 0, rules: 0, forgotten: 0 });
  });

  it.each<[string, string, (row: ChangingRow) => Partial<ChangingRow>]>([
    ["a refusal that has another code", "held", ({ data }) => ({ data: { ...data, code: "state_changed" } })],
    ["a move that went elsewhere", "closed", ({ data }) => ({ data: { ...data, to: "Canceled" } })],
    ["a refusal that was none", "no tests", ({ data }) => ({ kind: "move", data: { ...data, to: "In Review" } })],
    [
      "a move that should have been refused",
      "closed",
      ({ data }) => ({ kind: "refuse", data: { ...data, code: "no_room" } }),
    ],
    [
      "a token that is said to have fitted",
      "wrong token",
      (one) => ({ facts: { ...one.facts, rules: rulesNow(), token: "current" } }),
    ],
    ["an operator's right that is not there", "overridden", () => ({ facts: { rules: rulesNow() } })],
    ["another agent", "picked", ({ by }) => ({ by: { ...by, connection: "eve" } })],
    ["another ticket", "released", ({ subject }) => ({ subject: { ...subject, key: "2" } })],
  ])("finds %s", async (_, name, change) => {
    const { differences } = await check(at(name, change));
    expect(differences.map(({ seq }) => seq)).toContain(row[name]);
  });

  it("finds a fact that was changed, at the verdict that rested on it", async () => {
    const { differences } = await check((one) =>
      one.kind === "fact" && one.data["name"] === "tests"
        ? { ...one, changes: one.changes.map((change) => failing(change)) }
        : one,
    );
    expect(differences).toMatchObject([{ seq: row["handed in"], found: "refused: facts_missing" }]);
  });

  it("finds an engine that leaves a guard out", async () => {
    const [real] = MACHINES;
    if (!real) throw new Error("there is no workflow");
    const edges = real.workflow.edges.map(({ guards: _, ...edge }) => edge);
    const { differences } = await check(undefined, instead(compile({ ...real.workflow, edges })));
    expect(differences.map(({ seq, said }) => [seq, said])).toContainEqual([row["no tests"], "refused: facts_missing"]);
  });

  it("counts rows without facts, and says which were decided by what nobody knows", async () => {
    const whole = await check();
    const older = await check(({ facts: _, ...one }) => one);
    expect(older).toMatchObject({ decided: 0, different: 0 });
    expect(older.left.older).toBeGreaterThanOrEqual(whole.decided);
    expect((await check(undefined, [])).left.workflow).toBe(whole.decided);
    const newer = await check((one) => (one.facts ? { ...one, facts: { ...one.facts, rules: "2.0" } } : one));
    expect(newer.left.rules).toBe(whole.decided);
  });
});

function rulesNow(): string {
  const [machine] = MACHINES;
  return machine ? rulesOf(machine) : "";
}

function failing(change: ChangingRow["changes"][number]): ChangingRow["changes"][number] {
  if (change.table !== "fact" || change.set?.said === undefined) return change;
  return { ...change, set: { ...change.set, said: change.set.said.replaceAll('"pass"', '"fail"') } };
}
