// A ticket's pull requests, as they are shown. Types alone, like the other views.

export interface PullRequest {
  readonly number: number;
  /** Absent in the ticket's own repository, and where tickets live here. */
  readonly repo?: string;
  readonly title: string;
  readonly url: string;
  readonly state: "open" | "draft" | "merged" | "closed";
  /** null: none has run, or nobody here may see them. */
  readonly checks: PullChecks | null;
  /** null: nobody has to review it, and nobody has. */
  readonly review: "approved" | "changes requested" | "required" | null;
}

export interface PullChecks {
  readonly state: "passing" | "failing" | "pending";
  readonly passed: number;
  readonly failed: number;
  readonly pending: number;
}

export interface PullsView {
  /** How many there are; more than are listed where there are many. */
  readonly total: number;
  /** Open ones first, then the newest first. */
  readonly pulls: readonly PullRequest[];
}

/** On a card: the first of them, and how many there are. */
export interface CardPull extends PullRequest {
  readonly total: number;
}
