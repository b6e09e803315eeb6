// Somebody says which pull request a ticket's work is in: by its number, its branch or a link. It is a report like any other,
// and counts as no more: what the pull request shows is looked at.

import { subjectOf } from "../../engine/evidence/fact.ts";
import { showKey, type Key } from "../../engine/facts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { quote } from "../../engine/words.ts";
import type { App, Caller } from "../app.ts";
import { noSuchTicket } from "../commit/refused.ts";
import { recordFact } from "./record-fact.ts";
import { pullLink } from "./reported.ts";

export interface NamedPull {
  readonly key: Key;
  /** Where it leads. */
  readonly url: string;
  readonly event: number;
}

/** What git takes for a branch, as far as it matters in a link. */
const BRANCH = /^[^\s~^:?*[\\#]{1,200}$/;

export async function namePull(app: App, caller: Caller, key: Key, which: string): Promise<NamedPull | Refusal> {
  const { remote } = app.board.pulls ?? {};
  if (!remote) return nowhere(app, key);
  const url = linkTo(which.trim(), remote.url);
  if (url === null) {
    return refuse(
      "invalid_arguments",
      `${quote(which.slice(0, 100))} is neither the number of a pull request, nor a branch, nor a link into ${remote.url}.`,
      "retry with one of these, e.g. 12.",
      { field: "which" },
    );
  }
  const at = await app.board.evidence.commitOf(key);
  if (!at) return noSuchTicket(key);
  // What is said of the ticket stays when it gets another commit.
  const subject = subjectOf(key, null);
  const answer = await recordFact(app, caller, { subject, name: "pr", verdict: "pass", url });
  return "kind" in answer ? answer : { key, url, event: answer.event };
}

function linkTo(which: string, repository: string): string | null {
  const numbered = pullLink(which, repository);
  if (numbered !== null) return numbered;
  if (which.includes("://")) return which.toLowerCase().startsWith(`${repository.toLowerCase()}/pull/`) ? which : null;
  return BRANCH.test(which) ? `${repository}/tree/${which}` : null;
}

function nowhere({ board }: App, key: Key): Refusal {
  if (board.mirror) {
    return refuse(
      "invalid_arguments",
      `${showKey(key)} lives on ${board.mirror.name}, where its pull requests are linked with it.`,
      `write "Closes ${showKey(key)}" into the pull request's description there.`,
    );
  }
  return refuse(
    "invalid_arguments",
    "Nobody looks at pull requests for this board.",
    "run `signalbox init --pulls` or set SIGNALBOX_GITHUB_PULLS=on, and start again.",
  );
}
