import { expect } from "vitest";
import { advanceChildren } from "../../src/app/tickets/advance.ts";
import type { Caller } from "../../src/app/app.ts";
import { addComment } from "../../src/app/tickets/comment.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import { releaseClaim } from "../../src/app/claims/release.ts";
import { senderOf } from "../../src/app/commit/sender.ts";
import { completeSkill } from "../../src/app/runs/complete-skill.ts";
import { updateRun } from "../../src/app/runs/update-run.ts";
import { updateTaskStatus } from "../../src/app/runs/update-task-status.ts";
import { completeSession } from "../../src/app/sessions/complete-session.ts";
import { createSession } from "../../src/app/sessions/create-session.ts";
import { updateSessionState } from "../../src/app/sessions/update-session-state.ts";
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
import { agent, ann, bob, MINUTE, uma, vic, type Test, type World } from "../support/worlds/world.ts";

interface Tool {
  readonly tool: string;
  /** Makes ready, and gives back what the request is about. */
  readonly prepare: (world: World) => Promise<Key>;
  readonly call: (world: World, by: Caller, key: Key, requestId: string) => Promise<object>;
  /** The same request with other arguments. */
  readonly other: ((world: World, by: Caller, key: Key, requestId: string) => Promise<object>) | null;
}

const ASKED = { sender: senderOf(ann), tool: "handoff_ticket", id: "r1" };
const RUN = { project: "shop", session: "monday" };

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
  {
    tool: "create_ralph_session",
    prepare: (world) => newTicket(world),
    call: ({ app }, by, ticket, requestId) => createSession(app, by, { ticket, requestId }),
    other: null,
  },
  {
    tool: "update_session_state",
    prepare: openedSession,
    call: ({ app }, by, sessionId, requestId) =>
      updateSessionState(app, by, { sessionId, state: "analyzing", requestId }),
    other: ({ app }, by, sessionId, requestId) =>
      updateSessionState(app, by, { sessionId, state: "implementing", requestId }),
  },
  {
    tool: "complete_ralph_session",
    prepare: openedSession,
    call: ({ app }, by, sessionId, requestId) => completeSession(app, by, { sessionId, outcome: "success", requestId }),
    other: ({ app }, by, sessionId, requestId) => completeSession(app, by, { sessionId, outcome: "failed", requestId }),
  },
  {
    tool: "update_run",
    prepare: () => Promise.resolve(""),
    call: ({ app }, by, _, requestId) => updateRun(app, by, { ...RUN, tasks: [{ id: "a" }], requestId }),
    other: ({ app }, by, _, requestId) => updateRun(app, by, { ...RUN, tasks: [{ id: "b" }], requestId }),
  },
  {
    tool: "update_task_status",
    prepare: async ({ app }) => {
      accepted(await updateRun(app, ann, { ...RUN, tasks: [{ id: "a" }] }));
      return "a";
    },
    call: ({ app }, by, task, requestId) =>
      updateTaskStatus(app, by, { ...RUN, task, status: "in_progress", requestId }),
    other: ({ app }, by, task, requestId) =>
      updateTaskStatus(app, by, { ...RUN, task, status: "completed", requestId }),
  },
  {
    tool: "complete_skill",
    prepare: async ({ app }) => {
      accepted(await updateRun(app, ann, { ...RUN, tasks: [{ id: "a" }] }));
      return "";
    },
    call: ({ app }, by, _, requestId) => completeSkill(app, by, { ...RUN, skill: "collab-start", requestId }),
    other: ({ app }, by, _, requestId) => completeSkill(app, by, { ...RUN, skill: "gather-session-goals", requestId }),
  },
];

async function openedSession(world: World): Promise<string> {
  return accepted(await createSession(world.app, ann, { ticket: await newTicket(world) })).sessionId;
}

/** Two connections whose names were made up for them, and one at another door. */
const [stray, drifter]: readonly Caller[] = ["client-1a2b", "client-3c4d"].map((name) => ({
  ...agent(name),
  unnamed: true,
}));
const guest: Caller = { ...agent("client-5e6f"), via: "http", unnamed: true };

export function requests(test: Test): void {
  for (const { tool, prepare, call, other } of TOOLS) {
    test(`answers a repeated ${tool} as before, says that it is repeated, and changes nothing`, async (world) => {
      const key = await prepare(world);
      const first = accepted(await call(world, ann, key, "r1"));
      expect(first).not.toHaveProperty("repeated");
      const [seq, dump] = [await seqOf(world), await dumpOf(world)];
      await world.advance(MINUTE);
      const again = accepted(await call(world, ann, key, "r1"));
      expect(withoutToken(again)).toEqual({ ...withoutToken(first), repeated: true });
      expect([await seqOf(world), await dumpOf(world)]).toEqual([seq, dump]);
    });

    test(`takes another sender's ${tool} with the same request_id for a request of its own`, async (world) => {
      const key = await prepare(world);
      accepted(await call(world, ann, key, "r1"));
      for (const by of [bob, agent("ann", "uma"), { ...ann, via: "http" }, stray ?? bob]) {
        const answer = await call(world, by, key, "r1");
        expect(answer).not.toHaveProperty("repeated");
        expect(answer).not.toMatchObject({ code: "request_reused" });
      }
    });

    test(`refuses a ${tool} that uses a request's name for something else`, async (world) => {
      if (!other) return;
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
      expect(answers.filter((answer) => !("repeated" in accepted(answer)))).toHaveLength(1);
      const said = answers.map((answer) => JSON.stringify({ ...withoutToken(answer), repeated: true }));
      expect(new Set(said)).toHaveProperty("size", 1);
      expect(await seqOf(world)).toBe(before + (tool === "update_run" ? 2 : 1));
    });
  }

  test("keeps no answer that was a refusal", async (world) => {
    const key = await newTicket(world);
    const lock = { command: "research", intent: "lock", requestId: "r1" };
    refused(await hand(world, ann, key, lock), "invalid_transition");
    expect(await world.board.ledger.recorded({ ...ASKED, subject: key })).toBeNull();
    await put(world, key, "Research Needed");
    accepted(await hand(world, ann, key, lock));
    refused(await releaseClaim(world.app, bob, { key, reason: "mine", requestId: "r2" }), "claim_conflict");
    accepted(await releaseClaim(world.app, ann, { key, reason: "yours", requestId: "r2" }));
  });

  test("gives whoever repeats a lock a second token for the same claim, and both hold", async (world) => {
    for (const used of ["first", "second"] as const) {
      const key = await ticketIn(world, "Research Needed");
      const lock = { command: "research", intent: "lock", requestId: "r1" };
      const first = accepted(await hand(world, uma, key, lock));
      const [before, seq] = [await ticketOf(world, key), await seqOf(world)];
      const second = accepted(await hand(world, uma, key, lock));
      expect(second.claim).toEqual({ ...first.claim, token: expect.any(String) });
      expect(second.claim?.token).not.toBe(first.claim?.token);
      expect([await ticketOf(world, key), await seqOf(world)]).toEqual([before, seq]);
      for (const { claim } of [first, second]) {
        const renewal = { command: "research", intent: "lock", claim: claim?.token };
        expect(accepted(await hand(world, uma, key, renewal)).claim).toMatchObject({ token: claim?.token, fence: 1 });
      }
      const tokens = { first: first.claim?.token, second: second.claim?.token };
      accepted(await hand(world, bob, key, { command: "research", intent: "complete", claim: tokens[used] }));
      for (const claim of Object.values(tokens)) {
        refused(await hand(world, uma, key, { command: "research", intent: "complete", claim }), "claim_lost");
      }
    }
  });

  test("gives a second token to whoever repeats a pick", async (world) => {
    const key = await ticketIn(world, "Ready for Plan");
    const pick = { workflowState: "Ready for Plan", claim: true, command: "plan", reason: "next", requestId: "p1" };
    const first = accepted(await pickIssue(world.app, uma, pick));
    const second = accepted(await pickIssue(world.app, uma, pick));
    expect(second.claim).toEqual({ ...first.claim, token: expect.any(String) });
    const complete = { command: "plan", intent: "complete" };
    refused(await hand(world, vic, key, complete), "claim_conflict");
    accepted(await hand(world, vic, key, { ...complete, claim: second.claim?.token }));
  });

  test("gives no token for a claim that has ended, and takes none of its tokens", async (world) => {
    const lock = { command: "research", intent: "lock" };
    const key = await ticketIn(world, "Research Needed");
    const first = accepted(await hand(world, ann, key, { ...lock, requestId: "r1" }));
    const second = accepted(await hand(world, ann, key, { ...lock, requestId: "r1" }));
    accepted(await releaseClaim(world.app, ann, { key, reason: "enough" }));
    const { token: _, ...claim } = first.claim ?? {};
    expect(accepted(await hand(world, ann, key, { ...lock, requestId: "r1" })).claim).toEqual(claim);
    const { token } = await locked(world, ann, key, "research");
    expect(accepted(await hand(world, ann, key, { ...lock, requestId: "r1" })).claim).toEqual(claim);
    for (const old of [first.claim?.token, second.claim?.token]) {
      refused(await hand(world, ann, key, { command: "research", intent: "complete", claim: old }), "claim_lost");
    }
    accepted(await hand(world, ann, key, { command: "research", intent: "complete", claim: token }));
    expect(await world.dump()).toContain('["claim_token",[]]');
  });

  test("lets connections without a name of their own share the requests of their door, and no token", async (world) => {
    const lock = { command: "research", intent: "lock", requestId: "r1" };
    const key = await ticketIn(world, "Research Needed");
    if (!stray || !drifter) throw new Error("nobody is there");
    const first = accepted(await hand(world, stray, key, lock));
    expect(first.claim?.token).toEqual(expect.any(String));
    for (const by of [stray, drifter]) {
      expect(await hand(world, by, key, lock)).toEqual({ ...withoutToken(first), repeated: true });
    }
    refused(await hand(world, drifter, key, { ...lock, intent: "escalate" }), "request_reused");
    refused(await hand(world, guest, key, lock), "claim_conflict");
    refused(await hand(world, { ...stray, via: "http" }, key, { ...lock, requestId: "r2" }), "claim_conflict");
    const named: Caller = { ...agent("client-1a2b"), via: "stdio" };
    refused(await hand(world, named, key, lock), "claim_conflict");
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
    const again = await updateTicket(world.app, ann, { requestId: "r", body: "y", title: "x", key });
    expect(again).toEqual({ ...first, repeated: true });
  });

  test("does the same thing twice where it is asked for twice without a name", async (world) => {
    const key = await newTicket(world);
    for (let i = 0; i < 2; i++) accepted(await addComment(world.app, ann, { key, body: "again" }));
    expect(await world.board.tickets.comments(key)).toHaveLength(2);
  });
}

/** Without the digests of further tokens, which stand outside of what happened. */
async function dumpOf(world: World): Promise<string> {
  const lines = (await world.dump()).split("\n");
  return lines.filter((line) => !line.startsWith('["claim_token"')).join("\n");
}

function withoutToken(answer: object): object {
  if (!("claim" in answer) || typeof answer.claim !== "object" || answer.claim === null) return answer;
  const { token: _, ...claim } = answer.claim as { token?: string };
  return { ...answer, claim };
}
