// A move that was left lying, and what whoever comes by makes of it. Only what was written is called a success, nothing is
// written twice, and what somebody else did in between stays theirs.

import { describe, expect, it, onTestFinished } from "vitest";
import { markerIn } from "../../../src/github/tracker/marker.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { accepted, hand, rowsOf, stateOf, ticketOf } from "../../support/worlds/steps.ts";
import { ann, bob, MINUTE } from "../../support/worlds/world.ts";
import type { Issue } from "../../support/github/fake/world.ts";
import { Site, type Machine } from "../../support/github/world.ts";

const BEFORE = "Research Needed";
const CLAIMING = { command: "research", intent: "lock", to: "Research in Progress", elsewhere: "Human Needed" };
const PLAIN = { command: "research", intent: "escalate", to: "Human Needed", elsewhere: "Backlog" };

/** How far it came before it was left lying. */
type Reached =
  /** It was set down as under way. */
  | "nothing"
  | "its ref"
  /** GitHub carried out the first part of the request, and not the second; */
  | "its state"
  /** or the second, and not the first. */
  | "its comment"
  /** Only the answer was lost. */
  | "everything";

interface Lying {
  readonly site: Site;
  readonly issue: Issue;
  readonly move: typeof CLAIMING;
  /** With a store of its own. */
  readonly other: Machine;
}

interface Case {
  readonly reached: Reached;
  /** What happens there before anybody comes by. */
  readonly meanwhile: string;
  readonly becomes: "finished" | "called off";
  /** Where the card stands meanwhile: see `move`. */
  readonly state: "before" | "to" | "elsewhere";
  readonly comments: number;
  /** Who is named for where the card stands now. */
  readonly mover: string | null;
  /** Who holds it by this store; where nobody is named, nobody does. */
  readonly holder?: string;
}

const dragged =
  (by: string, state: Case["state"], after: number) =>
  ({ site, issue, move }: Lying): void => {
    site.clock.pass(after);
    site.github.drag(issue, placeOf(state, move), { by });
  };

const handed = async ({ other, move: { command, intent } }: Lying): Promise<object> =>
  accepted(await hand(other, bob, "1", { command, intent }));

/** The token is octo's, and the plan's own lease a minute. */
const MEANWHILE: Readonly<Record<string, (lying: Lying) => unknown>> = {
  "nobody comes": () => {},
  "another store's agent makes the same move": handed,
  "maria makes the same move a moment later": dragged("maria", "to", 10_000),
  "maria makes the same move two minutes later": dragged("maria", "to", 2 * MINUTE),
  "octo makes the same move a moment later": dragged("octo", "to", 10_000),
  "octo makes the same move two minutes later": dragged("octo", "to", 2 * MINUTE),
  "maria moves it on": dragged("maria", "elsewhere", 10_000),
  "maria moves it back": dragged("maria", "before", 10_000),
  "its claim runs out, and another machine's agent takes it": (lying) => {
    lying.site.clock.pass(21 * MINUTE);
    return handed(lying);
  },
};

const off = { becomes: "called off" } as const;
const done = { becomes: "finished" } as const;

const WITH_A_CLAIM: readonly Case[] = [
  { reached: "nothing", meanwhile: "nobody comes", ...off, state: "before", comments: 0, mover: null },
  {
    reached: "nothing",
    meanwhile: "another store's agent makes the same move",
    ...off,
    state: "to",
    comments: 1,
    mover: "bob",
  },
  {
    reached: "nothing",
    meanwhile: "maria makes the same move a moment later",
    ...off,
    state: "to",
    comments: 0,
    mover: "maria",
  },
  {
    reached: "nothing",
    meanwhile: "maria makes the same move two minutes later",
    ...off,
    state: "to",
    comments: 0,
    mover: "maria",
  },
  {
    reached: "nothing",
    meanwhile: "octo makes the same move two minutes later",
    ...off,
    state: "to",
    comments: 0,
    mover: "octo",
  },
  { reached: "nothing", meanwhile: "maria moves it on", ...off, state: "elsewhere", comments: 0, mover: "maria" },
  { reached: "its state", meanwhile: "nobody comes", ...done, state: "to", comments: 1, mover: "ann", holder: "ann" },
  // Nothing of it can be seen any more.
  { reached: "its state", meanwhile: "maria moves it on", ...off, state: "elsewhere", comments: 0, mover: "maria" },
  { reached: "its comment", meanwhile: "nobody comes", ...done, state: "to", comments: 1, mover: "ann", holder: "ann" },
  { reached: "everything", meanwhile: "nobody comes", ...done, state: "to", comments: 1, mover: "ann", holder: "ann" },
  { reached: "everything", meanwhile: "maria moves it on", ...done, state: "elsewhere", comments: 1, mover: "maria" },
  { reached: "everything", meanwhile: "maria moves it back", ...done, state: "before", comments: 1, mover: "maria" },
];

/** By the same login, at the same time, and with nothing else to tell them apart. */
const UNKNOWABLE: Case = {
  reached: "nothing",
  meanwhile: "octo makes the same move a moment later",
  becomes: "finished",
  state: "to",
  comments: 1,
  mover: "ann",
};

const WITH_A_REF: readonly Case[] = [
  ...WITH_A_CLAIM,
  // The ref tells: it is taken first.
  { ...UNKNOWABLE, becomes: "called off", comments: 0, mover: "octo" },
  { reached: "its ref", meanwhile: "nobody comes", ...off, state: "before", comments: 0, mover: null },
  {
    reached: "its ref",
    meanwhile: "maria makes the same move a moment later",
    ...off,
    state: "to",
    comments: 0,
    mover: "maria",
  },
  {
    reached: "everything",
    meanwhile: "its claim runs out, and another machine's agent takes it",
    ...done,
    state: "to",
    comments: 1,
    mover: "ann",
  },
];

const WITHOUT_A_CLAIM = WITH_A_CLAIM.map(({ holder: _, ...one }): Case => one);

describe.each([
  {
    kind: "that takes a claim, kept in the store",
    refLocks: false,
    move: CLAIMING,
    cases: [...WITH_A_CLAIM, { ...UNKNOWABLE, holder: "ann" }],
  },
  { kind: "that takes a claim, kept as a ref", refLocks: true, move: CLAIMING, cases: WITH_A_REF },
  { kind: "that takes no claim", refLocks: false, move: PLAIN, cases: [...WITHOUT_A_CLAIM, UNKNOWABLE] },
  { kind: "that takes no claim, where others are refs", refLocks: true, move: PLAIN, cases: WITHOUT_A_CLAIM },
])("a move $kind", ({ refLocks, move, cases }) => {
  it.each(cases)("of which $reached was written, when $meanwhile, is $becomes", async (expected) => {
    const { site, machine, issue } = await board(refLocks);
    const other = await site.machine({ refLocks });
    await ticketOf(other, "1");
    const lying: Lying = { site, issue, move, other };
    await leaveLying(lying, machine, expected.reached, refLocks);
    await MEANWHILE[expected.meanwhile]?.(lying);
    site.clock.pass(2 * MINUTE);

    const next = await site.beside(machine, { refLocks });
    const state = placeOf(expected.state, move);
    expect(await stateOf(next, "1")).toBe(state);
    const rows = await rowsOf(next, "1");
    expect(rows.some(({ kind }) => kind === "void")).toBe(expected.becomes === "called off");
    expect(rows.some(({ kind, by }) => kind === "move" && by.via !== "github")).toBe(expected.becomes === "finished");
    const { by } = rows.find(({ kind, data }) => kind !== "create" && data["to"] === state) ?? {};
    expect(by?.connection ?? by?.person ?? null).toBe(expected.mover);
    expect((await next.store.tickets.get("1"))?.claim?.holder.connection).toBe(expected.holder);
    const seen = site.github.see(issue);
    expect(seen.card).toMatchObject({ "Workflow State": state });
    const markers = seen.comments.map(({ body }) => markerIn(body)?.id);
    expect([markers.length, new Set(markers).size]).toEqual([expected.comments, expected.comments]);
    expect(await next.store.pending.expired(10)).toEqual([]);
    expect(await verifyStore(next.store.driver)).toMatchObject({ ok: true });
  });
});

async function board(refLocks: boolean): Promise<{ site: Site; machine: Machine; issue: Issue }> {
  const site = await Site.open();
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  const issue = github.addIssue(repository, "First", { project, card: { "Workflow State": BEFORE } });
  const machine = await site.machine({ refLocks });
  await ticketOf(machine, "1");
  site.clock.pass(MINUTE);
  return { site, machine, issue };
}

async function leaveLying(
  { site, issue, move: { command, intent, to } }: Lying,
  machine: Machine,
  reached: Reached,
  refLocks: boolean,
): Promise<void> {
  const { faults } = site.github;
  const { item } = site.github.cardOf(issue);
  const before = item.values.get(site.state.id);
  const written = reached === "everything" || reached === "its comment";
  const on = reached === "nothing" && refLocks && intent === CLAIMING.intent ? "SwapRef" : "Write";
  faults.plan({ kind: "drop", when: written ? "after" : "before" }, { on });
  faults.plan({ kind: "bad-gateway", when: "before" }, { on: "Handoff", skip: 1, times: 50 });
  await expect(hand(machine, ann, "1", { command, intent })).rejects.toMatchObject({ code: expect.any(String) });
  faults.clear();
  if (reached === "its state") site.github.drag(issue, to, { by: "octo" });
  if (reached === "its comment" && before) item.values.set(site.state.id, before);
}

function placeOf(state: Case["state"], { to, elsewhere }: Lying["move"]): string {
  return { before: BEFORE, to, elsewhere }[state];
}
