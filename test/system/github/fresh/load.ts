// What a board of 1,250 cards asks of GitHub, by the fake's clock: at first, when much has changed, and in an hour of work.
// By hand: node test/system/github/fresh/load.ts --write puts the table into docs/github.md.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pickIssue } from "../../../../src/app/tickets/pick.ts";
import { viewTicket } from "../../../../src/app/tickets/view.ts";
import { listTickets } from "../../../../src/app/tickets/list.ts";
import { handoff } from "../../../../src/app/tickets/handoff.ts";
import type { Caller } from "../../../../src/app/app.ts";
import { BudgetFile } from "../../../../src/github/client/budget-file.ts";
import { OwnAccounts, TokenBudget } from "../../../../src/github/client/token-budget.ts";
import { GITHUB_LIMITS, type Peaks } from "../../../support/github/fake/limits.ts";
import { accepted } from "../../../support/worlds/steps.ts";
import { Site, TOKEN, type Machine } from "../../../support/github/world.ts";

const CARDS = 1_250;
const DRAGGED = 200;
const AGENTS = 10;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Every agent does something so often: together 450 handoffs an hour, each with a comment. */
const PACE_S = 80;
const WATCHED_S = 12;
const UNWATCHED_S = 90;

export interface Load {
  readonly what: string;
  readonly requests: number;
  readonly points: number;
}

export interface LoadReport {
  readonly loads: readonly Load[];
  /** In the hour of work. */
  readonly peaks: Peaks;
  readonly handoffs: number;
  /** What GitHub refused, of all that was ever asked. */
  readonly refused: number;
}

export async function measureLoad(): Promise<LoadReport> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-load-"));
  const site = await Site.open({ limits: GITHUB_LIMITS });
  const files: BudgetFile[] = [];
  try {
    fill(site);
    /** Each a process of its own, with the same token. */
    const budgeted = () => {
      const file = new BudgetFile(join(folder, "budget.db"), site.clock, new OwnAccounts(), (error) => {
        throw error;
      });
      files.push(file);
      return { client: { budgetOf: (token: string) => new TokenBudget(token, [file]) } };
    };
    const server = await site.machine(budgeted());
    const agents: Machine[] = [];
    for (let count = 0; count < AGENTS; count++) agents.push(await site.beside(server, budgeted()));
    return await run(site, server, agents);
  } finally {
    for (const file of files) file.close();
    await site.close();
    await rm(folder, { recursive: true });
  }
}

async function run(site: Site, server: Machine, agents: readonly Machine[]): Promise<LoadReport> {
  const loads: Load[] = [];
  let refused = 0;
  const measure = async (what: string, act: () => Promise<void>): Promise<void> => {
    site.github.countRequests();
    await act();
    refused += site.github.requests.filter(({ outcome }) => outcome === "refused").length;
    const { requests, points } = site.github.countRequests();
    loads.push({ what, requests, points });
  };
  const look = (): Promise<void> => server.board.refresh();
  const rest = async (): Promise<void> => {
    for (let count = 0; count < 3; count++) {
      site.clock.pass(MINUTE);
      await look();
    }
    site.clock.pass(MINUTE);
  };
  site.clock.pass(MINUTE);
  await measure(`the first look at ${CARDS.toLocaleString("en")} cards`, look);
  await rest();
  await measure("a look when nothing has changed", look);
  await measure(`a look after ${DRAGGED} cards were dragged`, async () => {
    for (let number = 1; number <= DRAGGED; number++) {
      site.github.drag(site.github.issue("acme", "shop", number), "Ready for Plan", { by: "octo" });
      site.clock.pass(SECOND);
    }
    await look();
  });
  await rest();
  await measure("an hour in which nobody looks and nothing happens", () => hourOf(site, UNWATCHED_S, look));
  await measure("an hour with an open dashboard in which nothing happens", () => hourOf(site, WATCHED_S, look));
  site.clock.pass(HOUR);
  site.github.resetPeaks();
  let handoffs = 0;
  await measure(`an hour of ${AGENTS} busy agents, with an open dashboard`, async () => {
    const work = agents.map((machine, index) => new Worker(machine, `agent-${index}`));
    await hourOf(site, WATCHED_S, look, async (second) => {
      for (const [index, worker] of work.entries()) {
        if ((second + index * (PACE_S / AGENTS)) % PACE_S !== 0) continue;
        await worker.step();
        handoffs++;
      }
    });
  });
  return { loads, peaks: site.github.peaksOf(TOKEN), handoffs, refused };
}

/** Looks every so many seconds; `meanwhile` is told every second. */
async function hourOf(
  site: Site,
  everySeconds: number,
  look: () => Promise<void>,
  meanwhile: (second: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const start = site.clock.now();
  for (let second = 1; second <= 3600; second++) {
    const left = start + second * SECOND - site.clock.now();
    if (left > 0) site.clock.pass(left);
    if (second % everySeconds === 0) await look();
    await meanwhile(second);
  }
}

/** Takes a ticket, reads it, and hands it on; lists what there is in between. */
class Worker {
  readonly #machine: Machine;
  readonly #caller: Caller;
  #holds: { readonly key: string; readonly claim: string } | null = null;

  constructor(machine: Machine, connection: string) {
    this.#machine = machine;
    this.#caller = { actor: { kind: "agent", identity: { connection, agent: null } }, via: "stdio" };
  }

  async step(): Promise<void> {
    const { app } = this.#machine;
    if (this.#holds) {
      const { key, claim } = this.#holds;
      await viewTicket(app, key);
      const asked = { key, command: "research", intent: "complete", reason: "found out", claim };
      accepted(await handoff(app, this.#caller, asked));
      this.#holds = null;
      return;
    }
    await listTickets(app, { state: "Research Needed" });
    const picked = accepted(
      await pickIssue(app, this.#caller, {
        workflowState: "Research Needed",
        claim: true,
        command: "research",
        reason: "to find out",
      }),
    );
    if (!picked.issue || !picked.claim) throw new Error("There is nothing left to pick");
    this.#holds = { key: String(picked.issue.number), claim: picked.claim.token ?? "" };
  }
}

/** Every fourth is to be picked. */
function fill({ github, repository, project, clock }: Site): void {
  for (let index = 0; index < CARDS; index++) {
    const state = index % 4 === 3 ? "Research Needed" : "Backlog";
    github.addIssue(repository, `Ticket ${index + 1}`, {
      project,
      card: { "Workflow State": state, Estimate: "XS", Priority: `P${index % 4}` },
    });
    clock.pass(SECOND);
  }
}

export function renderLoad({ loads, peaks, handoffs, refused }: LoadReport): string {
  const number = (value: number): string => value.toLocaleString("en");
  const { pointsAnHour, weightAMinute, contentAMinute, contentAnHour } = GITHUB_LIMITS;
  const limits = [
    ["points in an hour", peaks.pointsAnHour, pointsAnHour],
    ["points in a minute (a write counts 5)", peaks.weightAMinute, weightAMinute],
    ["comments and issues in a minute", peaks.contentAMinute, contentAMinute],
    ["comments and issues in an hour", peaks.contentAnHour, contentAnHour],
  ] as const;
  return [
    `| on a board of ${number(CARDS)} cards | requests | points |`,
    "|---|---|---|",
    ...loads.map(({ what, requests, points }) => `| ${what} | ${number(requests)} | ${number(points)} |`),
    "",
    `In the hour of work there were ${handoffs} handoffs. GitHub refused ${refused === 0 ? "nothing" : refused}. What came`,
    "nearest to each of its limits:",
    "",
    "| limit | the most | GitHub takes | left |",
    "|---|---|---|---|",
    ...limits.map(
      ([what, most, limit]) =>
        `| ${what} | ${number(most)} | ${number(limit)} | ${Math.floor((100 * (limit - most)) / limit)} % |`,
    ),
  ].join("\n");
}

const PAGE = join(import.meta.dirname, "../../../../docs/github.md");
const BEGIN = "<!-- load: node test/system/github/fresh/load.ts --write -->\n";
const END = "\n<!-- /load -->";

export async function writtenLoad(): Promise<string> {
  const [, after = ""] = (await readFile(PAGE, "utf8")).split(BEGIN);
  return after.split(END)[0] ?? "";
}

if (import.meta.main) {
  const table = renderLoad(await measureLoad());
  console.log(table);
  if (process.argv.includes("--write")) {
    const [before = "", after = ""] = (await readFile(PAGE, "utf8")).split(BEGIN);
    const [, rest = ""] = after.split(END);
    await writeFile(PAGE, `${before}${BEGIN}${table}${END}${rest}`);
  }
}
