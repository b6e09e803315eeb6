import fc from "fast-check";
import { expect, it } from "vitest";
import type { BareRow } from "../ports/ledger.ts";
import { Life } from "./life.ts";

const STATES = new Map([
  ["queue", { human: false, terminal: false }],
  ["desk", { human: true, terminal: false }],
  ["end", { human: false, terminal: true }],
]);

type Row = readonly [at: number, kind: BareRow["kind"], data: BareRow["data"]];

function lived(...rows: readonly Row[]): Life {
  const life = new Life((name) => STATES.get(name));
  for (const [index, [at, kind, data]] of rows.entries()) {
    life.live({ seq: index + 1, at, kind, subject: { type: "ticket", key: "1" }, data });
  }
  return life;
}

const acquired = (expiresAt: number) => ({ claim: { type: "acquire", holder: "ann", fence: 1, expiresAt } });

it("is work while somebody holds it, and a queue before and after", () => {
  const life = lived(
    [0, "create", { to: "queue" }],
    [10, "stay", { from: "queue", to: "queue", ...acquired(100) }],
    [30, "release", {}],
    [35, "move", { from: "queue", to: "end" }],
  );
  expect(life.share).toEqual({ workMs: 20, humanMs: 0, queueMs: 15 });
});

it("is no work any more once the lease has run out, unless it was renewed or cut short", () => {
  const begin: readonly Row[] = [
    [0, "create", { to: "queue" }],
    [10, "stay", acquired(20)],
  ];
  const end: Row = [50, "move", { from: "queue", to: "end" }];
  expect(lived(...begin, end).share).toMatchObject({ workMs: 10, queueMs: 40 });
  expect(lived(...begin, [15, "refuse", { claim: { type: "renew", expiresAt: 45 } }], end).share).toMatchObject({
    workMs: 35,
  });
  expect(lived(...begin, [12, "claim", { type: "grace", expiresAt: 14 }], end).share).toMatchObject({ workMs: 4 });
  expect(lived(...begin, [15, "propagate", { from: "queue", to: "queue" }], end).share).toMatchObject({ workMs: 5 });
});

it("is people's time where a state waits for them, and nothing after the end", () => {
  const life = lived(
    [0, "create", { to: "desk" }],
    [10, "move", { from: "desk", to: "end" }],
    [90, "override", { from: "end", to: "queue" }],
    [95, "move", { from: "queue", to: "end" }],
  );
  expect(life.share).toEqual({ workMs: 0, humanMs: 10, queueMs: 5 });
});

it("does not tell how long a visit was that began where the ledger was not looking", () => {
  const life = new Life((name) => STATES.get(name));
  const row = { seq: 1, at: 5, kind: "move", subject: { type: "ticket", key: "1" } } as const;
  expect(life.live({ ...row, data: { from: "queue", to: "desk" } })).toBeNull();
  expect(life.createdAt).toBeNull();
  expect(life.live({ ...row, at: 9, data: { from: "queue", to: "end" } })).toBeNull();
});

it("puts every moment between creation and end in one place and no other", () => {
  const gap = fc.nat({ max: 1000 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant("move" as const), to: fc.constantFrom("queue", "desk") }),
    fc.record({ kind: fc.constant("stay" as const), lease: gap }),
    fc.record({ kind: fc.constantFrom("release" as const, "refuse" as const, "comment" as const) }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(gap, step)), (steps) => {
      let [at, state] = [0, "queue"];
      const life = lived([0, "create", { to: state }]);
      const visits: number[] = [];
      const live = (kind: BareRow["kind"], data: BareRow["data"]): void => {
        const visit = life.live({ seq: 0, at, kind, subject: { type: "ticket", key: "1" }, data });
        if (visit) visits.push(visit.ms);
      };
      for (const [wait, one] of steps) {
        at += wait;
        if ("to" in one) {
          live(one.kind, { from: state, to: one.to });
          state = one.to;
        } else live(one.kind, "lease" in one ? acquired(at + one.lease) : {});
      }
      live("move", { from: state, to: "end" });
      const { workMs, humanMs, queueMs } = life.share;
      expect(workMs + humanMs + queueMs).toBe(at);
      expect(visits.reduce((sum, ms) => sum + ms, 0)).toBe(at);
    }),
  );
});
