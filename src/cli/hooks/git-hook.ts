// git's own hooks, where the repository lives. pre-receive says whether a push to the base may come in; post-receive records
// what has landed, and lets tickets follow. Both say it in words that the one who pushes reads in their terminal.

import { text } from "node:stream/consumers";
import type { App, Caller } from "../../app/app.ts";
import { wayOut } from "../../app/commit/errors.ts";
import { followPush, judgePush, type Followed, type PushVerdict } from "../../app/tickets/receive-push.ts";
import type { Push } from "../../app/ports/received.ts";
import { quote } from "../../engine/words.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { receivedIn } from "../../git/received.ts";
import { NotKnown } from "../../git/repository.ts";
import { printError } from "../support/output.ts";
import { systemName } from "../support/person.ts";
import { prepareServer } from "../serving/server-context.ts";

export const GIT_HOOKS = {
  "pre-receive": "refuse a push to the base whose commits belong to no ticket that may be merged",
  "post-receive": "record what has landed, and let its tickets follow",
} as const;

export type GitHookName = keyof typeof GIT_HOOKS;

export function isGitHook(name: string): name is GitHookName {
  return Object.hasOwn(GIT_HOOKS, name);
}

export async function runGitHook(name: GitHookName, options: { readonly database?: string }): Promise<void> {
  const updates = readUpdates(await text(process.stdin));
  try {
    const { app: lazy } = await prepareServer({ database: options.database, via: "git" });
    try {
      await onPush(name, await lazy.open(), updates);
    } finally {
      if (lazy.opened) await lazy.close();
    }
  } catch (error) {
    const problem = problemIn(error);
    // A gate that can't look says no. After the push it is too late for that.
    printError(
      name === "pre-receive"
        ? `signalbox: the push could not be looked at, so it is refused. ${problem}`
        : `signalbox: ${problem}`,
    );
    if (name === "pre-receive") process.exitCode = 1;
  }
}

async function onPush(name: GitHookName, app: App, updates: readonly Update[]): Promise<void> {
  const { base } = app.machine.workflow;
  const toBase = updates.filter(({ ref }) => base !== undefined && ref === `refs/heads/${base}`);
  const received = receivedIn(process.cwd(), process.env);
  for (const { before, after } of toBase) {
    const push: Push = { before, after, branch: base ?? "" };
    const caller = pusher();
    if (name === "post-receive") {
      for (const one of await followPush(app, caller, received, push)) printError(describeFollowed(one, push));
      continue;
    }
    const verdict = after === null ? null : await judgePush(app, caller, received, push);
    if (verdict?.allowed) continue;
    printError(verdict === null ? deletedBase(push) : describeRefused(verdict, push));
    process.exitCode = 1;
  }
}

interface Update {
  readonly before: string | null;
  readonly after: string | null;
  readonly ref: string;
}

function readUpdates(input: string): readonly Update[] {
  return input.split("\n").flatMap((line) => {
    const [before = "", after = "", ref] = line.trim().split(" ");
    return ref === undefined ? [] : [{ before: present(before), after: present(after), ref }];
  });
}

/** git writes zeros for what is not there. */
function present(hash: string): string | null {
  return /^0+$/.test(hash) ? null : hash;
}

/** As the server knows them; the author of a commit is whatever somebody wrote. */
function pusher(): Caller {
  const { REMOTE_USER, GITEA_PUSHER_NAME, GL_USERNAME } = process.env;
  const said = GITEA_PUSHER_NAME ?? GL_USERNAME ?? REMOTE_USER ?? systemName();
  const name = said.replaceAll(/\s+/g, " ").trim().slice(0, LONGEST_NAME);
  return { actor: { kind: "person", name }, via: "git", surface: "cli" };
}

const MOST_SHOWN = 10;
const LONGEST_NAME = 100;

function describeRefused({ unmet, strangers }: PushVerdict, { branch }: Push): string {
  const shown = strangers.slice(0, MOST_SHOWN).map(({ commit, title }) => `  ${commit.slice(0, 7)} ${title}`);
  const more = strangers.length > MOST_SHOWN ? [`  and ${strangers.length - MOST_SHOWN} more`] : [];
  return [
    `signalbox: this push to ${branch} is refused.`,
    ...unmet.map(({ number, why }) => `#${number} can't be merged yet: ${why.join("; ")}.`),
    ...(unmet.length > 0
      ? [`Recovery: \`signalbox ticket show ${unmet[0]?.number}\` says what is missing. Push again when it is there.`]
      : []),
    ...(strangers.length > 0
      ? [
          "These commits belong to no ticket that is ready to be merged:",
          ...shown,
          ...more,
          `Recovery: push them to another branch, hand their ticket off with commit="…", and push to ${branch} when it has passed.`,
        ]
      : []),
  ].join("\n");
}

function deletedBase({ branch }: Push): string {
  return `signalbox: ${branch} is what tickets are merged into, and can't be deleted. Recovery: a person takes \`merge\` out of the workflow first.`;
}

function describeFollowed({ number, state, why, stays }: Followed, { branch }: Push): string {
  if (stays)
    return `signalbox: #${number} landed in ${branch}, but stays in ${quote(state ?? "no state")}: ${tell(stays, "cli").error}`;
  return `signalbox: #${number} landed: ${why} It stands in ${quote(state ?? "no state")}.`;
}

function problemIn(error: unknown): string {
  if (error instanceof NotKnown) return error.message;
  const known = wayOut(error);
  if (known) return `${known.what} ${known.recovery}`;
  return error instanceof Error ? error.message : String(error);
}
