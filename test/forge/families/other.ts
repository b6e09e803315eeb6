// Ways round the other rules: the commit, the hands, the rounds, the room, the graph, and the workflow itself. The board goes
// by the workflow that `signalbox init --proof` writes.

import { join } from "node:path";
import type { Caller } from "../../../src/app/app.ts";
import { releaseClaim } from "../../../src/app/claims/release.ts";
import { checkDigests } from "../../../src/app/evidence/check-digest.ts";
import { recordFact } from "../../../src/app/evidence/record-fact.ts";
import { advanceChildren } from "../../../src/app/tickets/advance.ts";
import type { Key } from "../../../src/engine/facts.ts";
import {
  building,
  check,
  close,
  FAILING,
  handedIn,
  merged,
  openForgeBoard,
  outcome,
  submit,
  withGuards,
  work,
  type ForgeBoard,
} from "../../support/git/forge-board.ts";
import { makeInitBoard } from "../../support/git/init-board.ts";
import { Child } from "../../support/processes/child.ts";
import { accepted, hand, locked, newTicket, put, stateOf, ticketIn, ticketOf } from "../../support/worlds/steps.ts";
import { agent, ann, bob, maria, MINUTE, uma, vic } from "../../support/worlds/world.ts";
import type { Attack, Family, Outcome } from "../forgery.ts";
import type { LastPlace } from "../last-place-worker.ts";

const RACERS = 32;

const BY_COMMIT: readonly Attack<ForgeBoard>[] = [
  {
    name: "no-commit",
    does: "hands in without a commit, with every word of its own",
    attack: async (board) => {
      const key = await building(board);
      const evidence = { tests: "pass", work: "pass", codeless: "pass" };
      return outcome(board, key, ["In Review"], await submit(board, ann, key, { evidence }));
    },
  },
  {
    name: "absent-sha",
    does: "hands in commits that are not there, or are no hashes",
    attack: async (board) => {
      const key = await building(board);
      const answers = [];
      for (const commit of ["1234567890123456789012345678901234567890", "HEAD", "main", "--all", "f".repeat(64)]) {
        answers.push(await submit(board, ann, key, { commit, evidence: { work: "pass", tests: "pass" } }));
      }
      return outcome(board, key, ["In Review"], ...answers);
    },
  },
  {
    name: "swap-in-review",
    does: "has a commit reviewed, and brings another one, which has landed",
    attack: async (board) => {
      const landed = await handedIn(board, uma);
      await merged(board, landed);
      const { head } = await ticketOf(board, landed);
      const commit = head ?? "";
      const { agent: checkout } = board.project;
      const key = await handedIn(board, ann, checkout.commit("Other work", { "c.txt": "c\n" }));
      const answers = [
        await close(board, bob, key, { commit }),
        await submit(board, ann, key, { commit }),
        await hand(board, ann, key, { command: "hero", toState: "In Review", commit }),
      ];
      const { landed: isDone, why } = await outcome(board, key, ["Done"], ...answers);
      return { landed: isDone || (await ticketOf(board, key)).head === commit, why };
    },
  },
  {
    name: "request-replayed",
    does: "repeats a request that was accepted, after the work was sent back and broken",
    attack: async (board) => {
      const key = await building(board);
      const commit = work(board);
      await check(board, key, { commit });
      accepted(await submit(board, ann, key, { commit, requestId: "r1" }));
      accepted(await hand(board, bob, key, { command: "impl", intent: "reject" }));
      const broken = board.project.agent.commit("Break it", { "a.test.mjs": FAILING });
      const answers = [
        await submit(board, ann, key, { commit, requestId: "r1" }),
        await submit(board, ann, key, { commit: broken, requestId: "r1" }),
      ];
      return outcome(board, key, ["In Review"], ...answers);
    },
  },
  {
    name: "edited-CI-file",
    does: "changes what CI does in the same commit, and has it merged and accepted by another agent",
    attack: async (board) => {
      const commit = work(board, { ".github/workflows/ci.yml": "on: push\njobs: {}\n" });
      const key = await handedIn(board, ann, commit);
      await merged(board, key);
      return outcome(board, key, ["Done"], await close(board, bob, key));
    },
  },
];

const BY_HANDS: readonly Attack<ForgeBoard>[] = [
  {
    name: "renamed-agent-reviews",
    does: "does the work as one agent, and accepts it as another on the same connection",
    attack: async (board) => {
      const key = await handedIn(board, uma);
      await merged(board, key);
      const unnamed: Caller = { ...agent("claude-1f3c"), unnamed: true };
      const answers = [await close(board, uma, key), await close(board, vic, key), await close(board, unnamed, key)];
      return outcome(board, key, ["Done"], ...answers);
    },
  },
  {
    name: "reclaim-then-review",
    does: "does the work, lets another agent claim the ticket and hand it in, and accepts it",
    attack: async (board) => {
      const key = await building(board, ann);
      const commit = work(board);
      await check(board, key, { commit });
      accepted(await releaseClaim(board.app, ann, { key, reason: "Take it." }));
      await locked(board, bob, key, "impl");
      accepted(await submit(board, bob, key, { commit }));
      await merged(board, key);
      return outcome(board, key, ["Done"], await close(board, ann, key), await close(board, bob, key));
    },
  },
];

const BY_GRAPH: readonly Attack<ForgeBoard>[] = [
  {
    name: "close-from-backlog",
    does: "closes a new ticket as done, without any work",
    attack: async (board) => {
      const key = await newTicket(board);
      const answers = [
        await hand(board, ann, key, { command: "triage", intent: "close" }),
        await hand(board, bob, key, { command: "triage", toState: "Done", evidence: { landed: "pass" } }),
      ];
      return outcome(board, key, ["Done"], ...answers);
    },
  },
  {
    name: "fourth-send-back",
    does: "sends work back and forth without an end",
    attack: async (board) => {
      const commit = work(board);
      const key = await handedIn(board, ann, commit);
      const back = () => hand(board, bob, key, { command: "impl", intent: "reject" });
      for (let round = 0; round < 3; round++) {
        accepted(await back());
        await locked(board, ann, key, "impl");
        accepted(await submit(board, ann, key, { commit }));
      }
      return outcome(board, key, ["In Progress"], await back());
    },
  },
  {
    name: "32-race-last-place",
    does: `hands in ${RACERS} tickets at once, in as many processes, where there is room for one`,
    attack: raceForLastPlace,
  },
  {
    name: "escalate-then-done",
    does: "gives up on a ticket, and finishes it from there",
    attack: async (board) => {
      const key = await building(board);
      accepted(await hand(board, ann, key, { command: "impl", intent: "escalate" }));
      const answers = [
        await close(board, bob, key),
        await hand(board, bob, key, { command: "triage", toState: "Done" }),
        await hand(board, bob, key, { command: "impl", toState: "In Review" }),
        await hand(board, bob, key, { command: "triage", toState: "Backlog" }),
        await hand(board, maria, key, { toState: "Done" }),
      ];
      return outcome(board, key, ["Done", "In Review", "Backlog"], ...answers);
    },
  },
  {
    name: "children-route",
    does: "has a ticket follow its parent past what it lacks",
    attack: async (board) => {
      const parent = await newTicket(board);
      const [built, reviewed] = [await child(board, parent), await child(board, parent)];
      await put(board, built, "In Progress");
      await put(board, reviewed, "In Review");
      const told: string[] = [];
      for (const state of ["In Progress", "In Review", "Done"]) {
        await board.advance(MINUTE);
        await put(board, parent, state);
        for (const command of ["hero", "impl", "triage"]) {
          const answer = await advanceChildren(board.app, bob, { key: parent, targetState: state, command });
          told.push("code" in answer ? answer.code : answer.skipped.map((one) => one.reason).join(" "));
        }
      }
      const states = [await stateOf(board, built), await stateOf(board, reviewed)];
      return {
        landed: states.join() !== "In Progress,In Review",
        why: `${[...new Set(told)].join(" ")} They stand in ${states.join(", ")}.`,
      };
    },
  },
  {
    name: "loosened-file",
    does: "takes every guard out of the workflow's file, adopts it, and starts a server with it",
    attack: loosenFile,
  },
];

export const otherFamily: Family<ForgeBoard> = {
  family: "Other",
  makeWorld: openForgeBoard,
  endWorld: (board) => board.close(),
  attacks: [...BY_COMMIT, ...BY_HANDS, ...BY_GRAPH],
  controls: [
    {
      name: "accepted-by-others",
      does: "is built by one agent, merged, and accepted by another",
      attack: async (board) => {
        const key = await handedIn(board);
        await merged(board, key);
        return outcome(board, key, ["Done"], await close(board, bob, key));
      },
    },
    {
      name: "closed-by-a-person",
      does: "is closed from the backlog by a person",
      attack: async (board) => {
        const key = await newTicket(board);
        return outcome(board, key, ["Done"], await hand(board, maria, key, { toState: "Done" }));
      },
    },
  ],
  planted: [
    {
      without: "the guards: facts only warn, and the others are gone",
      weaken: (board) => withGuards(board, (guard) => (guard.type === "facts" ? { ...guard, policy: "warn" } : null)),
      lands: [
        "edited-CI-file",
        "renamed-agent-reviews",
        "reclaim-then-review",
        "close-from-backlog",
        "fourth-send-back",
        "32-race-last-place",
      ],
    },
  ],
};

async function child(board: ForgeBoard, parent: Key): Promise<Key> {
  return newTicket(board, { parent });
}

/** As if Signalbox had run the tests and looked at the work: thirty-two runs of the same tests would show nothing more. */
async function passesAt(board: ForgeBoard, commit: string): Promise<void> {
  const digest = checkDigests(board.app.machine).get("tests");
  const at = { subject: commit, verdict: "pass" } as const;
  const witness = (source: string): Caller => ({ ...ann, witness: { level: "witnessed", source } });
  accepted(await recordFact(board.app, witness("check"), { ...at, name: "tests", check: digest }));
  accepted(await recordFact(board.app, witness("git"), { ...at, name: "work" }));
}

async function raceForLastPlace(board: ForgeBoard): Promise<Outcome> {
  work(board);
  const names = Array.from({ length: RACERS }, (_, index) => `racer-${index}`);
  const keys = new Map<string, Key>();
  const commits = new Map<string, string>();
  for (const name of names) {
    const commit = board.project.agent.commit(name, { [`${name}.txt`]: `${name}\n` });
    const key = await building(board, agent(name));
    keys.set(name, key);
    commits.set(name, commit);
    await passesAt(board, commit);
  }
  for (let taken = 0; taken < 7; taken++) await ticketIn(board, "In Review");
  const { workflow } = board.app.machine;
  const racers = names.map((name) => {
    const [key = "", commit = ""] = [keys.get(name), commits.get(name)];
    const setup: LastPlace = { database: board.database, name, workflow, key, commit };
    return new Child(name, join(import.meta.dirname, "../last-place-worker.ts"), setup);
  });
  try {
    for (const racer of racers) await racer.hear();
    for (const racer of racers) racer.tell("go");
    const told: string[] = [];
    for (const racer of racers) told.push(await racer.hear<string>());
    for (const racer of racers) await racer.ended();
    const inside = told.filter((word) => word === "accepted").length;
    const codes = [...new Set(told)].join(", ");
    const open = (await board.board.evidence.openIn(["In Review"])).get("In Review") ?? 0;
    if (inside === 0) throw new Error(`nobody got the last place: ${codes}`);
    return { landed: open > 8, why: `${codes}: ${open} stand in "In Review".` };
  } finally {
    await Promise.all(racers.map((racer) => racer.kill()));
  }
}

/** With the built program, as a person has set it up. */
async function loosenFile(): Promise<Outcome> {
  const init = await makeInitBoard();
  try {
    const number = await init.ticket();
    init.edit(({ merge: _, follow: __, ...workflow }) => ({
      ...workflow,
      edges: workflow.edges.map(({ guards: ___, takes: ____, ...edge }) => edge),
    }));
    const adopted = await init.run("workflow", "adopt", init.file, "--yes");
    const server = await init.serve("forger", { SIGNALBOX_WORKFLOW: init.file });
    try {
      const closing = { number, command: "triage", intent: "close", reason: "It is done." };
      const closed = await server.call("handoff_ticket", closing);
      const ticket = await server.ok("get_ticket", { number });
      const told = closed.isError ? String(closed.structuredContent["code"]) : "accepted";
      const state = String(ticket["state"]);
      return {
        landed: adopted.status === 0 || state === "Done" || !closed.isError,
        why: `adopt ended with ${String(adopted.status)}, the server said ${told}: it stands in "${state}".`,
      };
    } finally {
      await server.leave();
    }
  } finally {
    init.project.remove();
  }
}
