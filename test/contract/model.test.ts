import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Card } from "./model-cards.ts";
import { steps } from "./model-commands.ts";
import { begin, seen } from "./model-steps.ts";
import { Model } from "./model.ts";
import { makePostgresWorld } from "../support/worlds/postgres-world.ts";
import { makeSqliteWorld } from "../support/worlds/sqlite-world.ts";
import type { World } from "../support/worlds/world.ts";

/** More of it where somebody has time: MODEL_TIMES=50 npx vitest run test/contract/model.test.ts */
const TIMES = Number(process.env["MODEL_TIMES"] ?? 1);
const TIMEOUT_MS = TIMES * 300_000;
const ENOUGH_MS = TIMES * 20_000;

/** What the sequences must reach to be worth anything. */
const REACHED = `claim_conflict claim_lost cycle human_gate invalid_output invalid_transition not_claimed not_converged
  parent_outside_order relink_not_allowed request_reused state_changed target_ahead_of_parent target_not_allowed
  terminal_state ticket_not_found unexpected_state`
  .split(/\s+/)
  .map((code) => `refused ${code}`);

describe("whatever happens to a board", () => {
  it("does on SQLite what a simple model of it does", { timeout: TIMEOUT_MS }, async () => {
    await compare(makeSqliteWorld, { numRuns: 15, seed: 1 });
    expect(REACHED.filter((answer) => !seen.has(answer))).toEqual([]);
    await compare(makeSqliteWorld, { numRuns: TIMES * 150, interruptAfterTimeLimit: ENOUGH_MS });
  });

  it("does on PostgreSQL what a simple model of it does", { timeout: TIMEOUT_MS }, async () => {
    await compare(makePostgresWorld, { numRuns: TIMES * 30, interruptAfterTimeLimit: ENOUGH_MS });
  });
});

async function compare(
  make: () => Promise<World>,
  parameters: fc.Parameters<[Iterable<fc.AsyncCommand<Model, World>>]>,
): Promise<void> {
  const sequences = fc.commands(steps, { maxCommands: 200, size: "max" });
  await fc.assert(
    fc.asyncProperty(sequences, async (commands) => {
      const world = await make();
      const model = new Model();
      try {
        await begin(model, world);
        await fc.asyncModelRun(() => ({ model, real: world }), commands);
        await expectSame(model, world);
      } finally {
        await world.close();
      }
    }),
    { ...parameters, unbiased: true },
  );
}

/** The ledger has a row for every answer that counts, and the board is what the model is. */
async function expectSame(model: Model, world: World): Promise<void> {
  const rows = await world.board.ledger.after(0, 10_000);
  expect(
    rows.map(({ kind, subject, data }) => ({
      kind,
      key: subject.key,
      ...("from" in data && kind !== "link" ? { from: data["from"] } : {}),
      ...("to" in data && kind !== "refuse" ? { to: data["to"] } : {}),
      ...("code" in data ? { code: data["code"] } : {}),
    })),
  ).toEqual(model.lines);
  const { items } = await world.board.tickets.list({}, 100, null);
  expect(items).toEqual([...model.cards.values()].map((card) => ticketFrom(model, card)));
  for (const card of model.cards.values()) {
    const key = String(card.number);
    expect((await world.board.tickets.comments(key)).map((comment) => comment.body)).toEqual(card.comments);
    const { blockedBy } = await world.board.tickets.links(key);
    expect(blockedBy.map((blocker) => blocker.number)).toEqual([...card.blockers].toSorted((a, b) => a - b));
  }
}

function ticketFrom(model: Model, card: Card): object {
  const { number, title, body, state, priority, estimate, labels, version, closed, fence, claim } = card;
  return {
    key: String(number),
    number,
    title,
    body,
    state,
    priority,
    estimate,
    labels,
    parent: card.parent === null ? null : String(card.parent),
    parentSince: card.parentSince,
    createdAt: card.created,
    updatedAt: card.updated,
    enteredAt: card.entered,
    version,
    closed,
    // Of trackers elsewhere, and of evidence: this board has neither.
    closedAs: null,
    archived: false,
    nodeId: null,
    planning: { type: null, milestone: null, iteration: null },
    head: null,
    fork: null,
    onBoard: true,
    claim: claim && { holder: claim.holder, fence, since: claim.since, expiresAt: claim.expires },
    claimDigest: claim && expect.stringMatching(/^[0-9a-f]{64}$/),
    fence,
    formerHolder: card.former,
    reservedUntil: card.reserved,
    openBlockers: model.openBlockers(card),
    childCount: model.childCount(card),
  };
}
