// Looking at the board as a whole: whether it changed, which cards did, and those cards. No request is ever sent for one
// card alone.

import type { Time } from "../../engine/facts.ts";
import type { GitHubClient } from "../client/client.ts";
import { byIds, nextOf } from "../client/pages.ts";
import { PageSize } from "../client/page-size.ts";
import { usesStatus } from "../layout/layout.ts";
import { BOARD_PAGE, BOARD_PULSE, CARDS, LAST_COMMENTS, LAST_EVENTS } from "../operations/board.ts";
import type {
  BoardCardPartsFragment,
  BoardPageQuery,
  LastCommentsQuery,
  LastEventsQuery,
} from "../operations/types.generated.ts";
import type { PullNode } from "../evidence/linked-pulls.ts";
import type { TicketKeys } from "../tracker/keys.ts";
import { splitLabels } from "./holder-labels.ts";
import { isIssue, type Looker, type ProjectName } from "./look.ts";
import { projectLost } from "./lost.ts";
import { seenEvents } from "./who/seen-events.ts";
import { present, seenCard, seenComment, seenIssue, seenPulls, type Seen } from "./seen.ts";

/** Whether anything changed since the last look. */
export interface Pulse {
  /** When the project was last changed, and how many cards it has. */
  readonly project: string;
  readonly changedAt: Time;
  /** Issues of the board's repositories that were changed, on the board or not. */
  readonly issues: readonly { readonly id: string; readonly at: Time }[];
  /** There are more of them. */
  readonly cut: boolean;
  /** The pull requests there that were changed last, and the issues that each closes, by their ids. */
  readonly pulls: readonly { readonly node: PullNode; readonly issues: readonly string[] }[];
}

export interface WholeBoard {
  readonly seen: readonly Seen[];
  /** Cards that hold something which the token can't see. */
  readonly hidden: readonly string[];
  /** Where each page begins, for the next scan, and how many cards a page has. */
  readonly cursors: readonly (string | null)[];
  readonly spacing: number;
}

const MOST_PULLS = 20;
/** Below 150 of them cost a point. */
const REQUESTS = 140;

export class BoardLook {
  readonly #client: GitHubClient;
  readonly #keys: TicketKeys;
  readonly #looker: Looker;
  readonly #project: ProjectName;
  readonly #pages = new PageSize(100);
  readonly #cards = new PageSize(100);
  readonly #comments = new PageSize(100);

  constructor(client: GitHubClient, keys: TicketKeys, looker: Looker, project: ProjectName) {
    this.#client = client;
    this.#keys = keys;
    this.#looker = looker;
    this.#project = project;
  }

  async pulse(project: string, repositories: readonly string[], since: Time): Promise<Pulse> {
    const { node, nodes, proposing, viewer } = await this.#client.query(BOARD_PULSE, {
      project,
      repositories,
      since: new Date(since).toISOString(),
      pulls: pullsOfEach(repositories.length),
    });
    this.#looker.viewer = viewer.login;
    if (!node || !("updatedAt" in node)) throw projectLost(this.#project);
    const lists = present(nodes).flatMap((repository) => ("issues" in repository ? [repository.issues] : []));
    return {
      project: `${node.updatedAt} ${node.items.totalCount}`,
      changedAt: Date.parse(node.updatedAt),
      issues: lists.flatMap((list) =>
        present(list.nodes).map(({ id, updatedAt }) => ({ id, at: Date.parse(updatedAt) })),
      ),
      cut: lists.some((list) => list.pageInfo.hasNextPage),
      pulls: present(proposing).flatMap((repository) =>
        "pullRequests" in repository ? present(repository.pullRequests.nodes).map(pulledIn) : [],
      ),
    };
  }

  /** Every card; drafts and pull requests are passed over. */
  async everything(project: string): Promise<WholeBoard> {
    const [seen, hidden, cursors]: [Seen[], string[], (string | null)[]] = [[], [], []];
    let spacing = this.#pages.size;
    for (let after: string | null = null; ;) {
      const variables: { project: string; after: string | null } = { project, after };
      const { data, size }: { data: BoardPageQuery; size: number } = await this.#client.queryPage(
        this.#pages,
        (most) => ({ operation: BOARD_PAGE, variables: { ...variables, size: most } }),
      );
      if (!data.node || !("items" in data.node)) throw projectLost(this.#project);
      const { items } = data.node;
      cursors.push(after);
      spacing = Math.max(spacing, size);
      for (const card of present(items.nodes)) {
        const one = await this.#card(card);
        if (one) seen.push(one);
        else if (isHidden(card)) hidden.push(card.id);
      }
      after = nextOf(BOARD_PAGE.name, items, after);
      if (after === null) return { seen, hidden, cursors, spacing };
    }
  }

  /** Those of these cards that can be seen, and hold an issue. */
  async cards(ids: readonly string[]): Promise<{ readonly seen: readonly Seen[]; readonly hidden: readonly string[] }> {
    const [seen, hidden]: [Seen[], string[]] = [[], []];
    for await (const [id, node] of byIds(this.#client, CARDS, ids, this.#cards)) {
      const card = node && isCard(node) ? node : null;
      const one = card && (await this.#card(card));
      if (one) seen.push(one);
      else if (card && isHidden(card)) hidden.push(id);
    }
    return { seen, hidden };
  }

  /** What was last said and done on each of these issues. */
  async lately(ids: readonly string[]): Promise<ReadonlyMap<string, Pick<Seen, "comments" | "happened">>> {
    const found = new Map<string, Pick<Seen, "comments" | "happened">>();
    const operation = usesStatus(this.#looker.layout) ? LAST_EVENTS : LAST_COMMENTS;
    for await (const [id, node] of byIds<LastNode>(this.#client, operation, ids, this.#comments)) {
      if (!node || !("comments" in node)) continue;
      const { projectId } = this.#looker;
      const happened = "happened" in node ? { happened: seenEvents(node.happened.nodes, projectId) } : {};
      found.set(id, { comments: present(node.comments.nodes).map(seenComment), ...happened });
    }
    return found;
  }

  async #card(card: BoardCardPartsFragment): Promise<Seen | null> {
    const { content } = card;
    if (!content || !isIssue(content)) return null;
    const blockedBy = await this.#looker.allBlockers(content);
    const { labels } = content;
    return {
      ...seenIssue(this.#keys, content),
      card: seenCard(this.#looker.layout, card),
      blockedBy,
      ...seenPulls(content.closedByPullRequestsReferences ?? undefined, content.repository.id),
      // Of a longer list nothing is known, and what was known stays.
      ...(labels && !labels.pageInfo.hasNextPage ? splitLabels(present(labels.nodes)) : {}),
    };
  }
}

/** As many as a point brings, whatever the number of repositories; one of each at least. */
function pullsOfEach(repositories: number): number {
  return Math.max(1, Math.min(MOST_PULLS, Math.floor(REQUESTS / (2 * Math.max(1, repositories))) - 1));
}

type ProposedPull = PullNode & {
  readonly closingIssuesReferences: { readonly nodes: readonly ({ readonly id: string } | null)[] | null } | null;
};

function pulledIn({ closingIssuesReferences: closing, ...node }: ProposedPull): Pulse["pulls"][number] {
  return { node, issues: present(closing?.nodes).map(({ id }) => id) };
}

type LastNode = NonNullable<(LastCommentsQuery | LastEventsQuery)["nodes"][number]>;

/** What is no card comes as an object with nothing in it. */
function isCard(node: BoardCardPartsFragment | Record<PropertyKey, never>): node is BoardCardPartsFragment {
  return "content" in node;
}

/** GitHub shows that there is a card, and not what it holds. */
export function isHidden({ type, content }: { readonly type: string; readonly content: object | null }): boolean {
  return type === "REDACTED" || (type === "ISSUE" && content === null);
}
