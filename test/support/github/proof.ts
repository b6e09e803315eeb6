// A board on the fake GitHub whose workflow asks for what pull requests show: a ticket in review, with its pull request.

import type { GuardSpec } from "../../../src/engine/workflow/format.ts";
import { compile, type Machine as Rules } from "../../../src/engine/workflow/compile.ts";
import type { Key } from "../../../src/engine/facts.ts";
import type { Verdict } from "../../../src/engine/evidence/fact.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { HEAD, inReview, proof } from "../worlds/proof.ts";
import { hand } from "../worlds/steps.ts";
import { maria, type World } from "../worlds/world.ts";
import { passed, type Opening } from "./fake/pull-requests.ts";
import type { Issue, PullRequest } from "./fake/world.ts";
import { Site, TOKEN, type Machine } from "./world.ts";

/** All four facts that GitHub shows, from the check `test` of GitHub's own app. */
const OBSERVED: GuardSpec = { type: "facts", facts: ["pr", "checks", "review", "landed"], atLeast: "observed" };

export interface Asks {
  /** In front of "Done". */
  readonly guards?: readonly GuardSpec[];
  readonly checks?: Record<string, string> | null;
  readonly withoutTicket?: "success" | "failure";
  readonly onTrouble?: (error: unknown) => void;
}

export function rulesOf({ guards = [OBSERVED], checks = { test: "github-actions" }, withoutTicket }: Asks = {}): Rules {
  const { workflow } = shipped("ticket-proof");
  const edges = workflow.edges.map((edge) =>
    edge.from === "In Review" && edge.to === "Done" ? { ...edge, guards: [...guards] } : edge,
  );
  const merge = {
    from: "In Review",
    to: "Done",
    exempt: ["dependabot[bot]"],
    ...(checks ? { checks } : {}),
    ...(withoutTicket ? { withoutTicket } : {}),
  };
  return compile({ ...workflow, edges, merge });
}

export interface ProofSite {
  readonly site: Site;
  readonly machine: Machine;
  readonly world: World;
}

/** As whom Signalbox is known on GitHub: `login`. */
export async function openProof(asks: Asks = {}, login = "octo"): Promise<ProofSite> {
  const site = await Site.open();
  for (const person of ["maria", "robin"]) site.github.addAccount("User", person);
  for (const bot of ["ann-bot", "github-actions", "dependabot[bot]"]) site.github.addAccount("Bot", bot);
  site.github.addToken({ token: TOKEN, login });
  const workflow = rulesOf(asks);
  const { onTrouble } = asks;
  const machine = await site.machine({ workflow, ...(onTrouble ? { onTrouble } : {}) });
  return { site, machine, world: proof(machine, { machine: workflow }) };
}

export interface InReview {
  readonly key: Key;
  readonly issue: Issue;
  readonly pull: PullRequest;
}

/** Handed in at `HEAD`, with a pull request of that commit that nobody has looked at yet. */
export async function reviewed({ site, world }: ProofSite, fields: Partial<Opening> = {}): Promise<InReview> {
  const key = await inReview(world);
  const issue = site.github.issue("acme", "shop", Number(key));
  const pull = site.github.pulls.open(issue, { head: HEAD, ...fields });
  return { key, issue, pull };
}

/** Checked, approved, and merged: as it should be. */
export function finish({ site: { github } }: ProofSite, { pull }: InReview): void {
  github.pulls.check(pull, passed("test"));
  github.pulls.review(pull, "maria");
  github.pulls.merge(pull, "maria");
}

export function accept({ world }: ProofSite, { key }: InReview): ReturnType<typeof hand> {
  return hand(world, maria, key, { toState: "Done" });
}

/** What GitHub is known to say of a commit, by fact. */
export async function observedAt({ machine }: ProofSite, commit = HEAD): Promise<Readonly<Record<string, Verdict>>> {
  const facts = await machine.store.evidence.facts(commit);
  return Object.fromEntries(
    facts.flatMap(({ name, said }) =>
      said.filter(({ level }) => level === "observed").map(({ verdict }) => [name, verdict]),
    ),
  );
}
