// Moves that name no commit, or not the one that counts.

import { argument, doing, say, sentences, type Words } from "../../acts.ts";
import { othersWork } from "../../evidence/commit.ts";
import { shortCommit } from "../../evidence/fact.ts";
import type { OtherWork } from "../../evidence/snapshot.ts";
import { showKey } from "../../facts.ts";
import { listed, quote } from "../../words.ts";
import type { ClearRequest } from "../read-request.ts";
import { lastResort } from "../recovery.ts";
import type { Context, Explained } from "./context.ts";

const AGAIN = { type: "again" } as const;

export function commitMissing(context: Context, wanted: ClearRequest | null): Explained {
  const { key, from, snapshot } = context;
  const checkout = snapshot.evidence?.checkout ?? null;
  const retry: Words =
    checkout === null
      ? say`commit your work, then ${AGAIN} with ${argument("commit")} set to the whole hash of the commit that the work is in (\`git rev-parse HEAD\` prints it).`
      : say`commit your work; if it is in the commit that your checkout stands on, ${AGAIN} with ${argument("commit", checkout)}, else with that of your work (\`git rev-parse HEAD\` prints it).`;
  return {
    code: "commit_missing",
    what: `${key} goes from ${quote(from ?? context.machine.workflow.start)} to "${wanted?.target}" with the commit that the work is in, and none was named.`,
    facts: { checkout },
    recovery: sentences(retry, lastResort(context)),
  };
}

export function commitUnknown(context: Context): Explained {
  const { key, snapshot } = context;
  const given = snapshot.evidence?.given;
  const word = given?.kind === "unknown" ? given.word : "";
  const isPart = given?.kind === "unknown" && given.why === "partial";
  return {
    code: "commit_unknown",
    what: isPart
      ? `${quote(word)} is not the whole hash of a commit, and there is no checkout here to look it up in.`
      : `There is no commit ${quote(word)} in the checkout, so that nobody can look at the work on ${key}.`,
    facts: { commit: word, checkout: snapshot.evidence?.checkout ?? null },
    recovery: sentences(
      say`commit your work, then ${AGAIN} with ${argument("commit")} set to its whole hash: \`git rev-parse HEAD\` prints it.`,
      lastResort(context),
    ),
  };
}

export function commitChanged(context: Context): Explained {
  const { key, snapshot } = context;
  const head = snapshot.evidence?.head ?? "";
  const given = snapshot.evidence?.given;
  const word = given?.kind === "known" ? given.commit : (given?.word ?? "");
  return {
    code: "commit_changed",
    what: `What is known about ${key} is known about ${shortCommit(head)}, and ${quote(word.slice(0, 12))} is another commit: this step takes no new one.`,
    facts: { head, commit: word },
    recovery: sentences(
      say`${AGAIN} without ${argument("commit")}, if ${shortCommit(head)} is meant. To go on with other work, send ${key} back first, and hand it in anew with its commit.`,
      lastResort(context),
    ),
  };
}

export function commitTaken(context: Context): Explained {
  const { key, snapshot } = context;
  const { evidence = {} } = snapshot;
  const commit = evidence.given?.kind === "known" ? evidence.given.commit : "";
  const others = othersWork(evidence, evidence.given);
  const [first] = others;
  const shown = listed(
    others.map((other) => showKey(other.key)),
    "and",
  );
  const share: Words =
    first === undefined
      ? ""
      : say`If one change really is the work of ${shown} and ${key}: ${doing({ type: "attest", key: first.key, fact: "shared" })}; then ${AGAIN}.`;
  return {
    code: "commit_taken",
    what: `${others.map((other) => takenSentence(commit, other)).join(" ")} It is no evidence for ${key} too.`,
    facts: { commit, tickets: others.map((other) => ({ key: other.key, head: other.head, how: other.how })) },
    recovery: sentences(
      say`commit the work on ${key} itself, then ${AGAIN} with ${argument("commit")} set to that commit.`,
      share,
      lastResort(context),
    ),
  };
}

export function takenSentence(commit: string, { key, head, how }: OtherWork): string {
  const [it, other] = [shortCommit(commit), showKey(key)];
  switch (how) {
    case "same":
      return `${it} is the commit that ${other} was handed in with.`;
    case "part":
      return `${it} is a part of the branch that ${other} was handed in with (${shortCommit(head)}).`;
    case "copy":
      return `${it} changes just what ${shortCommit(head)} does, which ${other} was handed in with.`;
  }
}
