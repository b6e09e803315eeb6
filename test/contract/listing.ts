import { expect } from "vitest";
import type { TicketFilter } from "../../src/app/ports/tickets.ts";
import { addComment } from "../../src/app/tickets/comment.ts";
import { handoff } from "../../src/app/tickets/handoff.ts";
import { accepted, locked, newTicket, put, ticketIn } from "../support/worlds/steps.ts";
import { ann, bob, MINUTE, person, type Test, type World } from "../support/worlds/world.ts";

export function listing(test: Test): void {
  test("lists everything by number, page by page", async (world) => {
    for (let i = 0; i < 12; i++) await newTicket(world, { title: `no ${i}` });
    const pages: number[][] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof world.board.tickets.list>> = await world.board.tickets.list({}, 5, after);
      pages.push(page.items.map((ticket) => ticket.number));
      after = page.next;
    } while (after !== null);
    expect(pages).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10],
      [11, 12],
    ]);
    expect(await world.board.tickets.list({}, 12, null)).toMatchObject({ next: null });
    expect((await world.board.tickets.list({}, 100, null)).items[4]).toEqual(await world.board.tickets.get("5"));
  });

  test("goes on where it left off when tickets come and go meanwhile", async (world) => {
    for (let i = 0; i < 4; i++) await newTicket(world);
    const first = await world.board.tickets.list({ open: true }, 2, null);
    await put(world, "2", "Done");
    await put(world, "3", "Done");
    await newTicket(world);
    const second = await world.board.tickets.list({ open: true }, 2, first.next);
    expect([...first.items, ...second.items].map((ticket) => ticket.number)).toEqual([1, 2, 4, 5]);
  });

  test("filters by state, parent, priority, label, claim and whether it is open", async (world) => {
    const parent = await newTicket(world);
    await newTicket(world, { parent, priority: "P1", labels: ["bug", "ui"] });
    await newTicket(world, { parent, priority: "P2", labels: ["ui"] });
    const researched = await ticketIn(world, "Research Needed", { priority: "P1", labels: ["bug"] });
    await ticketIn(world, "Done", { labels: ["bug"] });
    const left = await ticketIn(world, "Research Needed");
    await locked(world, bob, left, "research");
    await world.advance(15 * MINUTE);
    await locked(world, ann, researched, "research");
    await world.advance(6 * MINUTE);
    expect(await numbers(world, { state: "Research in Progress" })).toEqual([4, 6]);
    expect(await numbers(world, { state: "Backlog" })).toEqual([1, 2, 3]);
    expect(await numbers(world, { state: "backlog" })).toEqual([]);
    expect(await numbers(world, { parent })).toEqual([2, 3]);
    expect(await numbers(world, { priority: "P1" })).toEqual([2, 4]);
    expect(await numbers(world, { label: "bug" })).toEqual([2, 4, 5]);
    expect(await numbers(world, { claimed: true })).toEqual([4]);
    expect(await numbers(world, { claimed: false })).toEqual([1, 2, 3, 5, 6]);
    expect(await numbers(world, { open: true })).toEqual([1, 2, 3, 4, 6]);
    expect(await numbers(world, { open: false })).toEqual([5]);
    expect(await numbers(world, { label: "bug", open: true, priority: "P1", claimed: false })).toEqual([2]);
    expect(await numbers(world, {})).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("takes a label whole, letter by letter", async (world) => {
    const labels = [
      ["Bug"],
      ["bug"],
      ["bug fix"],
      ['say "bug'],
      ['a","bug'],
      ["bu%"],
      ["b_g"],
      ["back\\slash"],
      ["x,", "y"],
    ];
    for (const own of labels) await newTicket(world, { labels: own });
    expect(await numbers(world, { label: "bug" })).toEqual([2]);
    expect(await world.board.tickets.list({ label: "bug" }, 1, null)).toMatchObject({ items: [{ number: 2 }] });
    expect(await numbers(world, { label: "Bug" })).toEqual([1]);
    expect(await numbers(world, { label: "bu%" })).toEqual([6]);
    expect(await numbers(world, { label: "b_g" })).toEqual([7]);
    expect(await numbers(world, { label: 'a","bug' })).toEqual([5]);
    expect(await numbers(world, { label: "back\\slash" })).toEqual([8]);
    expect(await numbers(world, { label: "," })).toEqual([]);
    expect(await numbers(world, { label: "" })).toEqual([]);
    expect(await numbers(world, { label: "bu" })).toEqual([]);
  });

  test("looks for words as they are written, in any case of their letters", async (world) => {
    const titles = [
      "100% done",
      "100 percent",
      "a_b",
      "axb",
      'O\'Reilly "said"',
      "Fix the BUG!",
      "Äpfel für Ämter",
      "שלום עולם",
      "back\\slash",
      "🚂🚃",
    ];
    for (const title of titles) await newTicket(world, { title });
    const found = (text: string) => numbers(world, { text });
    expect(await found("100%")).toEqual([1]);
    expect(await found("a_b")).toEqual([3]);
    expect(await found("o'reilly")).toEqual([5]);
    expect(await found('"SAID"')).toEqual([5]);
    expect(await found("bug!")).toEqual([6]);
    expect(await found("the bug")).toEqual([6]);
    expect(await found("Äpfel")).toEqual([7]);
    expect(await found("für ÄMTER")).toEqual([7]);
    expect(await found("עולם")).toEqual([8]);
    expect(await found("k\\s")).toEqual([9]);
    expect(await found("🚃")).toEqual([10]);
    expect(await found("' OR '1'='1")).toEqual([]);
    expect(await found("nowhere")).toEqual([]);
    expect(await found("")).toHaveLength(titles.length);
  });

  test("looks for words in titles, texts, comments and reasons, and for nothing else", async (world) => {
    await newTicket(world, { title: "Refund at the till", body: "No receipt, 50% off." });
    const second = await newTicket(world, { title: "Stock per shop" });
    const third = await ticketIn(world, "Research Needed", { title: "Printer" });
    accepted(await addComment(world.app, ann, { key: second, body: "Ask **Leith** about the Receipt." }));
    accepted(
      await handoff(world.app, person("Olga"), { key: third, toState: "Human Needed", reason: "Leith has no printer" }),
    );
    const found = (anywhere: string) => numbers(world, { anywhere });
    expect(await found("receipt")).toEqual([1, 2]);
    expect(await found("LEITH")).toEqual([2, 3]);
    expect(await found("leith  shop")).toEqual([2]);
    expect(await found("50%")).toEqual([1]);
    expect(await found("till leith")).toEqual([]);
    expect(await found("no_receipt")).toEqual([]);
    expect(await found(" ")).toHaveLength(3);
  });

  test("finds nothing for what no ticket can hold", async (world) => {
    await newTicket(world, { title: "a \u{fffd} b", labels: ["\u{fffd}"] });
    for (const word of ["\0", "a\0", "\ud800", "\udfff b"]) {
      expect(await numbers(world, { text: word })).toEqual([]);
      expect(await numbers(world, { label: word })).toEqual([]);
      expect(await numbers(world, { state: word })).toEqual([]);
      expect(await numbers(world, { parent: word })).toEqual([]);
    }
  });

  test("begins at the beginning where a cursor makes no sense", async (world) => {
    await newTicket(world);
    for (const cursor of ["", "x", "1", "'; --", "99999999999999999999:", "\0"]) {
      expect((await world.board.tickets.list({}, 5, cursor)).items).toHaveLength(1);
    }
    expect((await world.board.tickets.list({}, 5, "1:")).items).toHaveLength(0);
  });
}

async function numbers(world: World, filter: TicketFilter): Promise<number[]> {
  const { items } = await world.board.tickets.list(filter, 100, null);
  return items.map((ticket) => ticket.number);
}
