// A board whose tickets are issues on GitHub, with their place in a project's fields. The store beside it holds claims,
// the ledger, and a mirror of what the rules need. What was decided is written to GitHub first and into the ledger after.

import { randomBytes } from "node:crypto";
import type { Board } from "../../app/ports/board.ts";
import { changedTickets } from "../../app/commit/changes.ts";
import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { ClaimRefs } from "../claims/claim-refs.ts";
import type { GitHubClient } from "../client/client.ts";
import type { Clock } from "../client/clock.ts";
import { DEFAULT_LAYOUT, type Layout } from "../layout/layout.ts";
import { BoardLook } from "../read/board-look.ts";
import { identify } from "../read/identify.ts";
import { standingOf } from "../read/lost.ts";
import { learnIds } from "../read/learn-ids.ts";
import { Around, Looker, type ProjectName } from "../read/look.ts";
import { BoardScan } from "../read/scan.ts";
import { Mirror } from "../read/mirror.ts";
import { PullMirror } from "../read/pull-mirror.ts";
import { Polling } from "../read/polling.ts";
import type { Seen } from "../read/seen.ts";
import { Sync } from "../read/sync.ts";
import { Automations } from "./automations.ts";
import { machineInForce } from "./machine-in-force.ts";
import { Webhooks } from "../webhooks/webhooks.ts";
import { MergeLock } from "./merge-lock.ts";
import { Merges } from "./merges.ts";
import { observePulls } from "./observe-pulls.ts";
import { GitHubCommits } from "./commit.ts";
import { Holders, type ShownHolders } from "./holders.ts";
import { Recent, type Context } from "./context.ts";
import { TicketKeys, type KnownHome } from "./keys.ts";
import { ProjectIds, type RepositoryName } from "./project-ids.ts";
import { githubTickets } from "./tickets.ts";

export interface GitHubBoardOptions {
  readonly store: TrackerStore;
  readonly client: GitHubClient;
  readonly clock: Clock;
  readonly home: RepositoryName;
  readonly project: ProjectName;
  /** How the project's fields are called, and its options; absent: as we call them. */
  readonly layout?: Layout | undefined;
  /** By which moves are judged until a workflow is in force. */
  readonly machine: Machine;
  /** Claims as git refs: for machines that share nothing but GitHub. */
  readonly refLocks: boolean;
  /** Told of what went wrong in the background. */
  readonly onTrouble: (error: unknown) => void;
  /** Who holds a ticket is shown on GitHub; absent: it is not. */
  readonly showHolder?: ShownHolders | undefined;
  /** How old what is known may be where somebody lists tickets; absent: 30 s. */
  readonly maxAgeMs?: number | undefined;
  /** For a process that reads once and ends: it gets the board as it is now, and unfinished writes are left alone. */
  readonly readOnly?: boolean;
}

export interface GitHubBoard extends Board {
  /** Reads the whole board once, and finishes unfinished writes. */
  refresh(): Promise<void>;
}

const MAX_AGE_MS = 30_000;
/** The note that holds GitHub's id of the default repository. */
const HOME = "github-home";

export async function githubBoard(options: GitHubBoardOptions): Promise<GitHubBoard> {
  const { store, clock, onTrouble, readOnly = false, maxAgeMs = MAX_AGE_MS } = options;
  const context = contextOf(options, await storeIdOf(store), await knownHome(store));
  if (!readOnly) await learnIds(store);
  const holders = options.showHolder && !readOnly ? new Holders(context, options.showHolder, onTrouble) : null;
  const commits = new GitHubCommits(context, onTrouble, holders);
  const unfinished = readOnly ? null : commits;
  const sync = new Sync(context);
  const lock = new MergeLock(context, onTrouble);
  const merges = new Merges(context, lock, onTrouble);
  const automations = new Automations(context, onTrouble);
  const noOlderThan = async (ageMs: number): Promise<void> => {
    await unfinished?.tidyUp(null);
    await known(context);
    const looked = await sync.noOlderThan(ageMs);
    if (looked && unfinished) {
      await merges.look();
      await automations.look();
    }
    await holders?.mend();
  };
  const firstNew = newAtFirst(context, sync);
  const fresh = (): Promise<void> => (readOnly ? firstNew(maxAgeMs) : noOlderThan(maxAgeMs));
  const webhooks = new Webhooks(context, {
    whole: async () => {
      const asked = await store.now();
      await noOlderThan(0);
      // One that was under way had begun before.
      if (((await sync.asOf()) ?? 0) < asked) await noOlderThan(0);
    },
    afterwards: async (hinted) => {
      await merges.look(hinted);
      await automations.look();
    },
    onTrouble,
  });
  const round = async (ageMs: number): Promise<void> => {
    await noOlderThan(ageMs);
    await webhooks.arrival.askOthers();
  };
  const polling = new Polling({ round, onTrouble, now: () => clock.now(), isTold: () => webhooks.arrival.isNow });
  return {
    tickets: githubTickets(context, unfinished, fresh, {
      pulls: (key, pulls) => lock.note(key, pulls),
      seen: (seen) => holders?.seen(seen) ?? Promise.resolve(),
    }),
    mirror: {
      name: "GitHub",
      fresh,
      age: async () => ({ at: await sync.asOf(), behind: sync.behind }),
      attend: () => polling.attend(),
      glance: () => polling.glance(),
      follow: (act) => merges.follow(act),
      adopt: (act) => automations.adopt(act),
      hints: webhooks,
    },
    claims: store.claims,
    pulls: store.pulls,
    evidence: {
      ...store.evidence,
      async openIn(states) {
        // Room is counted over the whole board, so that it is as old as a list; a decision is not made on what is older.
        if (states.length > 0) await (readOnly ? fresh() : known(context).then(() => sync.mustBe(maxAgeMs)));
        return store.evidence.openIn(states);
      },
    },
    sessions: store.sessions,
    runs: store.runs,
    ledger: store.ledger,
    workflows: store.workflows,
    keys: store.keys,
    processes: store.processes,
    past: store.past,
    now: () => store.now(),
    async commit(plan) {
      const outcome = await commits.commit(plan);
      if (outcome.kind === "done") {
        lock.after(changedTickets(plan.entries));
        holders?.after(changedTickets(plan.entries));
      }
      return outcome;
    },
    /** While somebody listens, GitHub is looked at now and then. */
    watch: (onChange) => polling.alongside(store.watch(onChange)),
    health: () => store.health(),
    measures: () => store.measures(),
    async close() {
      await Promise.all([polling.stop(), webhooks.stop()]);
      await lock.settled();
      await holders?.settled();
      await store.close();
    },
    async refresh() {
      await noOlderThan(0);
      await lock.settled();
      await holders?.settled();
    },
  };
}

/** A person who types a command wants to know how it is now, and not how it was half a minute ago. */
function newAtFirst(context: Context, sync: Sync): (ageMs: number) => Promise<void> {
  let first: Promise<unknown> | null = null;
  return async (ageMs) => {
    await known(context);
    if (first) await Promise.all([first, sync.noOlderThan(ageMs)]);
    else await (first = sync.noOlderThan(0));
  };
}

/** Which project it is by its id, and which repository is the default one: asked for once, where no look at one of its issues has told. */
async function known({ keys, looker, projectIds, home }: Context): Promise<void> {
  looker.projectId = await projectIds.project();
  if (!keys.homeIsKnown) await projectIds.repository(home);
}

async function knownHome(store: TrackerStore): Promise<KnownHome | null> {
  const note = await store.notes.get(HOME);
  return note === null ? null : (JSON.parse(note) as KnownHome);
}

function contextOf(options: GitHubBoardOptions, storeId: string, homeBefore: KnownHome | null): Context {
  const { store, client, clock, home, project, layout = DEFAULT_LAYOUT } = options;
  const keys = new TicketKeys(`${home.owner}/${home.repo}`, homeBefore, async (known) => {
    await store.notes.replace(HOME, await store.notes.get(HOME), JSON.stringify(known));
  });
  const looker = new Looker(client, keys, project, layout);
  const lookAt = async (ids: readonly string[]): Promise<readonly Seen[]> => {
    const around = new Around();
    await looker.members(ids, around);
    return [...around.seen.values()].filter(({ id }) => ids.includes(id));
  };
  const stillThere = async (ids: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set((await standingOf(client, ids)).keys());
  const identifying = { store, client, keys, lookAt, stillThere };
  const machine = machineInForce(store, options.machine);
  const pulls = new PullMirror(store.pulls, client);
  return {
    client,
    store,
    clock,
    keys,
    layout,
    looker,
    boardLook: new BoardLook(client, keys, looker, project),
    boardScan: new BoardScan(client, project),
    projectIds: new ProjectIds(client, store, project, keys, layout),
    mirror: new Mirror(store, {
      machine,
      refs: options.refLocks,
      viewer: () => looker.viewer,
      layout,
      identify: (seen, gone) => identify(identifying, seen, gone),
      lookAtPulls: ({ key, id }) => observePulls({ store, looker, machine }, key, id),
      pulls,
    }),
    pulls,
    recent: new Recent(),
    refs: options.refLocks ? new ClaimRefs(client, keys, looker, storeId) : null,
    storeId,
    home,
    projectName: project,
    machine,
  };
}

async function storeIdOf(store: TrackerStore): Promise<string> {
  const known = await store.notes.get("store-id");
  if (known !== null) return known;
  const id = randomBytes(9).toString("base64url");
  return (await store.notes.replace("store-id", null, id)) ? id : storeIdOf(store);
}
