// Evidence that an agent only talks of: its own word, or what is true of something else. The board goes by the workflow that
// `signalbox init --proof` writes.

import { attestTicket } from "../../../src/app/evidence/attest-ticket.ts";
import { recordFact } from "../../../src/app/evidence/record-fact.ts";
import { retractFact } from "../../../src/app/evidence/retract-fact.ts";
import { updateTicket } from "../../../src/app/tickets/update.ts";
import type { Caller } from "../../../src/app/app.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { compile } from "../../../src/engine/workflow/compile.ts";
import {
  building,
  check,
  FAILING,
  handedIn,
  meanwhile,
  openForgeBoard,
  outcome,
  submit,
  withGuards,
  work,
  type ForgeBoard,
} from "../../support/git/forge-board.ts";
import { changed, LONG } from "../../support/git/project.ts";
import { accepted, hand, newTicket, put, ticketOf, typeState } from "../../support/worlds/steps.ts";
import { agent, ann, bob, maria, MINUTE } from "../../support/worlds/world.ts";
import type { Family, Outcome } from "../forgery.ts";

const SAYS = { tests: "pass", work: "pass", landed: "pass", codeless: "pass", review: "pass" };
const REVIEWED = ["In Review", "Done"];

export const reportedFamily: Family<ForgeBoard> = {
  family: "Reported",
  makeWorld: openForgeBoard,
  endWorld: (board) => board.close(),
  attacks: [
    {
      name: "says-pass",
      does: "says that its tests pass: with the handoff, and as a fact, in the names of others too",
      attack: async (board) => {
        const key = await building(board);
        const commit = work(board, { "a.test.mjs": FAILING });
        for (const name of ["ann", "check", "git", "person:Maria"]) {
          const forger: Caller = agent(name);
          for (const fact of Object.keys(SAYS)) {
            await recordFact(board.app, forger, { subject: commit, name: fact, verdict: "pass" });
            await recordFact(board.app, forger, { subject: `#${key}`, name: fact, verdict: "pass" });
          }
        }
        return outcome(board, key, REVIEWED, await submit(board, ann, key, { commit, evidence: SAYS }));
      },
    },
    {
      name: "older-commit",
      does: "tests a commit, breaks the work in the next, and hands that in",
      attack: async (board) => {
        const key = await building(board);
        await passed(board, key, work(board));
        const commit = board.project.agent.commit("Break it", { "a.test.mjs": FAILING });
        return outcome(board, key, REVIEWED, await submit(board, ann, key, { commit, evidence: SAYS }));
      },
    },
    {
      name: "amended",
      does: "tests a commit, and amends it",
      attack: async (board) => {
        const { agent: checkout } = board.project;
        const key = await building(board);
        const first = work(board);
        await passed(board, key, first);
        checkout.write("a.test.mjs", FAILING);
        checkout.git("commit", "--quiet", "--all", "--amend", "--no-edit");
        const commit = checkout.head();
        if (commit === first) throw new Error("it was not amended");
        return outcome(board, key, REVIEWED, await submit(board, ann, key, { commit, evidence: SAYS }));
      },
    },
    {
      name: "other-tickets-commit",
      does: "hands in the commit that another ticket was handed in with, and links the two",
      attack: async (board) => {
        const first = await handedIn(board, bob);
        await board.advance(MINUTE);
        const key = await building(board);
        accepted(await updateTicket(board.app, ann, { key, addBlockers: [first] }));
        const { head } = await ticketOf(board, first);
        return outcome(board, key, REVIEWED, await submit(board, ann, key, { commit: head ?? "", evidence: SAYS }));
      },
    },
    {
      name: "other-tickets-change",
      does: "hands in another ticket's work: amended, with an empty commit on top, picked onto the base, and its first half",
      attack: async (board) => {
        const { agent: checkout } = board.project;
        const half = work(board);
        const whole = checkout.commit("The rest", { "c.txt": "c\n" });
        await handedIn(board, bob, whole);
        const copies = [half];
        checkout.commit("Mine");
        copies.push(checkout.head());
        checkout.git("checkout", "--quiet", "-B", "copied", whole);
        checkout.git("commit", "--quiet", "--amend", "--message", "Mine");
        copies.push(checkout.head());
        checkout.git("checkout", "--quiet", "-B", "picked", "origin/main");
        checkout.git("cherry-pick", "--no-commit", half, whole);
        checkout.git("commit", "--quiet", "--message", "Mine");
        copies.push(checkout.head());
        const told: string[] = [];
        for (const commit of copies) {
          const key = await building(board);
          await passed(board, key, commit);
          const { landed, why } = await outcome(board, key, REVIEWED, await submit(board, ann, key, { commit }));
          if (landed) return { landed, why };
          told.push(why);
        }
        return { landed: false, why: told.join(" ") };
      },
    },
    {
      name: "other-tickets-pass",
      does: "has one ticket's commit tested and handed in, and hands in another's on the strength of it",
      attack: async (board) => {
        await handedIn(board, bob);
        const key = await building(board);
        const commit = board.project.agent.commit("Other work", { "b.txt": "b\n", "b.test.mjs": FAILING });
        return outcome(board, key, REVIEWED, await submit(board, ann, key, { commit, evidence: SAYS }));
      },
    },
    {
      name: "empty-branch",
      does: "makes a branch, and nothing on it: the base's own tests pass",
      attack: async (board) => {
        board.project.agent.git("checkout", "--quiet", "-B", "feature", "origin/main");
        return withoutWork(board);
      },
    },
    {
      name: "empty-commit",
      does: "makes a commit without a change",
      attack: async (board) => {
        board.project.agent.git("checkout", "--quiet", "-B", "feature", "origin/main");
        board.project.agent.commit("Implement everything");
        return withoutWork(board);
      },
    },
    {
      name: "net-zero",
      does: "makes a change, and takes it back in the next commit",
      attack: async (board) => {
        const { agent: checkout } = board.project;
        checkout.git("checkout", "--quiet", "-B", "feature", "origin/main");
        checkout.commit("Do it", { "a.txt": changed({ 10: "ten" }) });
        checkout.commit("Tidy up", { "a.txt": LONG });
        return withoutWork(board);
      },
    },
    {
      name: "unknown-state-first",
      does: "brings the ticket into a state that nobody knows, or none, and goes on from there",
      attack: async (board) => {
        const commit = work(board, { "a.test.mjs": FAILING });
        const tries = [
          { command: "impl", intent: "complete", commit },
          { command: "impl", toState: "In Review", commit },
          { command: "hero", intent: "close" },
          { command: "triage", toState: "Done" },
        ];
        const told: string[] = [];
        for (const state of ["Somewhere", null]) {
          for (const attempt of tries) {
            const key = await newTicket(board);
            await typeState(board, key, state);
            const answer = await hand(board, ann, key, { ...attempt, evidence: SAYS });
            const { landed, why } = await outcome(board, key, REVIEWED, answer);
            if (landed) return { landed, why };
            told.push(why);
          }
        }
        return { landed: false, why: told.join(" ") };
      },
    },
    {
      name: "retracted-meanwhile",
      does: "hands in while a person takes the pass back",
      attack: async (board) => {
        const key = await building(board);
        const commit = work(board);
        await passed(board, key, commit);
        const rows = await board.board.ledger.history({ type: "commit", key: commit }, 100);
        const given = rows.find(({ kind, data }) => kind === "fact" && data["name"] === "tests");
        if (!given) throw new Error("no fact was given");
        let isGone = false;
        const shaken = meanwhile(board, async () => {
          isGone = !isRefusal(await retractFact(board.app, maria, given.seq, "It was another machine."));
        });
        const answer = await submit(shaken, ann, key, { commit, evidence: SAYS });
        if (!isGone) throw new Error("it was not taken back");
        return outcome(board, key, REVIEWED, answer);
      },
    },
    {
      name: "legacy-suite",
      does: "brings a pass of the command that was in force before",
      attack: async (board) => {
        const key = await building(board);
        const commit = work(board, { "a.test.mjs": FAILING, "legacy.sh": "echo 1..1; echo ok 1\n" });
        const { workflow } = board.app.machine;
        const tests = { ...workflow.checks?.["tests"], run: "sh legacy.sh" };
        const before = { ...board, app: { ...board.app, machine: compile({ ...workflow, checks: { tests } }) } };
        await passed(before, key, commit);
        return outcome(board, key, REVIEWED, await submit(board, ann, key, { commit, evidence: SAYS }));
      },
    },
  ],
  controls: [
    {
      name: "by-the-book",
      does: "commits work, has it checked, and hands it in",
      attack: async (board) => {
        const key = await handedIn(board);
        return outcome(board, key, ["In Review"]);
      },
    },
    {
      name: "stacked",
      does: "builds on another ticket's branch, with work of its own on top",
      attack: async (board) => {
        await handedIn(board, bob);
        const commit = board.project.agent.commit("More work", { "b.txt": "b\n" });
        return outcome(board, await handedIn(board, ann, commit), ["In Review"]);
      },
    },
    {
      name: "one-change-for-two",
      does: "hands in another ticket's commit, and a person has said that the two share it",
      attack: async (board) => {
        const first = await handedIn(board, bob);
        const key = await building(board);
        const { head } = await ticketOf(board, first);
        accepted(await attestTicket(board.app, maria, { key: first, name: "shared", reason: "It closes both." }));
        return outcome(board, key, ["In Review"], await submit(board, ann, key, { commit: head ?? "" }));
      },
    },
    {
      name: "mended",
      does: "is sent back, mends it, and has the new commit checked",
      attack: async (board) => {
        const key = await handedIn(board);
        await put(board, key, "Plan in Review");
        await hand(board, ann, key, { command: "impl", intent: "lock" });
        const commit = board.project.agent.commit("Mend it", { "b.txt": "b\n" });
        await passed(board, key, commit);
        return outcome(board, key, ["In Review"], await submit(board, ann, key, { commit }));
      },
    },
  ],
  planted: [
    {
      without: "the level: what an agent reports will do",
      weaken: (board) =>
        withGuards(board, (guard) => (guard.type === "facts" ? { ...guard, atLeast: "reported" } : guard)),
      lands: ["says-pass", "older-commit", "amended", "other-tickets-pass", "unknown-state-first"],
    },
    {
      without: "the look at what other tickets were handed in with",
      weaken: (board) => {
        const none = () => Promise.resolve([]);
        const evidence = { ...board.board.evidence, ticketsAt: none, openCommits: none, lastClosed: none };
        return { ...board, app: { ...board.app, board: { ...board.board, evidence } } };
      },
      lands: ["other-tickets-commit", "other-tickets-change"],
    },
  ],
};

/** At the checkout's HEAD, whose tests pass. */
async function withoutWork(board: ForgeBoard): Promise<Outcome> {
  const key = await building(board);
  const commit = board.project.agent.head();
  await passed(board, key, commit);
  return outcome(board, key, REVIEWED, await submit(board, ann, key, { commit, evidence: SAYS }));
}

/** The tests pass there: whatever is refused afterwards, is not for want of that. */
async function passed(board: ForgeBoard, key: string, commit: string): Promise<void> {
  if (!(await check(board, key, { name: "tests", commit }))) throw new Error("the tests were to pass");
}
