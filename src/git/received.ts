// A push to the base, seen from the repository that receives it. Before it is accepted, its objects lie in quarantine: git
// names the folder in the environment of its hook.

import type { Push, PushedCommit, PushLook, Received, TicketHead } from "../app/ports/received.ts";
import { judgeLanding, type LandedLook } from "./landing/landed.ts";
import { patchBetween, patchesOf } from "./landing/patches.ts";
import { mergedTree } from "./landing/ways.ts";
import { NotKnown, Repository } from "./repository.ts";

const MOST_COMMITS = 1_000;

/** `folder`: the bare repository that the hook runs in. */
export function receivedIn(folder: string, env: NodeJS.ProcessEnv): Received {
  const repository = new Repository(folder, { env, gitEnv: quarantineIn(env) });
  return { look: (push, tickets) => look(repository, push, tickets) };
}

/** The only variables of git's that are taken from outside: git has set them for this hook. */
function quarantineIn(env: NodeJS.ProcessEnv): Record<`GIT_${string}`, string> {
  const names = ["GIT_DIR", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH"] as const;
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

interface Landing {
  readonly ticket: TicketHead;
  readonly look: LandedLook;
}

async function look(repository: Repository, push: Push, tickets: readonly TicketHead[]): Promise<PushLook> {
  const { before, after, branch } = push;
  if (after === null) return { landing: [], strangers: [] };
  const landings: Landing[] = [];
  for (const ticket of tickets) {
    const look = await landingOf(repository, ticket, push);
    if (look) landings.push({ ticket, look });
  }
  const landing = landings.map(({ ticket: { key }, look: { verdict, why, work } }) => ({ key, verdict, why, work }));
  if (before === null) return { landing, strangers: [] };
  const strangers = await findStrangers(repository, before, after, landings);
  if (strangers.length > MOST_COMMITS) throw new NotKnown(`This push brings too many commits to ${branch} at once.`);
  return { landing, strangers };
}

/** null: it does not land by this push. */
async function landingOf(repository: Repository, ticket: TicketHead, push: Push): Promise<LandedLook | null> {
  const { before, after, branch } = push;
  if (after === null) return null;
  // Somebody's branch that was never pushed here can't have landed here by its own commits.
  const head = await repository.commit(ticket.head).catch(notKnownIsNull);
  if (head === null) return null;
  const known = { head, branch, fork: ticket.fork, pullRequestMerge: null };
  const now = await judgeLanding(repository, { ...known, base: after }).catch(notKnownIsNull);
  if (now?.verdict !== "pass") return null;
  const then =
    before === null ? null : await judgeLanding(repository, { ...known, base: before }).catch(notKnownIsNull);
  return then?.verdict === "pass" ? null : now;
}

function notKnownIsNull(error: unknown): null {
  if (error instanceof NotKnown) return null;
  throw error;
}

/** Commits of the push that are no ticket's own, by hash or by what they change. */
async function findStrangers(
  repository: Repository,
  before: string,
  after: string,
  landings: readonly Landing[],
): Promise<readonly PushedCommit[]> {
  const range = [`${before}..${after}`];
  if ((await repository.count(range)) > MOST_COMMITS) throw new NotKnown("This push brings too many commits at once.");
  const own = new Set<string>();
  const patches = new Set<string>();
  const merged = new Set<string>();
  const squashed = new Set<string>();
  for (const { look } of landings) {
    const { fork, commit } = look.work;
    const commits = await repository.tell(["rev-list", `${fork}..${commit}`]);
    for (const one of commits.split("\n")) own.add(one);
    for (const { patch } of await patchesOf(repository, [`${fork}..${commit}`])) patches.add(patch);
    const whole = await patchBetween(repository, fork, commit);
    if (whole !== null) patches.add(whole);
    for (const path of await repository.changedPaths(fork, commit)) {
      merged.add(path);
      // Where the base had moved, a squash has another context, and only its files say whose it is.
      if (look.way === "nothing_to_merge") squashed.add(path);
    }
  }
  const named = new Map((await patchesOf(repository, range)).map(({ commit, patch }) => [commit, patch]));
  const listed = await repository.tell(["rev-list", "--reverse", "--topo-order", "--parents", ...range]);
  const strangers: PushedCommit[] = [];
  for (const line of listed.split("\n").filter((one) => one !== "")) {
    const [commit = "", ...parents] = line.split(" ");
    if (own.has(commit) || patches.has(named.get(commit) ?? "")) continue;
    const changed = await broughtBy(repository, commit, parents);
    if (changed.every((path) => (parents.length > 1 ? merged : squashed).has(path))) continue;
    strangers.push({ commit, title: await repository.tell(["log", "-1", "--format=%s", commit]) });
  }
  return strangers;
}

/** The files that a commit changes by itself: a merge only where it differs from what git makes of its parents. */
async function broughtBy(
  repository: Repository,
  commit: string,
  parents: readonly string[],
): Promise<readonly string[]> {
  const [one, other, ...more] = parents;
  if (one === undefined) return repository.list(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]);
  if (other === undefined || more.length > 0) return repository.changedPaths(one, commit);
  const tree = await mergedTree(repository, one, other);
  // In a conflict a person has decided: all that the merge brought may be of their making.
  return repository.changedPaths(tree ?? one, commit);
}
