// What a handoff will ask of GitHub, tried with the tokens that it will use, and without writing anything: permissions of
// fine-grained tokens can't be read off anywhere, and with two tokens each may lack what the other has.

import type { GitHubClient } from "../client/client.ts";
import { GitHubError } from "../client/errors.ts";
import { BOARD_PAGE } from "../operations/board.ts";
import { HANDOFF } from "../operations/handoff.ts";
import { MAY_WRITE } from "../operations/set-up.ts";

export interface Tried {
  readonly ok: boolean;
  readonly what: string;
}

const PROBE = "`signalbox doctor --github --write-probe` writes to an issue of its own";

/** `project`: GitHub's id of the board. */
export async function tryHandoff(client: GitHubClient, project: string): Promise<Tried> {
  const { node } = await client.query(BOARD_PAGE, { project, size: 20 });
  const items = node && "items" in node ? (node.items.nodes ?? []) : [];
  const hidden = items.filter((item) => item !== null && isHidden(item)).length;
  const issues = items.flatMap((item) => (item?.content && "number" in item.content ? [item.content.id] : []));
  const [id] = issues;
  if (id === undefined) {
    if (hidden > 0)
      return lacks("project", "see the issues on the board's cards: give it access to their repositories");
    return { ok: true, what: `The board has no issue yet, so that no handoff could be tried; ${PROBE}.` };
  }
  const read = await client.query(HANDOFF, { id, byName: false, byId: true, withClaim: false });
  const issue = read.node && "projectItems" in read.node ? read.node : null;
  if (!issue) return lacks("project", "read the board's issues");
  const cards = issue.projectItems?.nodes ?? [];
  if (!cards.some((card) => card?.project.id === project))
    return lacks("project", "see the cards of the board's issues");
  const may = await client.query(MAY_WRITE, { issue: id }).catch((error: unknown) => {
    if (error instanceof GitHubError) return null;
    throw error;
  });
  const seen = may?.node && "viewerCanUpdate" in may.node ? may.node : null;
  if (!seen) return lacks("repository", "read the board's issues");
  if (!seen.viewerCanUpdate) return lacks("repository", "write to the board's issues: it needs Issues, read and write");
  return { ok: true, what: `A handoff could read and write what it needs; ${PROBE}.` };
}

/** GitHub shows that there is a card, and not what it holds. */
function isHidden({ type, content }: { readonly type: string; readonly content: object | null }): boolean {
  return type === "REDACTED" || (type === "ISSUE" && content === null);
}

function lacks(reach: "repository" | "project", what: string): Tried {
  const name = reach === "project" ? "The token for the project" : "The token for the repository";
  return { ok: false, what: `${name} can't ${what}. Every handoff would fail.` };
}
