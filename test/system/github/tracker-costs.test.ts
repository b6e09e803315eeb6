// What each operation asks of GitHub: requests and points, on a machine that has never seen the board (cold) and on one
// that has (warm).

import { expect, it } from "vitest";
import { addComment } from "../../../src/app/tickets/comment.ts";
import { advanceChildren } from "../../../src/app/tickets/advance.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { updateTicket } from "../../../src/app/tickets/update.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { listCards } from "../../../src/app/pages/cards.ts";
import { pickIssue } from "../../../src/app/tickets/pick.ts";
import { checkConvergence } from "../../../src/app/groups/position.ts";
import { releaseClaim } from "../../../src/app/claims/release.ts";
import { viewTicket } from "../../../src/app/tickets/view.ts";
import { accepted, hand } from "../../support/worlds/steps.ts";
import { ann, maria } from "../../support/worlds/world.ts";
import { countRequests, GUARDED, LOCK, type Count } from "./crowd.ts";
import type { Machine } from "../../support/github/world.ts";

const OPERATIONS: readonly {
  readonly name: string;
  readonly act: (machine: Machine) => Promise<object>;
  readonly refLocks?: true;
  /** Requests and points. */
  readonly cold: readonly [number, number];
  readonly warm: readonly [number, number];
}[] = [
  { name: "handoff", act: (m) => hand(m, ann, "60", LOCK), cold: [2, 2], warm: [2, 2] },
  {
    name: "handoff, refused",
    act: async (m) => ({ answer: await hand(m, ann, "60", { command: "plan", intent: "lock" }) }),
    cold: [2, 6],
    warm: [2, 6],
  },
  { name: "handoff, claim as a ref", refLocks: true, act: (m) => hand(m, ann, "60", LOCK), cold: [4, 3], warm: [4, 3] },
  {
    name: "handoff with a guard on a group of 50",
    act: (m) => handoff(m.app, ann, GUARDED),
    cold: [4, 8],
    warm: [4, 8],
  },
  {
    name: "check_convergence of a group of 50",
    act: (m) => checkConvergence(m.app, "7", "Ready for Plan"),
    cold: [2, 6],
    warm: [2, 6],
  },
  { name: "get_ticket", act: (m) => viewTicket(m.app, "60"), cold: [2, 2], warm: [2, 2] },
  { name: "list_tickets", act: (m) => listCards(m.app, {}), cold: [4, 8], warm: [0, 0] },
  {
    name: "pick_actionable_issue",
    act: (m) => pickIssue(m.app, ann, { workflowState: "Research Needed" }),
    cold: [4, 8],
    warm: [0, 0],
  },
  {
    name: "pick_actionable_issue with claim",
    act: (m) =>
      pickIssue(m.app, ann, { workflowState: "Research Needed", claim: true, command: "research", reason: "r" }),
    cold: [6, 10],
    warm: [2, 2],
  },
  { name: "create_ticket", act: (m) => createTicket(m.app, maria, { title: "New" }), cold: [3, 3], warm: [2, 2] },
  {
    name: "update_ticket",
    act: (m) => updateTicket(m.app, maria, { key: "60", title: "Other", priority: "P1" }),
    cold: [2, 2],
    warm: [2, 2],
  },
  { name: "add_comment", act: (m) => addComment(m.app, ann, { key: "60", body: "Hello" }), cold: [2, 2], warm: [2, 2] },
  {
    name: "advance_children of 50",
    act: async (m) => advanceChildren(m.app, ann, { key: "1", targetState: "Plan in Review" }),
    cold: [6, 12],
    warm: [6, 12],
  },
  {
    name: "release_claim, claim as a ref",
    refLocks: true,
    act: async (m) => {
      accepted(await hand(m, ann, "61", LOCK));
      return releaseClaim(m.app, ann, { key: "61", reason: "done" });
    },
    cold: [6, 5],
    warm: [6, 5],
  },
];

it("asks of GitHub what the table says, and no more", async () => {
  const rows: Record<string, string>[] = [];
  for (const { name, act, refLocks = false, cold, warm } of OPERATIONS) {
    const first = await countRequests({ refLocks, warm: false }, act);
    const then = await countRequests({ refLocks, warm: true }, act);
    const shown = ({ requests, points }: Count): string => `${requests} / ${points}`;
    rows.push({ operation: name, cold: shown(first), warm: shown(then), asks: then.operations.join(", ") });
    expect.soft([first.requests, first.points], `${name}, cold: ${first.operations.join(", ")}`).toEqual(cold);
    expect.soft([then.requests, then.points], `${name}, warm: ${then.operations.join(", ")}`).toEqual(warm);
  }
  console.table(rows);
});
