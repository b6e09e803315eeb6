import { expect } from "vitest";
import type { Caller } from "../../src/app/app.ts";
import { advanceChildren } from "../../src/app/tickets/advance.ts";
import { addComment } from "../../src/app/tickets/comment.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import { checkConvergence, detectPosition } from "../../src/app/groups/position.ts";
import { releaseClaim } from "../../src/app/claims/release.ts";
import {
  accepted,
  hand,
  lastRow,
  locked,
  newTicket,
  put,
  refused,
  seqOf,
  ticketIn,
  ticketOf,
} from "../support/worlds/steps.ts";
import { agent, ann, person, type Test, type World } from "../support/worlds/world.ts";

/** Strings that have broken programs. */
const NASTY = [
  "Robert'); DROP TABLE ticket; --",
  `"double" 'single' \`back\` \\ \\\\ \\u0000 \\n`,
  "$1 ${x} {{y}} %s %n ? ?? :name @var",
  "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 e\u0301 ﷽",
  "\u202eright to left\u202c שלום مرحبا",
  "tab\tand\r\nline\u2028breaks\u0085and\u0001control\u001f",
  "\ufeffbyte order, zero\u200bwidth, \u{fffd}, \u{10ffff}",
  "constructor",
  "__proto__",
  "null",
  "[object Object]",
  "<script>alert(1)</script> <!-- --> ]]>",
  "  spaces around  ",
];

const UNSTORABLE = ["a\0b", "\0", "half \ud83d", "\ude00 half", "\ud83d\ud83d\ude00"];

export function texts(test: Test): void {
  test("come back as they went in", async (world) => {
    for (const [index, text] of NASTY.entries()) {
      // A name is one line of what can be seen.
      const name = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
      const author = agent(name, name);
      const created = await createTicket(world.app, author, { title: text, body: text, labels: [text, "plain"] });
      const key = String(accepted(created).number);
      expect(await ticketOf(world, key)).toMatchObject({ title: text, body: text, labels: [text, "plain"] });
      accepted(await addComment(world.app, author, { key, body: text, requestId: name }));
      expect(await world.board.tickets.comments(key)).toMatchObject([{ body: text, author: `${name}/${name}` }]);
      accepted(await hand(world, author, key, { command: "split", intent: "complete", reason: text, requestId: name }));
      expect(await lastRow(world, key)).toMatchObject({
        texts: { reason: text },
        by: { connection: name, agent: name },
      });
      accepted(await updateTicket(world.app, author, { key, title: `${text}!`, labels: [`${text}!`] }));
      expect(await ticketOf(world, key)).toMatchObject({ title: `${text}!`, labels: [`${text}!`] });
      expect(
        (await world.board.tickets.list({ label: `${text}!` }, 10, null)).items.map((ticket) => ticket.key),
      ).toEqual([key]);
      expect(
        (await world.board.tickets.list({ text: `${text}!` }, 50, null)).items.map((ticket) => ticket.key),
      ).toEqual([key]);
      expect(index + 1).toBe(Number(key));
    }
  });

  test("are told apart where they only look alike", async (world) => {
    const [composed, apart] = ["é", "e\u0301"];
    const key = await ticketIn(world, "Research Needed");
    await locked(world, agent(composed), key, "research");
    refused(await hand(world, agent(apart), key, { command: "research", intent: "complete" }), "claim_conflict");
    refused(
      await hand(world, agent(`${composed} `), key, { command: "research", intent: "complete" }),
      "claim_conflict",
    );
    accepted(await addComment(world.app, ann, { key, body: "one", requestId: composed }));
    accepted(await addComment(world.app, ann, { key, body: "two", requestId: apart }));
    accepted(await hand(world, agent(composed), key, { command: "research", intent: "complete" }));
  });

  test("of 64 kB come back whole, and one byte more is refused with the limit", async (world) => {
    const full = `${"ä".repeat(32 * 1024 - 2)}🚂`;
    expect(Buffer.byteLength(full)).toBe(64 * 1024);
    const key = await newTicket(world, { body: full });
    expect((await ticketOf(world, key)).body).toBe(full);
    accepted(await addComment(world.app, ann, { key, body: full }));
    expect((await world.board.tickets.comments(key))[0]?.body).toBe(full);
    for (const answer of [
      await createTicket(world.app, ann, { title: "x", body: `${full}.` }),
      await updateTicket(world.app, ann, { key, body: `${full}.` }),
      await addComment(world.app, ann, { key, body: `${full}.` }),
    ]) {
      const refusal = refused(answer, "too_long");
      expect(refusal.facts).toEqual({ field: "body", size: 65_537, limit: 65_536, unit: "bytes" });
      expect(refusal.error).toContain("65536");
    }
  });

  test("have limits that are named: title, reason, labels, names", async (world) => {
    const key = await newTicket(world, { title: "🚂".repeat(256), labels: ["l".repeat(100)] });
    expect((await ticketOf(world, key)).title).toBe("🚂".repeat(256));
    const before = await ticketOf(world, key);
    const limits: readonly [answer: object, limit: number][] = [
      [await createTicket(world.app, ann, { title: "🚂".repeat(257) }), 256],
      [await updateTicket(world.app, ann, { key, title: "t".repeat(257) }), 256],
      [await updateTicket(world.app, ann, { key, labels: ["fine", "l".repeat(101)] }), 100],
      [await hand(world, ann, key, { command: "split", intent: "complete", reason: "r".repeat(4097) }), 4096],
      [await releaseClaim(world.app, ann, { key, reason: "é".repeat(2049) }), 4096],
      [await hand(world, agent("desk", "n".repeat(101)), key, { command: "split", intent: "complete" }), 100],
      [await addComment(world.app, agent("n".repeat(101)), { key, body: "x" }), 100],
      [await addComment(world.app, ann, { key, body: "x", requestId: "r".repeat(101) }), 100],
    ];
    for (const [answer, limit] of limits) expect(refused(answer, "too_long").facts).toMatchObject({ limit });
    expect(await ticketOf(world, key)).toEqual(before);
    accepted(await hand(world, ann, key, { command: "split", intent: "complete", reason: "r".repeat(4096) }));
  });

  test("that a database can't give back as they were are refused, wherever they stand", async (world) => {
    const parent = await newTicket(world);
    const key = await ticketIn(world, "Research Needed", { parent });
    await put(world, parent, "Ready for Plan");
    const before = [await seqOf(world), await world.dump()];
    for (const text of UNSTORABLE) {
      for (const [where, answer] of await everywhere(world, key, text)) {
        expect([where, "code" in answer ? answer.code : answer]).toEqual([where, "unstorable_text"]);
      }
    }
    expect([await seqOf(world), await world.dump()]).toEqual(before);
  });

  test("that are no ticket's name name no ticket", async (world) => {
    await newTicket(world);
    const names = [...NASTY, ...UNSTORABLE, "1 ", "01", "1.0", "1e0", "+1", "", "1' OR '1'='1", "acme/web#1", "%", "_"];
    for (const key of names) {
      expect(await world.board.tickets.get(key)).toBeNull();
      expect(await world.board.tickets.comments(key)).toEqual([]);
      const answers = [
        await hand(world, ann, key, { command: "triage", intent: "close" }),
        await updateTicket(world.app, ann, { key, title: "x" }),
        await updateTicket(world.app, ann, { key, parent: "1" }),
        await addComment(world.app, ann, { key, body: "x" }),
        await releaseClaim(world.app, ann, { key, reason: "x" }),
        await advanceChildren(world.app, ann, { key, targetState: "Backlog" }),
        await detectPosition(world.app, ann.actor, key),
        await checkConvergence(world.app, key, "Done"),
        await createTicket(world.app, ann, { title: "x", parent: key }),
      ];
      for (const answer of answers) refused(answer, "ticket_not_found");
    }
    expect(await seqOf(world)).toBe(1);
  });

  test("in words that nobody knows are refused and written down, short", async (world) => {
    const key = await newTicket(world);
    for (const text of [...NASTY, ...UNSTORABLE, "x".repeat(100_000), `${"x".repeat(99)}🚂`]) {
      refused(await hand(world, ann, key, { command: text, intent: "close" }), "unknown_command");
      const { data } = await lastRow(world, key);
      expect(JSON.parse(JSON.stringify(data["command"]))).toHaveProperty("length", Math.min(text.length, 100));
      refused(await hand(world, ann, key, { command: "triage", intent: text }), "unknown_intent");
      refused(await hand(world, ann, key, { command: "triage", toState: text }), "unknown_state");
      refused(await hand(world, ann, key, { command: "triage", intent: "close", fromState: text }), "state_changed");
      refused(await pickIssue(world.app, ann, { workflowState: text }), "unknown_state");
      refused(await checkConvergence(world.app, key, text), "unknown_target");
      refused(await advanceChildren(world.app, ann, { key, targetState: text }), "unknown_target");
      refused(await hand(world, ann, key, { command: "triage", intent: "close", claim: text }), "claim_lost");
    }
    expect((await ticketOf(world, key)).state).toBe("Backlog");
  });
}

/** Every place where a caller's text is kept. */
async function everywhere(world: World, key: string, text: string): Promise<readonly [string, object][]> {
  const { app } = world;
  const stay = { command: "hero", intent: "escalate" };
  const asAgent = agent("desk", text);
  const asConnection = agent(text);
  const asPerson = person(text);
  const take = { workflowState: "Research Needed", claim: true, command: "research", reason: "next" };
  const up = { key: "1", targetState: "Ready for Plan" };
  const by = async (caller: Caller): Promise<readonly [string, object][]> => [
    ["create by", await createTicket(app, caller, { title: "x" })],
    ["edit by", await updateTicket(app, caller, { key, title: "x" })],
    ["link by", await updateTicket(app, caller, { key, addBlockers: ["1"] })],
    ["comment by", await addComment(app, caller, { key, body: "x" })],
    ["handoff by", await hand(world, caller, key, { toState: "Ready for Plan", ...(caller === asPerson ? {} : stay) })],
    ["release by", await releaseClaim(app, caller, { key, reason: "x" })],
    ["advance by", await advanceChildren(app, caller, up)],
    ["pick by", await pickIssue(app, caller, take)],
  ];
  return [
    ["create title", await createTicket(app, ann, { title: text })],
    ["create body", await createTicket(app, ann, { title: "x", body: text })],
    ["create label", await createTicket(app, ann, { title: "x", labels: ["fine", text] })],
    ["create request", await createTicket(app, ann, { title: "x", requestId: text })],
    ["edit title", await updateTicket(app, ann, { key, title: text })],
    ["edit body", await updateTicket(app, ann, { key, body: text })],
    ["edit label", await updateTicket(app, ann, { key, labels: [text] })],
    ["edit request", await updateTicket(app, ann, { key, title: "x", requestId: text })],
    ["link request", await updateTicket(app, ann, { key, addBlockers: ["1"], requestId: text })],
    ["comment body", await addComment(app, ann, { key, body: text })],
    ["comment request", await addComment(app, ann, { key, body: "x", requestId: text })],
    ["handoff reason", await hand(world, ann, key, { ...stay, reason: text })],
    ["handoff request", await hand(world, ann, key, { ...stay, requestId: text })],
    ["release reason", await releaseClaim(app, ann, { key, reason: text })],
    ["release request", await releaseClaim(app, ann, { key, reason: "x", requestId: text })],
    ["advance request", await advanceChildren(app, ann, { ...up, requestId: text })],
    ["pick reason", await pickIssue(app, ann, { ...take, reason: text })],
    ["pick request", await pickIssue(app, ann, { ...take, requestId: text })],
    ...(await by(asAgent)),
    ...(await by(asConnection)),
    ...(await by(asPerson)),
  ];
}
