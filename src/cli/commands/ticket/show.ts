import { withMirror } from "../../../app/pages/mirror.ts";
import { viewTicketPage } from "../../../app/pages/ticket-page.ts";
import type { ChipView, FactMark, WayView } from "../../../app/pages/evidence-views.ts";
import type { LinkedCard, TicketPage } from "../../../app/pages/views.ts";
import { showKey } from "../../../engine/facts.ts";
import { withLine } from "../../support/mirror-line.ts";
import { styled, type Style } from "../../support/output.ts";
import { printAnswer } from "../../support/people.ts";
import { withBoard } from "../../support/reading.ts";
import type { StoreOptions } from "../../support/store.ts";
import { oneLine, showAge } from "../../screens/table.ts";

export async function showOne(key: string, options: StoreOptions): Promise<void> {
  const answer = await withBoard(options, async (app) =>
    withMirror(app.board, true, await viewTicketPage(app, key, null, "cli")),
  );
  printAnswer(options, answer, (page) => withLine(render(page), page));
}

function render(page: TicketPage): string {
  const { card, moves } = page;
  const { claim, session } = card;
  const fields = [
    ["state", `${oneLine(card.state ?? "(none)")}${sinceOf(page)}`],
    ["priority", card.priority],
    ["estimate", card.estimate],
    ["labels", card.labels.map(oneLine).join(", ")],
    ["held by", claim && `${oneLine(claim.holder)}, until ${claim.expiresAt}${claim.expired ? " (expired)" : ""}`],
    ["session", session && `${oneLine(session.agent)}: ${session.state}${session.silent ? " (silent)" : ""}`],
    ["commit", page.evidence?.head?.slice(0, 7) ?? null],
    ["evidence", page.evidence ? page.evidence.chips.map(chipWords).join("\n") : null],
    ["parent", page.parent && linked(page.parent)],
    ["children", page.children.map(linked).join("\n")],
    ["waits for", page.blockedBy.map(linked).join("\n")],
    ["blocks", page.blocks.map(linked).join("\n")],
    [
      "may go to",
      moves
        .filter((move) => move.legal)
        .map(({ to, label, takes }) => `${to} (${label}${takes === null ? "" : ", with --commit"})`)
        .join("\n"),
    ],
    ["not yet", page.evidence ? page.evidence.missing.flatMap(lacking).join("\n") : null],
  ] as const;
  const shown = fields.flatMap(([name, value]) => (value === null || value === "" ? [] : [field(name, value)]));
  const comments = page.comments.map(
    ({ author, createdAt, body }) => `${styled(`${oneLine(author)}, ${createdAt}`, "dim")}\n${harmless(body)}`,
  );
  return [
    styled(`${showKey(card.key)} ${oneLine(card.title)}`, "bold"),
    shown.join("\n"),
    ...(page.body === "" ? [] : [harmless(page.body)]),
    ...comments,
  ].join("\n\n");
}

/** Each has its own shape, also without colours. */
const MARKS: Readonly<Record<FactMark, readonly [mark: string, style: Style | null]>> = {
  pass: ["✓", "green"],
  fail: ["✗", "red"],
  empty: ["–", "red"],
  contradicted: ["‡", "red"],
  unknown: ["?", "yellow"],
  said: ["(✓)", null],
  older: ["(✓)", null],
  none: ["·", null],
};

function chipWords({ name, mark, words }: ChipView): string {
  const [sign, style] = MARKS[mark];
  const more = words === "" ? (mark === "none" ? " nobody has looked yet" : "") : ` ${oneLine(words)}`;
  return `${style ? styled(sign.padEnd(3), style) : sign.padEnd(3)} ${name}${mark === "contradicted" ? ", contradicted:" : ""}${more}`;
}

/** What a way lacks, and how to get it. */
function lacking({ to, guards }: WayView): readonly string[] {
  return guards.flatMap(({ what, how, policy }) =>
    what === null || policy === "warn"
      ? []
      : [`${to}: ${oneLine(what)}`, ...(how === null ? [] : [styled(`  ${oneLine(how)}`, "dim")])],
  );
}

function sinceOf({ visits }: TicketPage): string {
  const last = visits.at(-1);
  return last && last.until === null ? ` for ${showAge(last.ms)}` : "";
}

function linked({ key, title, state, closed }: LinkedCard): string {
  return `${showKey(key)} ${oneLine(title)} (${state ?? "no state"}${closed ? ", closed" : ""})`;
}

const NAME_WIDTH = 11;

function field(name: string, value: string): string {
  const [first = "", ...more] = value.split("\n");
  return [
    `${styled(name.padEnd(NAME_WIDTH), "dim")}${first}`,
    ...more.map((line) => `${" ".repeat(NAME_WIDTH)}${line}`),
  ].join("\n");
}

/** Text of several lines, with nothing in it that a terminal would obey. */
function harmless(text: string): string {
  return text.split("\n").map(oneLine).join("\n");
}
