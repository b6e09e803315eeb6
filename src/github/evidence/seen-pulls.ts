// Pull requests as evidence, in our own words. What the token was not allowed to see is told apart from what is not there:
// the first is unknown, the second an answer.

import type { ProofPartsFragment, PullRequestState } from "../operations/types.generated.ts";

export interface SeenPulls {
  readonly pulls: readonly SeenPull[];
  /** As whom we are known on GitHub. */
  readonly viewer: string;
  /** GitHub's id of the repository that the ticket is in. */
  readonly repository: string;
}

export interface SeenPull {
  readonly id: string;
  readonly number: number;
  readonly url: string;
  readonly repository: { readonly id: string; readonly nameWithOwner: string };
  readonly state: PullRequestState;
  readonly author: SeenActor | null;
  readonly mergedBy: SeenActor | null;
  readonly base: string;
  readonly head: string;
  readonly mergeCommit: string | null;
  readonly checks: SeenChecks | null | "forbidden";
  readonly reviews: SeenReviews | "forbidden";
}

interface SeenActor {
  readonly login: string;
  /** And no app. */
  readonly isPerson: boolean;
}

export interface SeenChecks {
  /** The commit that they are about; null: GitHub does not say. */
  readonly commit: string | null;
  readonly contexts: readonly SeenContext[];
  /** There are more than these. */
  readonly cut: boolean;
}

export interface SeenContext {
  readonly name: string;
  /** The app that it comes from, without "[bot]"; null: it was set by a person, or nobody knows. */
  readonly app: string | null;
  readonly verdict: "success" | "skipped" | "failure" | "pending";
}

export interface SeenReviews {
  readonly reviews: readonly SeenReview[];
  readonly cut: boolean;
}

export interface SeenReview {
  readonly by: SeenActor | null;
  readonly state: "approved" | "changes requested" | "other";
  readonly commit: string | null;
}

type Path = readonly (string | number)[];

/** A pull request as the query brings it: the second half only where evidence is asked for. */
type PullNode = Pick<SeenPull, "id" | "number" | "repository" | "state"> & Partial<ProofPartsFragment>;

/** `forbidden`: the paths in the answer that the token was not allowed to see. */
export function seenPulls(nodes: readonly (PullNode | null)[], forbidden: readonly Path[]): readonly SeenPull[] {
  return nodes.flatMap((node, index) => {
    if (!node || !hasProof(node)) return [];
    const hides = (field: string): boolean =>
      forbidden.some((path) => path.some((step, at) => step === index && path[at + 1] === field));
    const { id, number, url, repository, state, author, mergedBy } = node;
    return {
      id,
      number,
      url,
      repository,
      state,
      author: actorOf(author),
      mergedBy: actorOf(mergedBy),
      base: node.baseRefName,
      head: node.headRefOid,
      mergeCommit: node.mergeCommit?.oid ?? null,
      checks: hides("statusCheckRollup") ? "forbidden" : checksOf(node.statusCheckRollup),
      reviews: hides("latestOpinionatedReviews") ? "forbidden" : reviewsOf(node.latestOpinionatedReviews),
    };
  });
}

function hasProof(node: PullNode): node is PullNode & ProofPartsFragment {
  return node.headRefOid !== undefined;
}

function actorOf(actor: ProofPartsFragment["author"]): SeenActor | null {
  return actor && { login: actor.login, isPerson: actor.__typename === "User" };
}

function checksOf(rollup: ProofPartsFragment["statusCheckRollup"]): SeenChecks | null {
  if (!rollup) return null;
  const { totalCount, nodes } = rollup.contexts;
  const contexts = (nodes ?? []).flatMap((node) => (node ? contextOf(node) : []));
  return { commit: rollup.commit?.oid ?? null, contexts, cut: contexts.length < totalCount };
}

type ContextNode = NonNullable<
  NonNullable<NonNullable<ProofPartsFragment["statusCheckRollup"]>["contexts"]["nodes"]>[number]
>;

function contextOf(node: ContextNode): SeenContext {
  if (node.__typename === "CheckRun") {
    const { name, status, conclusion, checkSuite } = node;
    return { name, app: checkSuite.app?.slug ?? null, verdict: verdictOf(status === "COMPLETED" ? conclusion : null) };
  }
  const { context: name, state, creator } = node;
  const app = creator?.__typename === "Bot" ? creator.login.replace(/\[bot\]$/, "") : null;
  return { name, app, verdict: verdictOf(state) };
}

function verdictOf(word: string | null): SeenContext["verdict"] {
  if (word === "SUCCESS") return "success";
  if (word === "SKIPPED" || word === "NEUTRAL") return "skipped";
  return word === null || word === "PENDING" || word === "EXPECTED" ? "pending" : "failure";
}

function reviewsOf(found: ProofPartsFragment["latestOpinionatedReviews"]): SeenReviews {
  const reviews = (found?.nodes ?? []).flatMap((node): SeenReview[] => {
    if (!node) return [];
    const words: Readonly<Record<string, SeenReview["state"]>> = {
      APPROVED: "approved",
      CHANGES_REQUESTED: "changes requested",
    };
    return [{ by: actorOf(node.author), state: words[node.state] ?? "other", commit: node.commit?.oid ?? null }];
  });
  return { reviews, cut: reviews.length < (found?.totalCount ?? 0) };
}
