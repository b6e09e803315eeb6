import { expect } from "vitest";
import { adoptWorkflow } from "../../src/app/workflows/adopt.ts";
import { advanceChildren } from "../../src/app/tickets/advance.ts";
import type { Board } from "../../src/app/ports/board.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import { importTickets } from "../../src/app/tickets/import.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import { releaseClaim } from "../../src/app/claims/release.ts";
import { machineWith, TICKETS } from "../support/engine/boards.ts";
import {
  accepted,
  block,
  hand,
  locked,
  newTicket,
  put,
  refused,
  rowsOf,
  seqOf,
  stateOf,
  ticketIn,
  ticketOf,
} from "../support/worlds/steps.ts";
import { ann, appOn, bob, maria, MINUTE, type Test, type World } from "../support/worlds/world.ts";

const PLAN = { command: "plan", intent: "lock" };
const TAKE = { claim: true, reason: "next" };

export function races(test: Test): void {
  test("decides again where the ticket has moved since it was looked at", async (world) => {
    const key = await newTicket(world);
    const slow = meanwhile(world, "tickets.forHandoff", () => put(world, key, "Research Needed"));
    refused(await hand(slow, ann, key, { command: "triage", intent: "close" }), "invalid_transition");
    expect((await rowsOf(world, key)).map((row) => row.kind)).toEqual(["refuse", "move", "create"]);
  });

  test("lets nobody in who looked before another one locked", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const slow = meanwhile(world, "tickets.forHandoff", () => locked(world, bob, key, "research"));
    refused(await hand(slow, ann, key, { command: "research", intent: "lock" }), "claim_conflict");
    expect((await ticketOf(world, key)).claim).toMatchObject({ holder: { connection: "bob" }, fence: 1 });
  });

  const spoilers: Readonly<Record<string, (world: World, ticket: Family) => Promise<unknown>>> = {
    "a sibling is made": (world, { parent }) => newTicket(world, { parent }),
    "a sibling is sent back": (world, { sibling }) => put(world, sibling, "Research Needed"),
    "a blocker comes": async (world, { key }) => block(world, key, await newTicket(world)),
    "a sibling's blocker comes": async (world, { sibling }) => block(world, sibling, await newTicket(world)),
    "it comes to block another one": async (world, { key }) => block(world, await newTicket(world), key),
    "it gets a child": (world, { key }) => newTicket(world, { parent: key }),
    "it gets another parent": async (world, { key, parent }) => {
      const other = await newTicket(world);
      await newTicket(world, { parent: other });
      accepted(await updateTicket(world.app, maria, { key, parent: other }));
      expect(other).not.toBe(parent);
    },
  };
  for (const [what, spoil] of Object.entries(spoilers)) {
    test(`lets no ticket past its guard where ${what} meanwhile`, async (world) => {
      const family = await readyFamily(world);
      const slow = meanwhile(world, "tickets.forHandoff", () => spoil(world, family));
      refused(await hand(slow, ann, family.key, PLAN), "not_converged");
      expect(await stateOf(world, family.key)).toBe("Ready for Plan");
    });
  }

  test("lets no ticket past its guard where a blocker opens again meanwhile", async (world) => {
    const edges = TICKETS.edges.map((edge) =>
      edge.to === "In Progress" ? { ...edge, guards: [{ type: "no_open_blockers" as const }] } : edge,
    );
    const machine = machineWith({ edges });
    const blocker = await ticketIn(world, "Done");
    const key = await ticketIn(world, "Plan in Review", { blockedBy: [blocker] });
    const slow = meanwhile(world, "tickets.forHandoff", () => put(world, blocker, "Backlog"));
    const inForce = { ...slow, app: appOn(slow.board, { machine }) };
    refused(await hand(inForce, ann, key, { command: "impl", intent: "lock" }), "open_blockers");
    const parent = await newTicket(world);
    const closed = await ticketIn(world, "Done");
    const child = await ticketIn(world, "Plan in Review", { parent, blockedBy: [closed] });
    await world.advance(MINUTE);
    await put(world, parent, "In Progress");
    const late = meanwhile(world, "tickets.children", () => put(world, closed, "Backlog"));
    const app = appOn(late.board, { machine });
    expect(accepted(await advanceChildren(app, ann, { key: parent, targetState: "In Progress" })).advanced).toEqual([]);
    expect(await stateOf(world, child)).toBe("Plan in Review");
  });

  test("closes no ring with a link that came meanwhile", async (world) => {
    const [a, b, c, d] = [
      await newTicket(world),
      await newTicket(world),
      await newTicket(world),
      await newTicket(world),
    ];
    await block(world, b, c);
    await block(world, d, a);
    const slow = meanwhile(world, "tickets.blockingPath", () => block(world, c, d));
    refused(await updateTicket(slow.app, ann, { key: a, addBlockers: [b] }), "cycle");
    const hang = async (key: string, parent: string) => accepted(await updateTicket(world.app, maria, { key, parent }));
    const [e, f, g, h] = [
      await newTicket(world),
      await newTicket(world),
      await newTicket(world),
      await newTicket(world),
    ];
    await hang(f, g);
    await hang(h, e);
    const slower = meanwhile(world, "tickets.ancestors", () => hang(g, h));
    refused(await updateTicket(slower.app, ann, { key: e, parent: f }), "cycle");
  });

  test("takes the next number where one was taken meanwhile", async (world) => {
    let commits = 0;
    const commit: Board["commit"] = async (plan) => {
      if (commits++ === 0) await newTicket(world, { title: "first" });
      return world.board.commit(plan);
    };
    const slow = { ...world.app, board: { ...world.board, commit } };
    expect(accepted(await createTicket(slow, ann, { title: "second" })).number).toBe(2);
    expect(commits).toBe(1);
    expect([(await ticketOf(world, "1")).title, (await ticketOf(world, "2")).title]).toEqual(["first", "second"]);
  });

  test("numbers tickets that come in together one after the other, and their links with them", async (world) => {
    let commits = 0;
    const commit: Board["commit"] = async (plan) => {
      if (commits++ === 0) await newTicket(world, { title: "meanwhile" });
      return world.board.commit(plan);
    };
    const slow = { ...world.app, board: { ...world.board, commit } };
    const one = { title: "t", body: "b", state: "Backlog", reason: "so it was", priority: null, estimate: null };
    const rest = { ...one, labels: [], parent: null, blockedBy: [], comments: [] };
    const comments = ["first", "second", "third"].map((body) => ({ author: "Ann", body }));
    const tickets = [
      { ...rest, id: "A", title: "A" },
      { ...rest, id: "B", title: "B", parent: "A", blockedBy: ["C"], state: "Research Needed", comments },
      { ...rest, id: "C", title: "C", parent: "A" },
    ];
    const take = () => importTickets(slow, maria, { source: "a table", tickets }, () => {});
    const { keys } = accepted(await take());
    expect(commits).toBe(1);
    expect([...keys.values()].toSorted()).toEqual(["2", "3", "4"]);
    expect(accepted(await take())).toMatchObject({ imported: 0, known: 3, keys });
    const [a = "", b = "", c = ""] = ["A", "B", "C"].map((id) => keys.get(id));
    expect(await ticketOf(world, b)).toMatchObject({ title: "B", number: Number(b), parent: a, openBlockers: 1 });
    expect((await world.board.tickets.blockers(b)).map(({ key }) => key)).toEqual([c]);
    expect((await world.board.tickets.comments(b)).map(({ body }) => body)).toEqual(["first", "second", "third"]);
    const rows = await world.board.ledger.after(0, 100);
    const made = rows.filter(({ kind }) => kind === "create").map(({ subject, data }) => [subject.key, data["parent"]]);
    expect(made).toEqual([
      ["1", null],
      [a, null],
      [c, a],
      [b, a],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/(?<!\w)\d{16}(?!\w)/);
  });

  test("picks another ticket where the first is taken, blocked or made a container meanwhile", async (world) => {
    const spoil = [
      (key: string) => locked(world, bob, key, "research"),
      async (key: string) => block(world, key, await newTicket(world)),
      (key: string) => newTicket(world, { parent: key }),
      (key: string) => updateTicket(world.app, maria, { key, estimate: "XL" }),
      (key: string) => put(world, key, "Done"),
    ];
    for (const act of spoil) {
      const [first, second] = [await ticketIn(world, "Research Needed"), await ticketIn(world, "Research Needed")];
      const slow = meanwhile(world, "tickets.pickable", () => act(first));
      const answer = accepted(
        await pickIssue(slow.app, ann, { ...TAKE, workflowState: "Research Needed", command: "research" }),
      );
      expect(answer).toMatchObject({ found: true, issue: { number: Number(second) } });
      expect((await ticketOf(world, first)).claim?.holder.connection).not.toBe("ann");
      for (const key of [first, second]) if ((await stateOf(world, key)) !== "Done") await put(world, key, "Done");
    }
  });

  test("says nothing of a ticket that somebody else took while it was being picked", async (world) => {
    const [first, second] = [await ticketIn(world, "In Progress"), await ticketIn(world, "In Progress")];
    const slow = meanwhile(world, "tickets.pickable", () => locked(world, bob, first, "impl"));
    const answer = accepted(await pickIssue(slow.app, ann, { ...TAKE, workflowState: "In Progress", command: "impl" }));
    expect(answer).toMatchObject({ found: true, issue: { number: Number(second) } });
    expect(answer).not.toHaveProperty("skipped");
  });

  test("moves no child that was taken while its parent's children were looked at", async (world) => {
    const parent = await newTicket(world);
    const [free, taken] = [await newTicket(world, { parent }), await ticketIn(world, "Research Needed", { parent })];
    await world.advance(MINUTE);
    await put(world, parent, "Ready for Plan");
    const slow = meanwhile(world, "tickets.children", () => locked(world, bob, taken, "research"));
    const answer = accepted(await advanceChildren(slow.app, ann, { key: parent, targetState: "Ready for Plan" }));
    expect(answer).toMatchObject({ advanced: [{ number: Number(free) }], skipped: [{ number: Number(taken) }] });
    expect(await stateOf(world, taken)).toBe("Research in Progress");
  });

  test("moves no child past a parent that was sent back meanwhile", async (world) => {
    const parent = await newTicket(world);
    const child = await newTicket(world, { parent });
    await world.advance(MINUTE);
    await put(world, parent, "Ready for Plan");
    const slow = meanwhile(world, "tickets.children", () => put(world, parent, "Research Needed"));
    refused(
      await advanceChildren(slow.app, ann, { key: parent, targetState: "Ready for Plan" }),
      "target_ahead_of_parent",
    );
    expect(await stateOf(world, child)).toBe("Backlog");
  });

  test("gives two who send the same request at once the same answer, also where the first has left nothing to do", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const lock = { command: "research", intent: "lock", requestId: "r" };
    let first: object = {};
    const slow = meanwhile(world, "ledger.recorded", async () => (first = await hand(world, ann, key, lock)));
    expect(await hand(slow, ann, key, lock)).toEqual(repeated(first));
    const take = { ...TAKE, workflowState: "Ready for Plan", command: "plan", requestId: "r" };
    await ticketIn(world, "Ready for Plan");
    const slower = meanwhile(world, "ledger.recorded", async () => (first = await pickIssue(world.app, ann, take)));
    expect(await pickIssue(slower.app, ann, take)).toEqual(repeated(first));
    const release = { key, reason: "enough", requestId: "r" };
    const slowest = meanwhile(
      world,
      "ledger.recorded",
      async () => (first = await releaseClaim(world.app, ann, release)),
    );
    expect(await releaseClaim(slowest.app, ann, release)).toEqual(repeated(first));
    expect(first).toMatchObject({ released: true });
  });

  test("keeps what everybody wrote who edits one ticket at once", async (world) => {
    const key = await newTicket(world);
    const fields = [{ title: "t" }, { body: "b" }, { priority: "P1" }, { estimate: "S" }, { labels: ["l"] }];
    await Promise.all(fields.map((field) => updateTicket(world.app, ann, { key, ...field })));
    expect(await ticketOf(world, key)).toMatchObject({
      title: "t",
      body: "b",
      priority: "P1",
      estimate: "S",
      labels: ["l"],
      version: 6,
    });
  });

  test("adopts a workflow once where another process is faster", async (world) => {
    const candidate = { part: "ticket", workflow: TICKETS, hash: "one" } as const;
    const slow = meanwhile(world, "workflows.inForce", async () => {
      await newTicket(world);
      expect(await adoptWorkflow(world.app, maria, candidate)).toMatchObject({ adopted: true, event: 2 });
    });
    expect(await adoptWorkflow(slow.app, maria, candidate)).toMatchObject({ hash: "one", adopted: false, event: null });
    expect(await seqOf(world)).toBe(2);
  });
}

interface Family {
  readonly parent: string;
  readonly key: string;
  readonly sibling: string;
}

async function readyFamily(world: World): Promise<Family> {
  const parent = await newTicket(world);
  const key = await ticketIn(world, "Ready for Plan", { parent });
  const sibling = await ticketIn(world, "Ready for Plan", { parent });
  return { parent, key, sibling };
}

/** A read of the port, as "tickets.get". */
type Read = {
  [S in Exclude<keyof Board, "mirror">]: Board[S] extends (...asked: never[]) => unknown
    ? never
    : `${S}.${keyof Board[S] & string}`;
}[Exclude<keyof Board, "mirror">];

/** The same world, seen by somebody slow: after the first such read, something else happens. */
export function meanwhile(world: World, read: Read, act: () => Promise<unknown>): World {
  let happened = false;
  const [subject = "", name = ""] = read.split(".");
  const slow =
    (member: (...given: unknown[]) => unknown) =>
    async (...given: unknown[]) => {
      const result = await member(...given);
      if (!happened) {
        happened = true;
        await act();
      }
      return result;
    };
  const reads: object = Reflect.get(world.board, subject);
  const board: Board = { ...world.board, [subject]: { ...reads, [name]: slow(Reflect.get(reads, name)) } };
  return { ...world, board, app: { ...world.app, board } };
}

/** With a token of its own, where there is one. */
function repeated(answer: object): object {
  const claim = "claim" in answer ? { claim: { ...(answer.claim as object), token: expect.any(String) } } : {};
  return { ...answer, ...claim, repeated: true };
}
