import { expect } from "vitest";
import { updateTicket, type UpdateInput } from "../../src/app/tickets/update.ts";
import { refOf } from "../../src/engine/facts.ts";
import { isRefusal } from "../../src/engine/refusal.ts";
import {
  accepted,
  block,
  lastRow,
  newTicket,
  put,
  refused,
  seqOf,
  ticketIn,
  ticketOf,
} from "../support/worlds/steps.ts";
import { agent, ann, bob, maria, MINUTE, operator, START, type Test, type World } from "../support/worlds/world.ts";

export function linking(test: Test): void {
  test("gives a ticket a parent, and remembers since when", async (world) => {
    const [parent, key] = [await newTicket(world), await newTicket(world)];
    await world.advance(MINUTE);
    const answer = await updateTicket(world.app, ann, { key, parent });
    expect(answer).toEqual({
      number: 2,
      edited: [],
      links: { parent: { number: 1 }, added: [], removed: [] },
      event: 3,
    });
    expect(await ticketOf(world, key)).toMatchObject({ parent: "1", parentSince: START + MINUTE, version: 2 });
    expect(await ticketOf(world, parent)).toMatchObject({ childCount: 1, version: 2 });
    expect(await lastRow(world, key)).toMatchObject({
      kind: "link",
      by: { connection: "ann" },
      data: { parent: "1", formerParent: null, added: [], removed: [] },
    });
    await world.advance(MINUTE);
    accepted(await updateTicket(world.app, ann, { key, parent, addBlockers: [await newTicket(world)] }));
    expect((await ticketOf(world, key)).parentSince).toBe(START + MINUTE);
  });

  test("moves a ticket to another parent, and takes it away from one", async (world) => {
    const [first, second] = [await newTicket(world), await newTicket(world)];
    const key = await newTicket(world, { parent: first });
    await world.advance(MINUTE);
    accepted(await updateTicket(world.app, maria, { key, parent: second }));
    expect(await ticketOf(world, key)).toMatchObject({ parent: second, parentSince: START + MINUTE });
    expect([(await ticketOf(world, first)).childCount, (await ticketOf(world, second)).childCount]).toEqual([0, 1]);
    accepted(await updateTicket(world.app, maria, { key, parent: null }));
    expect(await ticketOf(world, key)).toMatchObject({ parent: null, parentSince: null });
    expect((await ticketOf(world, second)).childCount).toBe(0);
    expect((await lastRow(world, key)).data).toMatchObject({ parent: null, formerParent: second });
  });

  test("counts the open blockers as links come and go, and as blockers close and open again", async (world) => {
    const key = await newTicket(world);
    const [one, two, done] = [await newTicket(world), await newTicket(world), await ticketIn(world, "Done")];
    const open = async () => (await ticketOf(world, key)).openBlockers;
    const { links } = accepted(await updateTicket(world.app, ann, { key, addBlockers: [one, two, one] }));
    expect(links?.added).toEqual([one, two].map(refOf));
    expect(await open()).toBe(2);
    await block(world, key, done);
    expect(await open()).toBe(2);
    await put(world, done, "Backlog");
    expect(await open()).toBe(3);
    await put(world, one, "Canceled");
    await put(world, done, "Done");
    expect(await open()).toBe(1);
    await put(world, one, "Done");
    expect(await open()).toBe(1);
    accepted(await updateTicket(world.app, maria, { key, removeBlockers: [one, two] }));
    expect(await open()).toBe(0);
    await put(world, one, "Backlog");
    expect(await open()).toBe(0);
    expect((await world.board.tickets.links(key)).blockedBy.map((blocker) => blocker.key)).toEqual([done]);
  });

  test("writes nothing where nothing changes", async (world) => {
    const [key, blocker, parent] = [await newTicket(world), await newTicket(world), await newTicket(world)];
    accepted(await updateTicket(world.app, ann, { key, addBlockers: [blocker], parent }));
    const before = await seqOf(world);
    const same = { key, addBlockers: [blocker], parent, removeBlockers: [parent] };
    expect(await updateTicket(world.app, ann, same)).toEqual({
      number: 1,
      edited: [],
      links: { parent: refOf(parent), added: [], removed: [] },
      event: null,
    });
    expect(await seqOf(world)).toBe(before);
  });

  test("changes words and links in one row, or neither", async (world) => {
    const [key, parent, blocker] = [await newTicket(world), await newTicket(world), await newTicket(world)];
    const answer = await updateTicket(world.app, ann, { key, title: "new", parent, addBlockers: [blocker] });
    expect(answer).toEqual({
      number: 1,
      edited: ["title"],
      links: { parent: refOf(parent), added: [refOf(blocker)], removed: [] },
      event: 4,
    });
    expect(await ticketOf(world, key)).toMatchObject({ title: "new", parent, openBlockers: 1, version: 2 });
    expect(await lastRow(world, key)).toMatchObject({
      kind: "link",
      data: { parent, formerParent: null, added: [blocker], removed: [], fields: ["title"] },
    });
    refused(await updateTicket(world.app, ann, { key, title: "newer", addBlockers: [key] }), "cycle");
    expect(await ticketOf(world, key)).toMatchObject({ title: "new", version: 2 });
  });

  test("writes an edit where the links that were named are there already", async (world) => {
    const [key, parent] = [await newTicket(world), await newTicket(world)];
    accepted(await updateTicket(world.app, ann, { key, parent }));
    const before = await ticketOf(world, parent);
    const { links } = accepted(await updateTicket(world.app, ann, { key, parent, title: "new" }));
    expect(links).toEqual({ parent: refOf(parent), added: [], removed: [] });
    expect(await lastRow(world, key)).toMatchObject({ kind: "edit", data: { fields: ["title"] } });
    expect(await ticketOf(world, parent)).toEqual(before);
  });

  test("refuses to link what is not there", async (world) => {
    const key = await newTicket(world);
    const before = await ticketOf(world, key);
    refused(await updateTicket(world.app, ann, { key: "9", parent: key }), "ticket_not_found");
    expect(await seqOf(world)).toBe(1);
    refused(await updateTicket(world.app, ann, { key, parent: "9" }), "ticket_not_found");
    refused(await updateTicket(world.app, ann, { key, addBlockers: ["9"] }), "ticket_not_found");
    expect(await ticketOf(world, key)).toEqual(before);
    expect(await lastRow(world, key)).toMatchObject({ kind: "refuse", data: { code: "ticket_not_found" } });
  });

  test("refuses a ring of blockers, and names it", async (world) => {
    const [a, b, c] = [await newTicket(world), await newTicket(world), await newTicket(world)];
    await block(world, a, b);
    await block(world, b, c);
    const before = await ticketOf(world, c);
    const refusal = refused(await updateTicket(world.app, maria, { key: c, addBlockers: [a] }), "cycle");
    expect(refusal.facts).toMatchObject({ path: ["3", "1", "2", "3"] });
    expect(refusal.error).toContain("#3 is blocked by #1 is blocked by #2 is blocked by #3");
    expect(await ticketOf(world, c)).toEqual(before);
    expect(await lastRow(world, c)).toMatchObject({
      kind: "refuse",
      by: { person: "Maria" },
      data: { code: "cycle", from: "Backlog" },
    });
  });

  test("refuses a ticket that blocks itself, open or closed", async (world) => {
    const [open, closed] = [await newTicket(world), await ticketIn(world, "Done")];
    for (const key of [open, closed]) {
      const refusal = refused(await updateTicket(world.app, maria, { key, addBlockers: [key] }), "cycle");
      expect(refusal.facts).toMatchObject({ path: [key, key] });
    }
  });

  test("refuses a ticket below itself, and names the way", async (world) => {
    const top = await newTicket(world);
    const middle = await newTicket(world, { parent: top });
    const bottom = await newTicket(world, { parent: middle });
    const refusal = refused(await updateTicket(world.app, maria, { key: top, parent: bottom }), "cycle");
    expect(refusal.facts).toMatchObject({ path: ["1", "3", "2", "1"] });
    expect(refusal.error).toContain("#1 is below #3 is below #2 is below #1");
    refused(await updateTicket(world.app, maria, { key: top, parent: top }), "cycle");
    expect((await ticketOf(world, top)).parent).toBeNull();
  });

  test("lets a ring close over blockers that are closed", async (world) => {
    const [a, b, c] = [await newTicket(world), await newTicket(world), await newTicket(world)];
    await block(world, a, b);
    await block(world, b, c);
    await put(world, b, "Done");
    accepted(await updateTicket(world.app, ann, { key: c, addBlockers: [a] }));
    expect((await ticketOf(world, c)).openBlockers).toBe(1);
    const [d, e] = [await newTicket(world), await newTicket(world)];
    await block(world, d, e);
    await put(world, d, "Done");
    accepted(await updateTicket(world.app, ann, { key: e, addBlockers: [d] }));
    expect((await ticketOf(world, e)).openBlockers).toBe(0);
  });

  test("lets only one of two links in that would close a ring together", async (world) => {
    for (const link of [blocks, isBelow]) {
      const [a, b] = [await newTicket(world), await newTicket(world)];
      const answers = await Promise.all([
        updateTicket(world.app, ann, link(a, b)),
        updateTicket(world.app, bob, link(b, a)),
      ]);
      expect(answers.map((answer) => (isRefusal(answer) ? answer.code : "linked")).toSorted()).toEqual([
        "cycle",
        "linked",
      ]);
    }
  });

  test("lets agents add links, whatever they act as", async (world) => {
    const [key, parent, blocker] = [await ticketIn(world, "In Review"), await newTicket(world), await newTicket(world)];
    const limited = agent("reviewer", null, ["review"]);
    accepted(await updateTicket(world.app, limited, { key, parent, addBlockers: [blocker] }));
    expect(await ticketOf(world, key)).toMatchObject({ parent, openBlockers: 1 });
  });

  test("lets an agent take a link away only as a command that may relink, in a state that it expects", async (world) => {
    const allowed = [
      ["triage", "Backlog"],
      ["ralph_split", "Backlog"],
      ["split", "Research Needed"],
    ] as const;
    const denied = [
      ["triage", "Research Needed"],
      ["split", "Ready for Plan"],
      ["triage", "In Progress"],
      ["research", "Research Needed"],
      ["hero", "Backlog"],
      ["nonsense", "Backlog"],
      [undefined, "Backlog"],
    ] as const;
    for (const [command, state] of allowed) {
      const link = await linkedIn(world, state);
      accepted(await updateTicket(world.app, ann, { ...link.removal, ...(command ? { command } : {}) }));
      accepted(await updateTicket(world.app, ann, { ...link.move, ...(command ? { command } : {}) }));
      expect(await ticketOf(world, link.key)).toMatchObject({ openBlockers: 0, parent: null });
    }
    for (const [command, state] of denied) {
      const link = await linkedIn(world, state);
      const before = await ticketOf(world, link.key);
      for (const input of [link.removal, link.move]) {
        const answer = await updateTicket(world.app, ann, { ...input, ...(command ? { command } : {}) });
        expect(refused(answer, "relink_not_allowed").facts).toMatchObject({
          state,
          commands: ["ralph_triage", "ralph_split"],
        });
        expect(await lastRow(world, link.key)).toMatchObject({
          kind: "refuse",
          data: { code: "relink_not_allowed", from: state },
        });
      }
      expect(await ticketOf(world, link.key)).toEqual(before);
    }
  });

  test("lets no agent relink as a command that its connection was not given", async (world) => {
    const { removal } = await linkedIn(world, "Backlog");
    const researcher = agent("lab", null, ["research", "plan"]);
    refused(await updateTicket(world.app, researcher, { ...removal, command: "triage" }), "relink_not_allowed");
    const triager = agent("desk", null, ["ralph_triage"]);
    accepted(await updateTicket(world.app, triager, { ...removal, command: "triage" }));
  });

  test("lets people relink anything, anywhere", async (world) => {
    for (const [state, caller] of [
      ["In Progress", maria],
      ["Done", operator],
    ] as const) {
      const { key, removal, move } = await linkedIn(world, state);
      accepted(await updateTicket(world.app, caller, removal));
      accepted(await updateTicket(world.app, caller, move));
      expect(await ticketOf(world, key)).toMatchObject({ parent: null, openBlockers: 0 });
    }
  });
}

const blocks = (a: string, b: string): UpdateInput => ({ key: a, addBlockers: [b] });
const isBelow = (a: string, b: string): UpdateInput => ({ key: a, parent: b });

/** A ticket with a parent and a blocker, and the two ways to take them away. */
async function linkedIn(
  world: World,
  state: string,
): Promise<{ key: string; removal: UpdateInput; move: UpdateInput }> {
  const [parent, blocker] = [await newTicket(world), await newTicket(world)];
  const key = await ticketIn(world, state, { parent, blockedBy: [blocker] });
  return { key, removal: { key, removeBlockers: [blocker] }, move: { key, parent: null } };
}
