// One ticket in the terminal: what it is, where it stands and why, where it could go, and what was said on it.

import type { ChipView, WayView } from "../../app/pages/evidence-views.ts";
import type { PullChecks, PullsView } from "../../app/pages/pull-views.ts";
import type { LinkedCard, TicketPage } from "../../app/pages/views.ts";
import { showKey } from "../../engine/facts.ts";
import { styled } from "../support/output.ts";
import { chipCell } from "./card.ts";
import { wrap } from "./lines.ts";
import { showSpan } from "./plots.ts";
import { oneLine } from "./table.ts";
import { showClock, showMoment, showZone } from "./times.ts";

export function renderTicket(page: TicketPage, width: number): string {
  const { card, moves } = page;
  const { claim, session } = card;
  const fields = [
    ["state", `${oneLine(card.state ?? "(none)")}${sinceOf(page)}`],
    ["why", whyHere(page)],
    ["priority", card.priority],
    ["estimate", card.estimate],
    ["labels", card.labels.map(oneLine).join(", ")],
    ["type", oneLine(card.type ?? "")],
    ["milestone", oneLine(card.milestone ?? "")],
    ["iteration", oneLine(card.iteration ?? "")],
    [
      "held by",
      claim &&
        `${oneLine(claim.holder)}, until ${showClock(claim.expiresAt)} ${showZone(claim.expiresAt)}${claim.expired ? " (expired)" : ""}`,
    ],
    ["session", session && `${oneLine(session.agent)}: ${session.state}${session.silent ? " (silent)" : ""}`],
    ["commit", page.evidence?.head?.slice(0, 7) ?? null],
    ["evidence", page.evidence ? page.evidence.chips.map(chipWords).join("\n") : null],
    ["pulls", page.pullRequests ? pullLines(page.pullRequests).join("\n") : null],
    ["parent", page.parent && linked(page.parent)],
    ["children", page.children.map(linked).join("\n")],
    ["waits for", page.blockedBy.map(linked).join("\n")],
    ["blocks", page.blocks.map(linked).join("\n")],
    [
      "may go to",
      moves
        .filter((move) => move.legal)
        .map(({ to, label, takes }) => `${oneLine(to)} (${oneLine(label)}${takes === null ? "" : ", with --commit"})`)
        .join("\n"),
    ],
    ["not yet", page.evidence ? page.evidence.missing.flatMap(lacking).join("\n") : null],
  ] as const;
  const shown = fields.flatMap(([name, value]) => (value === null || value === "" ? [] : [field(name, value, width)]));
  const comments = page.comments.map(
    ({ author, createdAt, body }) =>
      `${styled(`${oneLine(author)}, ${showMoment(createdAt)}`, "dim")}\n${prose(body, width)}`,
  );
  return [
    styled(`${showKey(card.key)} ${oneLine(card.title)}`, "bold"),
    shown.join("\n"),
    ...(page.body === "" ? [] : [prose(page.body, width)]),
    ...comments,
  ].join("\n\n");
}

/** Who brought it where it is, and what they said: of a ticket that was escalated, why. */
function whyHere({ lastWord }: TicketPage): string {
  if (!lastWord) return "";
  const said = lastWord.text === null ? "[redacted]" : lastWord.text.split("\n").map(spaced).join("\n");
  return `${oneLine(lastWord.who)}: ${said}`;
}

function chipWords(chip: ChipView): string {
  const { mark, words } = chip;
  const more = words === "" ? (mark === "none" ? " nobody has looked yet" : "") : `: ${oneLine(words)}`;
  return `${chipCell(chip).text}${more}`;
}

function pullLines({ total, pulls }: PullsView): readonly string[] {
  const lines = pulls.map(({ number, repo = "", title, url, state, checks, review }) => {
    const counts = checks ? `checks ${checks.state} (${checksWords(checks)})` : "no checks";
    const told = [state, counts, ...(review === null ? [] : [`review ${review}`])].join(", ");
    return `${oneLine(repo)}#${number} ${oneLine(title)}: ${told}\n  ${oneLine(url)}`;
  });
  return total > pulls.length ? [...lines, `and ${total - pulls.length} older`] : lines;
}

function checksWords({ passed, failed, pending }: PullChecks): string {
  const parts = [`${passed} passed`, failed > 0 && `${failed} failed`, pending > 0 && `${pending} pending`];
  return parts.filter((part) => part !== false).join(", ");
}

/** What a way lacks, and how to get it. */
function lacking({ to, guards }: WayView): readonly string[] {
  return guards.flatMap(({ what, how, policy }) =>
    what === null || policy === "warn"
      ? []
      : [`${oneLine(to)}: ${oneLine(what)}`, ...(how === null ? [] : [`  ${oneLine(how)}`])],
  );
}

function sinceOf({ visits }: TicketPage): string {
  const last = visits.at(-1);
  return last && last.until === null ? ` for ${showSpan(last.ms)}` : "";
}

function linked({ key, title, state, closed }: LinkedCard): string {
  return `${showKey(key)} ${oneLine(title)} (${oneLine(state ?? "no state")}${closed ? ", closed" : ""})`;
}

const NAME_WIDTH = 11;

function field(name: string, value: string, width: number): string {
  const [first = "", ...more] = wrap(value, width - NAME_WIDTH);
  return [
    `${styled(name.padEnd(NAME_WIDTH), "dim")}${first}`,
    ...more.map((line) => `${" ".repeat(NAME_WIDTH)}${line}`),
  ].join("\n");
}

/** Text of several lines, with nothing in it that a terminal would obey. */
function prose(text: string, width: number): string {
  return wrap(text.split("\n").map(spaced).join("\n"), width).join("\n");
}

/** As `oneLine`, with the spaces before it: a list stays a list. */
function spaced(line: string): string {
  const indent = /^ */.exec(line)?.[0] ?? "";
  return indent + oneLine(line);
}
