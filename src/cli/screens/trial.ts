// What a workflow would have done, on one screen.

import type { Deviations, Trial, TriedWorkflow } from "../../app/replay/trial.ts";
import { showKey } from "../../engine/facts.ts";
import { styled } from "../support/output.ts";
import { oneLine } from "./table.ts";

const MOST_GROUPS = 12;

type Lines = readonly string[];

export function renderTrial(trial: Trial): string {
  return [
    `${styled(nameOf(trial.workflow), "bold")} against ${nameOf(trial.against)}, over ${counted(trial.days, "day")}`,
    ...difference(trial),
    "",
    ...moves(trial),
    ...guards(trial),
    ...stuck(trial),
    ...honest(trial),
  ].join("\n");
}

function difference({ changes, loosens, findings }: Trial): Lines {
  const warnings = findings.filter(({ severity }) => severity !== "note");
  return [
    ...(changes.length === 0 ? ["  It is the same as the one in force."] : changes.map((line) => `  ${oneLine(line)}`)),
    ...loosens.map((line) => `  ${styled("loosens", "yellow")} ${oneLine(line)}`),
    ...warnings.map(({ severity, reason }) => `  ${styled(severity, "yellow")} ${oneLine(reason)}`),
  ];
}

function moves({ accepted, refused, wouldRefuse, wouldPass, wouldOverride }: Trial): Lines {
  const none = wouldRefuse.count === 0;
  const [out, of] = [`${wouldRefuse.count}`, `of ${counted(accepted, "accepted handoff")} would have been refused`];
  return [
    `${styled(out, none ? "green" : "red")} ${of}${none ? "" : `, on ${counted(wouldRefuse.tickets, "ticket")}`}`,
    ...groups(wouldRefuse),
    `${styled(`${wouldPass.count}`, wouldPass.count === 0 ? "green" : "yellow")} of ${counted(refused, "refusal")} would have passed`,
    ...groups(wouldPass),
    ...(wouldOverride > 0 ? [`${wouldOverride} would have passed only because an operator may go past the rules`] : []),
  ];
}

function groups({ groups: all }: Deviations): Lines {
  const more = all.length - MOST_GROUPS;
  return [
    ...all.slice(0, MOST_GROUPS).map(({ from, to, why, count, examples }) => {
      const rows = examples.slice(0, 3).map(({ seq, key }) => `${showKey(key)} (row ${seq})`);
      const where = `${from ?? "no state"} → ${to ?? "?"}`;
      return `  ${String(count).padStart(5)}  ${oneLine(where)}: ${oneLine(why)}  ${styled(rows.join(", "), "dim")}`;
    }),
    ...(more > 0 ? [`  and ${more} more kinds`] : []),
  ];
}

function guards({ guards: costs }: Trial): Lines {
  if (costs.length === 0) return [];
  const lines = costs.slice(0, MOST_GROUPS).map(({ from, to, guard, moves: held, policy }) => {
    const what = policy === "enforce" ? "held up" : "warned of";
    return `  ${String(held).padStart(5)} ${what}  ${oneLine(`${from} → ${to}: ${guard}`)}`;
  });
  return ["Guards, each by itself:", ...lines];
}

function stuck({ stuck: all }: Trial): Lines {
  if (all.length === 0) return ["No open ticket would be stuck."];
  return [
    styled("Stuck now:", "red"),
    ...all.map(({ state, why, count, keys }) => {
      const named = keys.slice(0, 5).map(showKey).join(", ");
      return `  ${String(count).padStart(5)}  in ${JSON.stringify(state)}: ${why} (${named}${count > 5 ? ", …" : ""})`;
    }),
  ];
}

function honest({ afterDeviation, unexplained, leftOut }: Trial): Lines {
  return [
    ...(afterDeviation > 0
      ? [`${afterDeviation} of these are on tickets that had deviated before: judged by what was recorded.`]
      : []),
    ...(leftOut > 0 ? [`${counted(leftOut, "handoff")} could not be tried: the row holds no facts.`] : []),
    ...(unexplained > 0
      ? [
          styled(
            `${counted(unexplained, "verdict")} did not come out the same under its own workflow: see signalbox verify --decisions`,
            "red",
          ),
        ]
      : ["Under the workflow that each was decided by, every verdict comes out the same."]),
  ].map((line) => styled(line, "dim"));
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function nameOf({ name, version, hash }: TriedWorkflow): string {
  return `${oneLine(name)} v${version} (${hash.slice(0, 7)})`;
}
