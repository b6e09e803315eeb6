// The facts that a witness may give, as a person names them.

import { BUILT_IN, isFactName } from "../../engine/evidence/fact.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { quote } from "../../engine/words.ts";

const MOST = 50;

const OF_PEOPLE: ReadonlySet<string> = new Set(
  Object.entries(BUILT_IN).flatMap(([name, whose]) => (whose === "people" ? [name] : [])),
);

export function checkFacts(asked: readonly string[]): { readonly facts: readonly string[] } | Refusal {
  if (asked.length === 0) {
    return refuse(
      "invalid_facts",
      "--facts names no fact: such a witness could say nothing.",
      "retry with --facts and the facts that it may give, such as --facts tests.",
    );
  }
  if (asked.length > MOST) {
    return refuse("invalid_facts", `A witness gives at most ${MOST} facts.`, "retry with fewer of them.");
  }
  const unfit = asked.find((name) => !isFactName(name));
  if (unfit !== undefined) {
    return refuse(
      "invalid_facts",
      `${quote(unfit)} can't be the name of a fact.`,
      "retry with names of small letters, digits, - and _, as the workflow has them.",
    );
  }
  const persons = asked.find((name) => OF_PEOPLE.has(name));
  if (persons !== undefined) {
    return refuse(
      "invalid_facts",
      `Only a person gives the fact ${persons}: a witness of it would not be believed.`,
      `retry without ${persons}; a person says it with signalbox attest ${persons}.`,
    );
  }
  return { facts: [...new Set(asked)] };
}
