// What was seen on GitHub, as plain facts by our own names.

import type { Estimate, Key, Priority, Time } from "../../engine/facts.ts";
import type {
  CardPartsFragment,
  HandoffQuery,
  IssuePartsFragment,
  LinkedPartsFragment,
} from "../operations/types.generated.ts";
import type { TicketPulls } from "../../app/ports/pulls.ts";
import type { ClosedAs } from "../../app/ports/tickets.ts";
import { keptPull, newestOf, type PullNode } from "../evidence/linked-pulls.ts";
import { seenActor, type SeenEvent } from "./who/seen-events.ts";
import { estimateOf, meaningOf, priorityOf, type Layout } from "../layout/layout.ts";
import type { TicketKeys } from "../tracker/keys.ts";
import { markerIn, type Marker } from "../tracker/marker.ts";

export interface Seen {
  readonly key: Key;
  /** GitHub's own id of the issue. */
  readonly id: string;
  readonly title: string;
  readonly closed: boolean;
  readonly createdAt: Time;
  /** When anything about it was last changed; its card is not part of it. */
  readonly updatedAt: Time;
  /** GitHub's id of the repository that it is in. */
  readonly repository: string;
  readonly parent: { readonly key: Key; readonly id: string } | null;
  /** How many sub-issues it has, wherever they are. */
  readonly children: number;
  /** null: it is not on the board. */
  readonly card: SeenCard | null;
  /** Absent: not asked for, or only a part of them was read. */
  readonly blockedBy?: readonly SeenLink[];
  readonly labels?: readonly { readonly id: string; readonly name: string }[];
  /** Labels that say who holds it; they are none of its own. */
  readonly held?: readonly { readonly id: string; readonly name: string }[];
  readonly assignees?: readonly { readonly id: string; readonly login: string }[];
  readonly body?: string;
  /** The newest. */
  readonly comments?: readonly SeenComment[];
  /** Who closed it, opened it again or dragged its Status lately, the last one last. */
  readonly happened?: readonly SeenEvent[];
  /** Since when it is below its parent, where that was asked for. */
  readonly parentSince?: Time;
  /** Why it was closed, where GitHub says so. */
  readonly closedAs: ClosedAs | null;
  readonly type: string | null;
  readonly milestone: string | null;
  /** Its pull requests, where that was asked for. */
  readonly pulls?: TicketPulls;
}

export interface SeenCard {
  readonly id: string;
  readonly archived: boolean;
  readonly updatedAt: Time;
  readonly state: SeenState | null;
  readonly priority: Priority | null;
  readonly estimate: Estimate | null;
  readonly iteration: string | null;
  readonly status: { readonly name: string; readonly at: Time; readonly by: SeenActor | null } | null;
  /** Who put it on the board. */
  readonly addedBy: SeenActor | null;
}

/** A person, or a program that acts by itself. */
export interface SeenActor {
  readonly login: string;
  readonly isPerson: boolean;
}

export interface SeenState {
  readonly name: string;
  /** The option as it is called on GitHub. */
  readonly option?: string;
  readonly at: Time;
  readonly by: string | null;
  /** `by` is a program. */
  readonly byBot?: boolean;
  /** It has none on GitHub, and is taken for new. */
  readonly assumed?: boolean;
  /** When there was a value at all: where that was earlier, `by` may be the person who set the first. */
  readonly firstAt: Time;
}

export interface SeenLink {
  readonly key: Key;
  readonly id: string;
  readonly title: string;
  readonly closed: boolean;
}

export interface SeenComment {
  readonly id: string;
  readonly author: string;
  readonly body: string;
  readonly at: Time;
  readonly marker: Marker | null;
}

const REASONS: ReadonlyMap<string, ClosedAs> = new Map([
  ["COMPLETED", "completed"],
  ["NOT_PLANNED", "not planned"],
  ["DUPLICATE", "duplicate"],
]);

/** Of the issue alone; the caller adds what else was read. */
export function seenIssue(keys: TicketKeys, issue: IssuePartsFragment): Omit<Seen, "card"> {
  return {
    key: keys.of(issue.repository, issue.number),
    id: issue.id,
    title: issue.title,
    closed: issue.closed,
    // Long ago there was no reason to give.
    closedAs: issue.closed ? (REASONS.get(issue.stateReason ?? "") ?? "completed") : null,
    type: issue.issueType?.name ?? null,
    milestone: issue.milestone?.title ?? null,
    createdAt: Date.parse(issue.createdAt),
    updatedAt: Date.parse(issue.updatedAt),
    repository: issue.repository.id,
    parent: issue.parent && {
      key: keys.of(issue.parent.repository, issue.parent.number),
      id: issue.parent.id,
    },
    children: issue.subIssuesSummary.total,
  };
}

export function seenCard(layout: Layout, card: CardPartsFragment): SeenCard {
  return {
    id: card.id,
    archived: card.isArchived,
    updatedAt: Date.parse(card.updatedAt),
    state:
      card.state && typeof card.state.name === "string"
        ? {
            name: meaningOf(layout, "state", card.state.name),
            option: card.state.name,
            at: Date.parse(card.state.updatedAt),
            by: card.state.creator?.login ?? null,
            byBot: card.state.creator?.__typename === "Bot",
            firstAt: Date.parse(card.state.createdAt),
          }
        : null,
    priority: priorityOf(layout, card.priority?.name ?? undefined),
    estimate: estimateOf(layout, card.estimate?.name ?? undefined),
    iteration: card.iteration?.title ?? null,
    status:
      card.status && typeof card.status.name === "string"
        ? { name: card.status.name, at: Date.parse(card.status.updatedAt), by: seenActor(card.status.creator) }
        : null,
    addedBy: seenActor(card.creator),
  };
}

/** Of several cards of one issue the same one every time, and one that is archived last. */
export function oneCard(cards: readonly (SeenCard | null)[]): SeenCard | null {
  const ordered = cards
    .filter((card) => card !== null)
    .toSorted((one, other) => Number(one.archived) - Number(other.archived) || (one.id < other.id ? -1 : 1));
  return ordered[0] ?? null;
}

export function seenLink(keys: TicketKeys, linked: LinkedPartsFragment): SeenLink {
  const { id, number, title, closed, repository } = linked;
  return { key: keys.of(repository, number), id, title, closed };
}

type IssueOfHandoff = NonNullable<NonNullable<HandoffQuery["repository"]>["issue"]>;
type CommentNode = NonNullable<NonNullable<IssueOfHandoff["comments"]["nodes"]>[number]>;

export function seenComment({ id, author, body, createdAt }: CommentNode): SeenComment {
  return { id, author: author?.login ?? "ghost", body, at: Date.parse(createdAt), marker: markerIn(body) };
}

export function present<T>(nodes: readonly (T | null)[] | null | undefined): T[] {
  return (nodes ?? []).filter((node) => node !== null);
}

/** Nothing where the token may not see them. */
export function seenPulls(
  { totalCount, nodes }: { readonly totalCount: number; readonly nodes: readonly (PullNode | null)[] | null } = ABSENT,
  home: string,
): Pick<Seen, "pulls"> {
  if (nodes === null) return {};
  const pulls = present(nodes).map((node) => keptPull(node, home));
  return { pulls: newestOf(pulls, totalCount) };
}

const ABSENT = { totalCount: 0, nodes: null };

/** A card without a state is new: it stands where new ones do, for the rules, for lists and for whoever looks for work. */
export function inStartState(seen: Seen, start: string): Seen {
  if (!seen.card || seen.card.state !== null) return seen;
  const { createdAt: at } = seen;
  return { ...seen, card: { ...seen.card, state: { name: start, at, by: null, firstAt: at, assumed: true } } };
}
