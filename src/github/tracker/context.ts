// What everything that reads from GitHub or writes to it works with.

import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import type { Key } from "../../engine/facts.ts";
import type { GitHubClient } from "../client/client.ts";
import type { Clock } from "../client/clock.ts";
import type { ClaimRefs } from "../claims/claim-refs.ts";
import type { Layout } from "../layout/layout.ts";
import type { TicketKeys } from "./keys.ts";
import type { BoardLook } from "../read/board-look.ts";
import type { Look, Looker, ProjectName } from "../read/look.ts";
import type { BoardScan } from "../read/scan.ts";
import type { Mirror } from "../read/mirror.ts";
import type { PullMirror } from "../read/pull-mirror.ts";
import type { ProjectIds, RepositoryName } from "./project-ids.ts";
import type { Seen } from "../read/seen.ts";

export interface Context {
  readonly client: GitHubClient;
  readonly store: TrackerStore;
  readonly clock: Clock;
  readonly keys: TicketKeys;
  readonly layout: Layout;
  readonly looker: Looker;
  readonly boardLook: BoardLook;
  readonly boardScan: BoardScan;
  readonly projectIds: ProjectIds;
  readonly mirror: Mirror;
  readonly pulls: PullMirror;
  readonly recent: Recent;
  /** null: claims are kept in the store alone, as all machines share it. */
  readonly refs: ClaimRefs | null;
  /** Stands in every marker. */
  readonly storeId: string;
  readonly home: RepositoryName;
  readonly projectName: ProjectName;
  readonly machine: () => Promise<Machine>;
}

const FRESH_MS = 60_000;

/** What was seen a moment ago, for the write that follows: a handoff reads once. */
export class Recent {
  readonly #seen = new Map<Key, { readonly seen: Seen; readonly look: Look | null; readonly at: number }>();

  note(seen: Seen, look: Look | null): void {
    this.#seen.set(seen.key, { seen, look, at: performance.now() });
    for (const [key, { at }] of this.#seen) if (performance.now() - at > FRESH_MS) this.#seen.delete(key);
  }

  /** Once: after a write it is old. */
  take(key: Key): { readonly seen: Seen; readonly look: Look | null } | null {
    const found = this.#seen.get(key);
    this.#seen.delete(key);
    return found && performance.now() - found.at <= FRESH_MS ? found : null;
  }
}
