import { expect } from "vitest";
import { advanceChildren } from "../../src/app/tickets/advance.ts";
import type { Caller } from "../../src/app/app.ts";
import { addComment } from "../../src/app/tickets/comment.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import { releaseClaim } from "../../src/app/claims/release.ts";
import type { Key } from "../../src/engine/facts.ts";
import {
  accepted,
  hand,
  locked,
  newTicket,
  put,
  refused,
  seqOf,
  stateOf,
  ticketIn,
  ticketOf,
} from "../support/worlds/steps.ts";
import { ann, bob, maria, MINUTE, operator, uma, type Test, type World } from "../support/worlds/world.ts";

interface Tool {
  readonly tool: string;
  /** Makes ready, and gives back what the request is about. */
  readonly prepare: (world: World) => Promise<Key>;
  readonly call: (world: World, by: Caller, key: Key, requestId: string) => Promise<object>;
  /** The same request with other arguments. */
  readonly other: (world: World, by: Caller, key: Key, requestId: string) => Promise<object>;
}

const TOOLS: readonly Tool[] = [
  {
    tool: "create_ticket",
    prepare: () => Promise.resolve("board"),
    call: ({ app }, by, _, requestId) => createTicket(app, by, { title: "once", labels: ["a"], requestId }),
    other: ({ app }, by, _, requestId) => createTicket(app, by, { title: "once", labels: ["b"], requestId }),
  },
  {
    tool: "update_ticket",
    prepare: (world) => newTicket(world),
    call: ({ app }, by, key, requestId) => updateTicket(app, by, { key, title: "new", requestId }),
    other: ({ app }, by, key, requestId) => updateTicket(app, by, { key, title: "newer", requestId }),
  },
  {
    tool: "update_ticket, with links",
    prepare: async (world) => {
      await newTicket(world);
      return newTicket(world);
    },
    call: ({ app }, by, key, requestId) => updateTicket(app, by, { key, parent: "1", requestId }),
    other: ({ app }, by, key, requestId) => updateTicket(app, by, { key, addBlockers: ["1"], requestId }),
  },
  {
    tool: "add_comment",
    prepare: (world) => newTicket(world),
    call: ({ app }, by, key, requestId) => addComment(app, by, { key, body: "once", requestId }),
    other: ({ app }, by, key, requestId) => addComment(app, by, { key, body: "twice", requestId }),
  },
  {
    tool: "handoff_ticket",
    prepare: (world) => ticketIn(world, "Research Needed"),
    call: (world, by, key, requestId) => hand(world, by, key, { command: "research", intent: "lock", requestId }),
    other: (world, by, key, requestId) => hand(world, by, key, { command: "research", intent: "escalate", requestId }),
  },
  {
    tool: "release_claim",
    prepare: async (world) => {
      const key = await ticketIn(world, "Research Needed");
      await locked(world, ann, key, "research");
      return key;
    },
    call: ({ app }, by, key, requestId) => releaseClaim(app, by, { key, reason: "enough", requestId }),
    other: ({ app }, by, key, requestId) => releaseClaim(app, by, { key, reason: "too much", requestId }),
  },
  {
    tool: "pick_actionable_issue",
    prepare: async (world) => {
      await ticketIn(world, "Research Needed");
      await ticketIn(world, "Research Needed");
      return "Research Needed";
    },
    call: ({ app }, by, workflowState, requestId) =>
      pickIssue(app, by, { workflowState, claim: true, command: "research", reason: "next", requestId }),
    other: ({ app }, by, workflowState, requestId) =>
      pickIssue(app, by, { workflowState, claim: true, command: "research", reason: "next!", requestId }),
  },
  {
    tool: "advance_children",
    prepare: async (world) => {
      const parent = await newTicket(world);
      await newTicket(world, { parent });
      await put(world, parent, "Ready for Plan");
      return parent;
    },
    call: ({ app }, by, key, requestId) => advanceChildren(app, by, { key, targetState: "Ready for Plan", requestId }),
    other: ({ app }, by, key, requestId) => advanceChildren(app, by, { key, targetState: "Backlog", requestId }),
  },
];

export function requests(test: Test): void {
  for (const { tool, prepare, call, other } of TOOLS) {
    test(`answers a repeated ${tool} as before, whoever repeats it, and changes nothing`, async (world) => {
      const key = await prepare(world);
      const first = accepted(await call(world, ann, key, "r1"));
      const [seq, dump] = [await seqOf(world), await world.dump()];
      await world.advance(MINUTE);
      expect(await call(world, ann, key, "r1")).toEqual(first);
      expect(await call(world, bob, key, "r1")).toEqual(withoutToken(first));
      expect(await call(world, maria, key, "r1")).toEqual(withoutToken(first));
      expect([await seqOf(world), await world.dump()]).toEqual([seq, dump]);
    });

    test(`refuses a ${tool} that uses a request's name for something else`, async (world) => {
      const key = await prepare(world);
      accepted(await call(world, ann, key, "r1"));
      const dump = await world.dump();
      const refusal = refused(await other(world, ann, key, "r1"), "request_reused");
      expect(refusal.facts).toMatchObject({ request_id: "r1" });
      expect(await world.dump()).toEqual(dump);
    });

    test(`does one ${tool} where it is asked for many times at once`, async (world) => {
      const key = await prepare(world);
      const before = await seqOf(world);
      const answers = await Promise.all(Array.from({ length: 6 }, () => call(world, ann, key, "r1")));
      expect(new Set(answers.map((answer) => JSON.stringify(accepted(answer))))).toHaveProperty("size", 1);
      expect(await seqOf(world)).toBe(before + 1);
    });
  }

  test("keeps no answer that was a refusal", async (world) => {
    const key = await newTicket(world);
    const lock = { command: "research", intent: "lock", requestId: "r1" };
    refused(await hand(world, ann, key, lock), "invalid_transition");
    expect(await world.board.ledger.recorded("handoff_ticket", key, "r1")).toBeNull();
    await put(world, key, "Research Needed");
    accepted(await hand(world, ann, key, lock));
    refused(await releaseClaim(world.app, bob, { key, reason: "mine", requestId: "r2" }), "claim_conflict");
    accepted(await releaseClaim(world.app, ann, { key, reason: "yours", requestId: "r2" }));
  });

  test("gives a claim's token again to its holder alone", async (world) => {
    const lock = { command: "research", intent: "lock", requestId: "r1" };
    const key = await ticketIn(world, "Research Needed");
    const first = accepted(await hand(world, uma, key, lock));
    expect(accepted(await hand(world, uma, key, lock)).claim).toEqual(first.claim);
    for (const other of [ann, bob, maria, operator]) {
      const { claim } = accepted(await hand(world, other, key, lock));
      expect(claim).toEqual({ holder: "desk/uma", fence: 1, expiresAt: first.claim?.expiresAt });
    }
    const pick = { workflowState: "Ready for Plan", claim: true, command: "plan", reason: "next", requestId: "p1" };
    await ticketIn(world, "Ready for Plan");
    const picked = accepted(await pickIssue(world.app, uma, pick));
    expect(accepted(await pickIssue(world.app, uma, pick)).claim?.token).toBe(picked.claim?.token);
    expect(accepted(await pickIssue(world.app, ann, pick)).claim?.token).toBeUndefined();
  });

  test("tells the names of requests apart by tool and by subject", async (world) => {
    const [a, b] = [await newTicket(world), await newTicket(world)];
    accepted(await updateTicket(world.app, ann, { key: a, title: "one", requestId: "same" }));
    accepted(await updateTicket(world.app, ann, { key: b, title: "two", requestId: "same" }));
    accepted(await addComment(world.app, ann, { key: a, body: "three", requestId: "same" }));
    accepted(await createTicket(world.app, ann, { title: "four", requestId: "same" }));
    accepted(await hand(world, ann, a, { command: "triage", intent: "close", requestId: "same" }));
    expect([(await ticketOf(world, a)).title, (await ticketOf(world, b)).title]).toEqual(["one", "two"]);
    expect(await stateOf(world, a)).toBe("Done");
  });

  test("takes the same arguments in another order for the same request", async (world) => {
    const key = await newTicket(world);
    const first = await updateTicket(world.app, ann, { key, title: "x", body: "y", requestId: "r" });
    expect(await updateTicket(world.app, ann, { requestId: "r", body: "y", title: "x", key })).toEqual(first);
  });

  test("does the same thing twice where it is asked for twice without a name", async (world) => {
    const key = await newTicket(world);
    for (let i = 0; i < 2; i++) accepted(await addComment(world.app, ann, { key, body: "again" }));
    expect(await world.board.tickets.comments(key)).toHaveLength(2);
  });
}

function withoutToken(answer: object): object {
  if (!("claim" in answer) || typeof answer.claim !== "object" || answer.claim === null) return answer;
  const { token: _, ...claim } = answer.claim as { token?: string };
  return { ...answer, claim };
}
