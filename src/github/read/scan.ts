// When each card of the board was last changed, in as few requests as GitHub allows: many pages at once, by cursors that
// are remembered from the last time. Cards come, go and change places meanwhile, so what was found is counted: where
// cards are missing, the pages are read one after the other.

import type { Time } from "../../engine/facts.ts";
import type { GitHubClient } from "../client/client.ts";
import { GitHubError } from "../client/errors.ts";
import { nextOf } from "../client/pages.ts";
import { PageSize } from "../client/page-size.ts";
import { BOARD_SCAN, boardScan } from "../operations/board.ts";
import type { ScanPartsFragment } from "../operations/types.generated.ts";
import { isHidden } from "./board-look.ts";
import type { ProjectName } from "./look.ts";
import { projectLost } from "./lost.ts";
import { present } from "./seen.ts";

/** Where the pages of a board begin, and how many cards each has. */
export interface Pages {
  readonly cursors: readonly (string | null)[];
  readonly spacing: number;
}

export interface Scanned extends Pages {
  readonly cards: ReadonlyMap<string, ScannedCard>;
}

export interface ScannedCard {
  readonly at: Time;
  /** null: a draft, a pull request, or hidden. */
  readonly issueAt: Time | null;
  /** The token can't see what it holds. */
  readonly hidden: boolean;
}

const PAGE = 100;
const MOST_AT_ONCE = 2_000;
const LEAST_AT_ONCE = 10;

export class BoardScan {
  readonly #client: GitHubClient;
  readonly #project: ProjectName;
  readonly #atOnce = new PageSize(MOST_AT_ONCE, LEAST_AT_ONCE);

  constructor(client: GitHubClient, project: ProjectName) {
    this.#client = client;
    this.#project = project;
  }

  async read(project: string, pages: Pages): Promise<Scanned> {
    return (await this.#together(project, pages)) ?? (await this.#inOrder(project, new Map(), [], null));
  }

  /** null: some were not found. */
  async #together(project: string, { cursors, spacing }: Pages): Promise<Scanned | null> {
    const cards = new Map<string, ScannedCard>();
    let [last, from]: [ScanPartsFragment | null, string | null] = [null, null];
    for (let at = 0; at < cursors.length;) {
      if (this.#atOnce.size < spacing) return null;
      const begun = at;
      const parts = await this.#ask(project, spacing, (size) => cursors.slice(begun, begun + pagesIn(size, spacing)));
      if (!parts) return null;
      for (const part of parts) addTo(cards, part);
      at += parts.length;
      [last, from] = [parts.at(-1) ?? last, cursors[at - 1] ?? from];
    }
    const next = nextOf(BOARD_SCAN.name, last, from);
    // New cards come last.
    if (next !== null) return this.#inOrder(project, cards, cursors, next);
    return cards.size === last?.totalCount ? { cards, cursors, spacing } : null;
  }

  async #inOrder(
    project: string,
    cards: Map<string, ScannedCard>,
    before: readonly (string | null)[],
    from: string | null,
  ): Promise<Scanned> {
    const cursors = [...before];
    for (let after = from; ;) {
      const cursor = after;
      const [part] = (await this.#ask(project, Math.min(PAGE, this.#atOnce.size), () => [cursor], true)) ?? [];
      if (part) addTo(cards, part);
      cursors.push(after);
      const next = nextOf(BOARD_SCAN.name, part, after);
      if (next === null) return { cards, cursors, spacing: Math.min(PAGE, this.#atOnce.size) };
      after = next;
    }
  }

  /** null: GitHub does not know these cursors any more. */
  async #ask(
    project: string,
    spacing: number,
    which: (size: number) => readonly (string | null)[],
    firm = false,
  ): Promise<readonly ScanPartsFragment[] | null> {
    try {
      const { data } = await this.#client.queryPage(this.#atOnce, (size) => {
        const { operation, variables } = boardScan(which(size));
        return { operation, variables: { ...variables, project, size: Math.min(spacing, size) } };
      });
      if (!data.node || !("w0" in data.node)) throw projectLost(this.#project);
      return Object.entries(data.node).flatMap(([name, part]) => (name.startsWith("w") ? [part] : []));
    } catch (error) {
      if (!firm && error instanceof GitHubError && error.code === "github_rejected") return null;
      throw error;
    }
  }
}

function pagesIn(size: number, spacing: number): number {
  return Math.max(1, Math.floor(size / spacing));
}

function addTo(cards: Map<string, ScannedCard>, part: ScanPartsFragment): void {
  for (const card of present(part.nodes)) {
    const { content } = card;
    const issueAt = content && "updatedAt" in content ? Date.parse(content.updatedAt) : null;
    cards.set(card.id, { at: Date.parse(card.updatedAt), issueAt, hidden: isHidden(card) });
  }
}
