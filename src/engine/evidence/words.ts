// What a guard on evidence saw, in a sentence.

import type { EvidenceResult, FactSeen, FactsResult, HandsResult, UntouchedResult } from "./guards.ts";
import { isCommit, shortCommit, showSource } from "./fact.ts";
import { listed, listedBriefly, quote } from "../words.ts";

export function evidenceSentence(guard: EvidenceResult): string {
  switch (guard.type) {
    case "facts":
      return guard.facts
        .filter(({ met }) => !met)
        .map((fact) => factSentence(guard, fact))
        .join(" ");
    case "rounds":
      if (guard.unknown) return "Nobody knows how often agents have sent it this way.";
      return `Agents have sent it this way ${times(guard.gone)} since a person last moved it, and may ${times(guard.max)}.`;
    case "other_hands":
      return handsSentence(guard);
    case "room":
      if (guard.there === null) return `Nobody knows whether there is room in "${guard.state}".`;
      return `"${guard.state}" is full: ${guard.there} tickets stand there, and it has room for ${guard.max}.`;
    case "untouched":
      return touchedSentence(guard);
  }
}

/** `tests: no pass at 3f2c1ab (passed at 91d0e77, an older commit; you reported a pass, which does not count).` */
function factSentence({ subject, atLeast }: FactsResult, fact: FactSeen): string {
  const { name, against, weaker, outdated, older } = fact;
  const reported = weaker.filter(({ level }) => level === "reported").map(showSource);
  const seen = weaker.filter(({ level }) => level !== "reported");
  const notes = [
    ...against.map((said) => `${showSource(said)} says ${said.verdict}`),
    ...(older === null ? [] : [`passed at ${shortCommit(older)}, an older commit`]),
    ...(outdated.length === 0 ? [] : ["passed with another command than the one in force"]),
    ...(seen.length === 0 ? [] : [`${listed(seen.map(showSource))} says pass, and ${atLeast} is asked for`]),
    ...(reported.length === 0 ? [] : [`${listed(reported, "and")} reported a pass, which does not count`]),
  ];
  const where = isCommit(subject) ? `at ${shortCommit(subject)}` : `for ${subject}, which has no commit`;
  return `${name}: no pass ${where}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}.`;
}

function handsSentence({ why, than, unknown }: HandsResult): string {
  switch (why) {
    case "person":
      return "Only a person takes this step.";
    case "nameless":
      return `This connection has no name of its own, so that nobody can tell whether it worked on the ticket in ${states(than)}.`;
    case "same":
      return `You held or moved it in ${states(than)}, and other hands take this step.`;
    case null:
      return unknown ? "Nobody knows who has worked on it." : "";
  }
}

const MOST_PATHS = 3;

function touchedSentence({ touched, unknown }: UntouchedResult): string {
  if (touched.length === 0) return unknown ? "Nobody knows which files the change touches." : "";
  const files = listedBriefly(
    touched.map((path) => quote(path)),
    "and",
    MOST_PATHS,
  );
  return `The change touches ${files}, which agents may not change by themselves.`;
}

function states(names: readonly string[]): string {
  return listed(names.map((name) => `"${name}"`));
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
