// The measures on one screen: figures, plots, and lists of the few that matter most.

import { showKey } from "../../engine/facts.ts";
import type { Spread, Stats } from "../../app/pages/views.ts";
import { styled, type Style } from "../support/output.ts";
import { band, bars, blankBand, meter, padded, paddedLeft, showSpan, squeezed } from "./plots.ts";
import { cut, oneLine, widthOf } from "./table.ts";

/** Where nobody looks on. */
const PLAIN_WIDTH = 100;
const WIDEST = 160;
const NARROWEST = 60;
const LISTED = 5;
const GAP = 4;
const TITLE = 16;
const NUMBER = 9;
/** What may stand behind the bars. */
const AFTER = 46;

type Lines = readonly string[];
type Evidence = NonNullable<Stats["evidence"]>;

/** The parts stand side by side where there is room for two. */
export function renderStats(stats: Stats, windowWidth: number): string {
  const width = Math.max(NARROWEST, windowWidth > 10 * WIDEST ? PLAIN_WIDTH : Math.min(windowWidth, WIDEST));
  const two = width >= 120;
  const part = two ? Math.floor((width - GAP) / 2) : width;
  const lists = [
    [turnedBack(stats, part), refused(stats, part)],
    [waiting(stats, part), ending(stats, part)],
    [sentBack(stats, part), timeToEvidence(stats, part)],
  ] as const;
  const listed = lists.flatMap(([left, right]) => (two ? sideBySide(left, right, part) : [...left, ...right]));
  return [
    ...figures(stats, width),
    ...days(stats, width),
    ...timeInState(stats, width),
    ...listed,
    ...others(stats, width),
  ].join("\n");
}

function figures({ from, to, days: count, tickets, refusals, evidence }: Stats, width: number): Lines {
  const { share } = tickets;
  const all = share.workMs + share.humanMs + share.queueMs;
  const parts = [
    ["Finished", `${tickets.finished}`, `was ${tickets.finishedBefore}`],
    ["Cycle time, median", showSpan(tickets.cycle.medianMs), `was ${showSpan(tickets.cycleBefore.medianMs)}`],
    ["Work", percent(share.workMs, all), `people ${percent(share.humanMs, all)}, queue ${percent(share.queueMs, all)}`],
    ["Refused", `${refusals.total}`, `of ${refusals.attempts}, ${percent(refusals.total, refusals.attempts)}`],
    ["Open", `${tickets.open}`, `${tickets.held} held, ${tickets.aging} unusually old`],
    ...(evidence ? [firstTimeRight(evidence)] : []),
  ] as const;
  const title = `${count} ${count === 1 ? "day" : "days"}, ${from.slice(0, 10)} to ${to.slice(0, 10)} (UTC)`;
  const name = Math.max(...parts.map(([label]) => label.length));
  const cells = parts.map(
    ([label, value, more]) => `${styled(padded(label, name), "dim")}  ${styled(value, "bold")} ${styled(more, "dim")}`,
  );
  const half = Math.ceil(cells.length / 2);
  const rows = width < 100 ? cells : sideBySide(cells.slice(0, half), cells.slice(half), Math.floor((width - GAP) / 2));
  return [`${styled("Stats", "bold")} ${styled(title, "dim")}`, "", ...rows, ""];
}

function firstTimeRight({ firstTimeRight: { count, of } }: Evidence): readonly [string, string, string] {
  return ["Right the first time", percent(count, of), `${count} of ${of} handed in`];
}

function days({ tickets, refusals }: Stats, width: number): Lines {
  const line = (title: string, list: readonly { readonly count: number }[], style: Style, more: string): string => {
    const counts = list.map(({ count }) => count);
    const shown = squeezed(counts, width - TITLE - AFTER);
    const each = shown.length === counts.length ? "" : `, ${Math.ceil(counts.length / shown.length)} days a bar`;
    const words = `most ${Math.max(0, ...counts)}${each}${more}`;
    return `${padded(title, TITLE)}${styled(bars(shown), style)}  ${styled(words, "dim")}`;
  };
  const lately = refusals.lastHour === 0 ? "" : `, ${refusals.lastHour} in the last hour`;
  return [
    line("Finished a day", tickets.throughput, "green", ""),
    line("Refused a day", refusals.byDay, "red", lately),
    "",
  ];
}

function timeInState({ tickets, leastSamples }: Stats, width: number): Lines {
  const name = Math.min(24, Math.max(TITLE, ...tickets.states.map(({ state }) => widthOf(oneLine(state)))));
  const room = Math.min(60, width - name - 4 * NUMBER - 2);
  const plot = (text: string): string => (room < 10 ? "" : `  ${text}`);
  const legend = room < 34 ? "1m to 30d" : "1m to 30d, band: median to p85";
  const few = tickets.states.some(isTooFew) ? [styled(`A p85 is said of ${leastSamples} visits at least.`, "dim")] : [];
  const heads = ["median", "p85", "p90", "now"].map((head) => paddedLeft(head, NUMBER)).join("");
  return [
    styled(`${padded("Time in state", name)}${plot(padded(legend, room))}${heads}`, "dim"),
    ...tickets.states.map((one) => {
      const usual = isTooFew(one) ? `${one.count} ${one.count === 1 ? "visit" : "visits"}` : showSpan(one.p85Ms);
      const numbers = [showSpan(one.medianMs), usual, showSpan(one.p90Ms), String(one.now || "–")];
      const shown = numbers.map((number) => paddedLeft(number, NUMBER)).join("");
      return `${padded(oneLine(one.state), name)}${plot(bandOf(one, room))}${shown}`;
    }),
    ...few,
    "",
  ];
}

/** To say what is usual. */
function isTooFew({ count, p85Ms }: Spread): boolean {
  return count > 0 && p85Ms === null;
}

function bandOf({ medianMs, p85Ms }: Spread, room: number): string {
  if (room < 10) return "";
  if (medianMs === null || p85Ms === null) return styled(blankBand(room), "dim");
  return styled(band(medianMs, p85Ms, room), "cyan");
}

function turnedBack({ tickets, sessions }: Stats, width: number): Lines {
  const moves = [
    ...tickets.turnedBack.map((move) => ({ ...move, on: "" })),
    ...sessions.turnedBack.map((move) => ({ ...move, on: " (session)" })),
  ].toSorted((a, b) => b.count - a.count);
  return list(
    "Turned back, of those that arrived",
    moves.map(({ from, to, on, count, of }) => ({
      text: `${from} → ${to}${on}`,
      value: `${count} of ${of}`,
      share: of === 0 ? 0 : count / of,
    })),
    width,
  );
}

function refused({ refusals }: Stats, width: number): Lines {
  const most = refusals.byCode[0]?.count ?? 1;
  return list(
    "Refused, by why",
    refusals.byCode.map(({ code, count }) => ({ text: code, value: String(count), share: count / most })),
    width,
  );
}

function waiting({ tickets }: Stats, width: number): Lines {
  return list(
    "Waiting longest",
    tickets.oldestWaiting.map(({ key, title, state, ms }) => ({
      text: `${showKey(key)} ${state ?? "(none)"}: ${title}`,
      value: showSpan(ms),
    })),
    width,
  );
}

function ending({ tickets, to }: Stats, width: number): Lines {
  return list(
    "Claims close to their end",
    tickets.claimsEnding.map(({ key, holder, expiresAt }) => ({
      text: `${showKey(key)} ${holder}`,
      value: `in ${showSpan(Date.parse(expiresAt) - Date.parse(to))}`,
    })),
    width,
  );
}

function sentBack({ evidence }: Stats, width: number): Lines {
  if (!evidence) return [];
  const most = evidence.sentBack[0]?.count ?? 1;
  return list(
    "Sent back from a state for people",
    evidence.sentBack.map(({ from, to, count }) => ({
      text: `${from} → ${to}`,
      value: String(count),
      share: count / most,
    })),
    width,
  );
}

function timeToEvidence({ evidence }: Stats, width: number): Lines {
  if (!evidence) return [];
  return list(
    "Time to evidence, median",
    evidence.timeToEvidence.map(({ fact, count, medianMs }) => ({
      text: `${fact} (${count})`,
      value: showSpan(medianMs),
    })),
    width,
  );
}

function others({ sessions, runs }: Stats, width: number): Lines {
  const outcomes = sessions.outcomes.map(({ outcome, count }) => `, ${count} ${oneLine(outcome)}`).join("");
  const silent = sessions.silent === 0 ? "" : `, ${styled(`${sessions.silent} silent`, "yellow")}`;
  const disorder = sessions.outOfOrder === 0 ? "" : `, ${sessions.outOfOrder} reports out of order`;
  const medians = sessions.states.map(({ state, medianMs }) => `${oneLine(state)} ${showSpan(medianMs)}`).join(", ");
  return [
    `${styled(padded("Sessions", TITLE), "dim")}${sessions.open} open${silent}${outcomes}${disorder}`,
    ...(medians === "" ? [] : [styled(`${padded("", TITLE)}${cut(`median: ${medians}`, width - TITLE)}`, "dim")]),
    `${styled(padded("Runs", TITLE), "dim")}${runs.open} open, ${runs.finished} finished`,
  ];
}

interface Item {
  readonly text: string;
  readonly value: string;
  readonly share?: number;
}

function list(title: string, items: readonly Item[], width: number): Lines {
  const shown = items.slice(0, LISTED);
  const value = Math.max(0, ...shown.map((item) => item.value.length));
  const lines = shown.map((item) => {
    const plot = item.share === undefined || width < 60 ? "" : `${styled(meter(item.share, 12), "red")}  `;
    const room = width - value - 2 - (plot === "" ? 0 : 14);
    return `${padded(oneLine(item.text), room)}  ${plot}${paddedLeft(item.value, value)}`;
  });
  return [styled(title, "dim"), ...(lines.length === 0 ? ["none"] : lines), ""];
}

function sideBySide(left: Lines, right: Lines, width: number): Lines {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [one = "", other = ""] = [left[index], right[index]];
    return `${one}${" ".repeat(Math.max(0, width - shownWidth(one)) + GAP)}${other}`.trimEnd();
  });
}

/** Without what colours it. */
function shownWidth(line: string): number {
  // eslint-disable-next-line no-control-regex -- it is what a terminal reads
  return widthOf(line.replaceAll(/\u001b\[\d+m/g, ""));
}

function percent(part: number, all: number): string {
  return all === 0 ? "–" : `${Math.round((part / all) * 100)} %`;
}
