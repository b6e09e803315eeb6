// What an agent says of its own work in a handoff. It is kept as a report, and counts as no more than that.

import { isFactName, VERDICTS, type Verdict } from "../../engine/evidence/fact.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { isStorable } from "../../engine/texts.ts";
import { listed, quote } from "../../engine/words.ts";
import { refuseFactName } from "./record-fact.ts";

export interface Reported {
  readonly name: string;
  readonly verdict: Verdict;
  readonly url?: string;
  /** A word that is none of the verdicts. */
  readonly unclear?: true;
}

const MOST_FACTS = 20;
const MOST_URL = 2_000;
const NOTHING: readonly Reported[] = [];
const WEB = /^https?:\/\/\S+$/;

/** A pull request by its number, where it is known which repository is meant; null: it is none. */
export function pullLink(word: string, repository: string | undefined): string | null {
  const number = /^#?([1-9]\d{0,8})$/.exec(word.trim())?.[1];
  return repository === undefined || number === undefined ? null : `${repository}/pull/${number}`;
}

/** A verdict; or a link, which is meant to show a pass. `repository`: where pull requests are, in a browser. */
export function readReported(
  given: Readonly<Record<string, string>> | undefined,
  repository?: string,
): readonly Reported[] | Refusal {
  if (given === undefined) return NOTHING;
  const all = Object.entries(given);
  if (all.length > MOST_FACTS) {
    const what = `evidence names ${all.length} facts, and ${MOST_FACTS} are taken.`;
    return refuse("invalid_arguments", what, "retry with those that matter.", { facts: all.length });
  }
  const [unfit] = all.find(([name]) => !isFactName(name)) ?? [];
  return unfit === undefined ? all.map(([name, word]) => readOne(name, word, repository)) : refuseFactName(unfit);
}

function readOne(name: string, given: string, repository: string | undefined): Reported {
  const word = (name === "pr" && pullLink(given, repository)) || given;
  const verdict = VERDICTS.find((one) => one === word.trim().toLowerCase());
  if (verdict) return { name, verdict };
  if (WEB.test(word) && word.length <= MOST_URL && isStorable(word)) return { name, verdict: "pass", url: word };
  return { name, verdict: "unknown", unclear: true };
}

export function reportedWarnings(reported: readonly Reported[]): readonly string[] {
  const unclear = reported.filter((one) => one.unclear).map(({ name }) => quote(name));
  if (unclear.length === 0) return [];
  return [`What you say of ${listed(unclear, "and")} was kept as unknown: say ${listed(VERDICTS)}, or give a link.`];
}
