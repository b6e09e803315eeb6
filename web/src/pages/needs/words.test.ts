import { expect, it } from "vitest";
import type { EventView, TicketAnswer } from "../../../../src/http/contract.ts";
import { firstToRead, sinceOf, wordBefore, wordsOf } from "./words.ts";

const timeline = [
  row(9, { to: "Plan in Review", reason: "The second plan." }),
  row(8, { kind: "stay", data: { claim: { type: "renew" } } }),
  row(6, { kind: "refuse", to: "Done", reason: "Quick" }),
  row(5, { who: "maria (person)", person: true, to: "Ready for Plan", reason: "No backfill." }),
  row(3, { to: "Plan in Review", reason: "The first plan." }),
];
const comments = [
  said(2, "siskin", "1. First step"),
  said(4, "siskin", "**State transition**: Plan in Progress → Plan in Review\n**Command**: plan"),
  said(7, "siskin", "1. First step, better"),
  said(8, "maria (person)", "Thanks."),
];

it("shows the agent's last comment, what came after it, and the words that it was handed over with", () => {
  const words = wordsOf({ comments, timeline });
  expect(firstToRead(words).map(({ text }) => text)).toEqual(["The second plan.", "Thanks.", "1. First step, better"]);
});

it("compares with what the agents said in its place before", () => {
  const words = wordsOf({ comments, timeline });
  const before = (text: string) => {
    const word = words.find((one) => one.text === text);
    return word && wordBefore(words, word)?.text;
  };
  expect(before("The second plan.")).toBe("The first plan.");
  expect(before("1. First step, better")).toBe("1. First step");
  expect(before("1. First step")).toBeUndefined();
});

it("tells what happened since the reader's own last deed, or since they looked", () => {
  expect(sinceOf(timeline, "maria", 8)).toMatchObject({
    title: "Since you moved it to Ready for Plan",
    rows: [{ seq: 9 }, { seq: 6 }],
  });
  expect(sinceOf(timeline, "ada", 6)).toMatchObject({ title: "Since you last looked", rows: [{ seq: 9 }] });
  expect(sinceOf(timeline, null, null)).toBeNull();
  const created = row(1, { kind: "create", who: "ada (person)", person: true, to: "Backlog" });
  expect(sinceOf([...timeline, created], "ada", null)).toMatchObject({ title: "Since you created it" });
});

function said(minute: number, author: string, body: string): TicketAnswer["comments"][number] {
  return { author, body, createdAt: time(minute) };
}

function row(seq: number, more: Partial<EventView> & { readonly reason?: string }): EventView {
  const { reason, ...fields } = more;
  return {
    seq,
    at: time(seq),
    kind: "move",
    subject: { type: "ticket", key: "7" },
    who: "siskin",
    person: false,
    via: "mcp",
    from: null,
    to: null,
    command: null,
    intent: null,
    code: null,
    texts: reason === undefined ? {} : { reason },
    refusal: null,
    data: {},
    ...fields,
  };
}

function time(minute: number): string {
  return `2026-11-12T10:${String(minute).padStart(2, "0")}:00.000Z`;
}
