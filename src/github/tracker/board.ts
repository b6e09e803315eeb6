// A board whose tickets are issues on GitHub, with their place in a project's fields. The store beside it holds claims,
// the ledger, and a mirror of what the rules need. What was decided is written to GitHub first and into the ledger after.

import { randomBytes } from "node:crypto";
import type { Board } from "../../app/ports/board.ts";
import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import { compile, type Machine } from "../../engine/workflow/compile.ts";
import { ClaimRefs } from "../claims/claim-refs.ts";
import type { GitHubClient } from "../client/client.ts";
import type { Clock } from "../client/clock.ts";
import { Looker, type ProjectName } from "../read/look.ts";
import { Mirror } from "../read/mirror.ts";
import { Polling } from "../read/polling.ts";
import { Sync } from "../read/sync.ts";
import { GitHubCommits } from "./commit.ts";
import { Recent, type Context } from "./context.ts";
import { TicketKeys } from "./keys.ts";
import { ProjectIds, type RepositoryName } from "./project-ids.ts";
import { githubTickets } from "./tickets.ts";

export interface GitHubBoardOptions {
  readonly store: TrackerStore;
  readonly client: GitHubClient;
  readonly clock: Clock;
  readonly home: RepositoryName;
  readonly project: ProjectName;
  /** By which moves are judged until a workflow is in force. */
  readonly machine: Machine;
  /** Claims as git refs: for machines that share nothing but GitHub. */
  readonly refLocks: boolean;
  /** Told of what went wrong in the background. */
  readonly onTrouble: (error: unknown) => void;
  /** For a process that reads once and ends: it gets the board as it is now, and unfinished writes are left alone. */
  readonly readOnly?: boolean;
}

export interface GitHubBoard extends Board {
  /** Reads the whole board once, and finishes unfinished writes. */
  refresh(): Promise<void>;
}

/** The workflow that plays this part on every board. */
const TICKETS = "ticket";

export async function githubBoard(options: GitHubBoardOptions): Promise<GitHubBoard> {
  const { store, onTrouble, readOnly = false } = options;
  const context = contextOf(options, await storeIdOf(store));
  const commits = new GitHubCommits(context, onTrouble);
  const unfinished = readOnly ? null : commits;
  const sync = new Sync(context);
  const noOlderThan = async (ageMs: number): Promise<void> => {
    await unfinished?.tidyUp(null);
    await sync.noOlderThan(ageMs);
  };
  const refresh = (): Promise<void> => noOlderThan(0);
  const polling = new Polling(refresh, onTrouble);
  return {
    tickets: githubTickets(context, unfinished, readOnly ? newAtFirst(sync) : noOlderThan),
    claims: store.claims,
    sessions: store.sessions,
    runs: store.runs,
    ledger: store.ledger,
    workflows: store.workflows,
    keys: store.keys,
    processes: store.processes,
    now: () => store.now(),
    commit: (plan) => commits.commit(plan),
    /** While somebody listens, GitHub is looked at now and then. */
    watch(onChange) {
      const stopWatching = store.watch(onChange);
      const stopPolling = polling.start();
      return () => {
        stopWatching();
        stopPolling();
      };
    },
    async close() {
      await polling.stop();
      await store.close();
    },
    refresh,
  };
}

/** Nothing has looked at GitHub for this process yet: its first answer must not be an old one. Polling does the rest. */
function newAtFirst(sync: Sync): (ageMs: number) => Promise<void> {
  let first: Promise<void> | null = null;
  return async (ageMs) => {
    if (first) await Promise.all([first, sync.noOlderThan(ageMs)]);
    else await (first = sync.now());
  };
}

function contextOf(options: GitHubBoardOptions, storeId: string): Context {
  const { store, client, clock, home, project } = options;
  const keys = new TicketKeys(`${home.owner}/${home.repo}`);
  const looker = new Looker(client, keys, project);
  const machine = machineInForce(store, options.machine);
  return {
    client,
    store,
    clock,
    keys,
    looker,
    projectIds: new ProjectIds(client, store, project),
    mirror: new Mirror(store, machine, options.refLocks),
    recent: new Recent(),
    refs: options.refLocks ? new ClaimRefs(client, keys, looker, storeId) : null,
    storeId,
    home,
    machine,
  };
}

/** Compiled once for each workflow in force. */
function machineInForce(store: TrackerStore, fallback: Machine): () => Promise<Machine> {
  let compiled: { readonly hash: string; readonly machine: Machine } | null = null;
  return async () => {
    const inForce = await store.workflows.inForce(TICKETS);
    if (!inForce) return fallback;
    if (compiled?.hash !== inForce.hash) compiled = { hash: inForce.hash, machine: compile(inForce.workflow) };
    return compiled.machine;
  };
}

async function storeIdOf(store: TrackerStore): Promise<string> {
  const known = await store.notes.get("store-id");
  if (known !== null) return known;
  const id = randomBytes(9).toString("base64url");
  return (await store.notes.replace("store-id", null, id)) ? id : storeIdOf(store);
}
