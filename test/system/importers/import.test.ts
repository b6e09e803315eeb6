import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importTickets, type ImportAnswer, type ImportTicket } from "../../../src/app/tickets/import.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { viewTicket } from "../../../src/app/tickets/view.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { makePostgresWorld } from "../../support/worlds/postgres-world.ts";
import { makeSqliteWorld } from "../../support/worlds/sqlite-world.ts";
import { ann, maria, type World } from "../../support/worlds/world.ts";

function ticket(id: string, fields: Partial<ImportTicket> = {}): ImportTicket {
  return {
    id,
    title: `Title of ${id}`,
    body: "Text",
    state: "Backlog",
    reason: "Imported.",
    priority: null,
    estimate: null,
    labels: [],
    parent: null,
    blockedBy: [],
    comments: [],
    ...fields,
  };
}

describe.each([
  ["SQLite", makeSqliteWorld],
  ["PostgreSQL", makePostgresWorld],
] as const)("importing on %s", (_, make) => {
  let world: World<StoreBoard>;

  beforeEach(async () => {
    world = await make();
  });

  afterEach(() => world.close());

  async function take(tickets: readonly ImportTicket[]): Promise<ImportAnswer> {
    const answer = await importTickets(world.app, maria, { source: "csv", tickets }, () => undefined);
    if (isRefusal(answer)) throw new Error(tell(answer, "mcp").error);
    return answer;
  }

  it("puts each ticket where it stood, by a row that says who put it there", async () => {
    await take([
      ticket("a", { priority: "P1", estimate: "S", labels: ["x", "x"] }),
      ticket("b", { state: "Done", comments: [{ author: "jan", body: "At last." }] }),
      ticket("c", { state: "In Review" }),
    ]);
    expect(await viewTicket(world.app, "1")).toMatchObject({ state: "Backlog", priority: "P1", labels: ["x"] });
    expect(await viewTicket(world.app, "2")).toMatchObject({
      state: "Done",
      comments: [{}, { author: "jan", body: "At last." }],
    });
    expect((await world.board.tickets.get("2"))?.closed).toBe(true);
    const rows = await world.board.ledger.after(0, 100);
    expect(rows.map(({ kind, subject, data }) => [kind, subject.key, data["to"]])).toEqual([
      ["create", "1", "Backlog"],
      ["create", "2", "Backlog"],
      ["move", "2", "Done"],
      ["comment", "2", undefined],
      ["create", "3", "Backlog"],
      ["override", "3", "In Review"],
    ]);
    expect(rows.every(({ by }) => by.person === "Maria" && by.proof === "key")).toBe(true);
    expect(rows[5]?.texts).toEqual({ reason: "Imported." });
    expect(await verifyStore(world.board.driver)).toMatchObject({ ok: true });
    // From here on they are tickets like any other.
    const back = await handoff(world.app, maria, { key: "3", toState: "In Progress", reason: "not yet" });
    expect(back).toMatchObject({ newState: "In Progress" });
  });

  it("links parents and blockers, whatever their order, and leaves out what would close a loop", async () => {
    const { keys, unlinked } = await take([
      ticket("child", { parent: "epic", blockedBy: ["last"] }),
      ticket("epic", { blockedBy: ["child"] }),
      ticket("x", { blockedBy: ["y"] }),
      ticket("y", { blockedBy: ["x"] }),
      ticket("last"),
    ]);
    const key = (id: string): string => keys.get(id) ?? "";
    const links = async (id: string): Promise<unknown> =>
      (await world.board.tickets.links(key(id))).blockedBy.map((one) => one.key);
    expect((await world.board.tickets.get(key("child")))?.parent).toBe(key("epic"));
    expect(await links("child")).toEqual([key("last")]);
    expect(await links("epic")).toEqual([]);
    expect([...((await links("x")) as string[]), ...((await links("y")) as string[])]).toHaveLength(1);
    expect(unlinked).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^[xy] is not linked with [xy]: That would close a loop/),
        expect.stringMatching(/^epic is not linked with child: .* its own child/),
      ]),
    );
    expect(unlinked).toHaveLength(2);
    expect(await verifyStore(world.board.driver)).toMatchObject({ ok: true });
  });

  it("links two as family or as one that waits for the other, and not as both; a parent below itself is left out", async () => {
    const { keys, unlinked } = await take([
      ticket("epic", { blockedBy: ["child"] }),
      ticket("child", { parent: "epic" }),
      ticket("x", { parent: "y" }),
      ticket("y", { parent: "x" }),
    ]);
    const [epic = "", child = ""] = [keys.get("epic"), keys.get("child")];
    expect((await world.board.tickets.links(epic)).blockedBy.map(({ key }) => key)).toEqual([child]);
    expect((await world.board.tickets.get(child))?.parent).toBeNull();
    expect(unlinked).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^[xy] is not linked with [xy]: That would close a loop/),
        expect.stringMatching(/^child is not linked with epic: .* its own/),
      ]),
    );
    expect(unlinked).toHaveLength(2);
  });

  it("takes nothing in twice, and goes on where it broke off", async () => {
    const all = Array.from({ length: 600 }, (_, index) =>
      ticket(`t${index}`, index > 0 ? { blockedBy: [`t${index - 1}`] } : {}),
    );
    expect(await take(all.slice(0, 250))).toMatchObject({ imported: 250, known: 0 });
    expect(await take(all)).toMatchObject({ imported: 350, known: 250, unlinked: [] });
    expect(await take(all)).toMatchObject({ imported: 0, known: 600 });
    expect(await world.board.tickets.countByState()).toEqual([{ state: "Backlog", count: 600 }]);
    expect((await world.board.tickets.links("600")).blockedBy.map(({ key }) => key)).toEqual(["599"]);
    expect(await verifyStore(world.board.driver)).toMatchObject({ ok: true });
  });
});

it("is for people, and takes no state that is entered by a lock, or that nobody knows", async () => {
  const world = await makeSqliteWorld();
  try {
    const take = (caller: typeof ann, state: string): ReturnType<typeof importTickets> =>
      importTickets(world.app, caller, { source: "csv", tickets: [ticket("a", { state })] }, () => undefined);
    expect(await take(ann, "Backlog")).toMatchObject({ code: "person_only" });
    expect(await take(maria, "Plan in Progress")).toMatchObject({ code: "import_unfit" });
    expect(await take(maria, "Nowhere")).toMatchObject({ code: "import_unfit" });
    const elsewhere = { ...world.app, home: { owner: "example", repo: "meters" } };
    expect(
      await importTickets(elsewhere, maria, { source: "csv", tickets: [ticket("a")] }, () => undefined),
    ).toMatchObject({ code: "tickets_live_elsewhere", what: expect.stringContaining("example/meters") });
    expect((await world.board.ledger.head()).seq).toBe(0);
  } finally {
    await world.close();
  }
});

it("takes ten thousand in, and tells how far it is", async () => {
  const world = await makeSqliteWorld();
  try {
    const tickets = Array.from({ length: 10_000 }, (_, index) =>
      ticket(`t${index}`, {
        parent: index % 20 === 0 ? null : `t${index - (index % 20)}`,
        state: index % 3 ? "Backlog" : "Done",
      }),
    );
    const told: number[] = [];
    const answer = await importTickets(world.app, maria, { source: "csv", tickets }, (done) => told.push(done));
    expect(answer).toMatchObject({ imported: 10_000, unlinked: [] });
    expect(told).toEqual(Array.from({ length: 40 }, (_, index) => 250 * (index + 1)));
    expect((await world.board.tickets.get("1"))?.childCount).toBe(19);
    expect(await verifyStore(world.board.driver)).toMatchObject({ ok: true });
  } finally {
    await world.close();
  }
});
