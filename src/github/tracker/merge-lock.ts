// The merge lock: a commit status on the head of a ticket's pull request, green only while the ticket may go on to where a
// merge takes it. It is written after the ledger, where it changes, and nobody waits for it: what goes wrong is told, and
// put right by the next look.

import { randomUUID } from "node:crypto";
import { shortCommit } from "../../engine/evidence/fact.ts";
import { showKey, type Key } from "../../engine/facts.ts";
import { quote } from "../../engine/words.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { baseOf, lockWithoutTicket, type MergeSpec } from "../../engine/workflow/format.ts";
import { unmetForMerge } from "../../app/evidence/merge-gate.ts";
import { observe } from "../evidence/observe.ts";
import { LOCK, OPEN_PULLS } from "../operations/pull-requests.ts";
import { seenPulls, type SeenPull, type SeenPulls } from "../evidence/seen-pulls.ts";
import { findIssue } from "../read/find-issue.ts";
import type { Context } from "./context.ts";

const NOTE = "github-lock";
/** GitHub takes no more. */
const MOST_WORDS = 140;
/** What was seen longer ago is nothing to go by. */
const FRESH_MS = 60_000;
const NOBODY = { kind: "person", name: "" } as const;

interface Light {
  readonly state: "success" | "failure";
  readonly words: string;
}

/** The last that was written for a pull request, by its id. */
type Written = Record<string, { readonly key: Key; readonly head: string; readonly state: Light["state"] }>;

export class MergeLock {
  readonly #context: Context;
  readonly #onTrouble: (error: unknown) => void;
  /** As the handoff that is under way has seen them. */
  readonly #seen = new Map<Key, { readonly pulls: SeenPulls; readonly at: number }>();
  #work: Promise<void> = Promise.resolve();

  constructor(context: Context, onTrouble: (error: unknown) => void) {
    this.#context = context;
    this.#onTrouble = onTrouble;
  }

  /** What a handoff has read: the status is set by it once the handoff is written. */
  note(key: Key, pulls: SeenPulls): void {
    this.#seen.set(key, { pulls, at: performance.now() });
    for (const [other, { at }] of this.#seen) if (performance.now() - at > FRESH_MS) this.#seen.delete(other);
  }

  /** These tickets have changed. */
  after(keys: readonly Key[]): void {
    for (const key of keys) {
      const seen = this.#seen.get(key);
      this.#seen.delete(key);
      if (!seen || performance.now() - seen.at > FRESH_MS) continue;
      const { pulls } = seen;
      this.#work = this.#work.then(() => this.apply(key, pulls));
    }
  }

  /** All that was to be written is written. */
  settled(): Promise<void> {
    return this.#work;
  }

  async apply(key: Key, pulls: SeenPulls): Promise<void> {
    try {
      const machine = await this.#context.machine();
      const { merge } = machine.workflow;
      if (!merge) return;
      const base = baseOf(machine.workflow);
      for (const pull of pulls.pulls) {
        const isOwn = pull.repository.id === pulls.repository;
        if (pull.state !== "OPEN" || pull.base !== base || !isOwn) continue;
        const light = isExempt(pull, merge) ? EXEMPT : await this.#lightFor(key, pull, pulls, machine, merge);
        await this.#show(key, pull, light);
      }
    } catch (error) {
      this.#onTrouble(error);
    }
  }

  /** Green lights of tickets that have gone elsewhere since: the process that moved them may have died. */
  async sweep(): Promise<void> {
    const { store, machine } = this.#context;
    const { merge } = (await machine()).workflow;
    if (!merge) return;
    const green = Object.values(await this.#written()).filter(({ state }) => state === "success");
    const cards = await store.tickets.cards({ keys: green.map(({ key }) => key) });
    for (const { ticket } of cards) {
      const own = green.find(({ key }) => key === ticket.key);
      if (ticket.closed || (ticket.state === merge.from && ticket.head === own?.head)) continue;
      const look = await findIssue(this.#context, ticket.key, { withClaim: false, withProof: true });
      if (look?.pulls) await this.apply(ticket.key, look.pulls);
    }
  }

  /** Pull requests of the default repository that belong to no ticket. */
  async strays(): Promise<void> {
    const { client, home, store, machine } = this.#context;
    const { workflow } = await machine();
    const { merge } = workflow;
    if (!merge) return;
    const { data, forbidden } = await client.ask(OPEN_PULLS, { ...home, base: baseOf(workflow) });
    const nodes = (data.repository?.pullRequests.nodes ?? []).filter((node) => node !== null);
    const issues = nodes.flatMap(
      ({ closingIssuesReferences: closing }) => closing?.nodes?.map((one) => one?.id ?? "") ?? [],
    );
    const tickets = await store.names.byNode(issues);
    const pulls = seenPulls(nodes, forbidden);
    for (const { id, closingIssuesReferences: closing } of nodes) {
      const pull = pulls.find((one) => one.id === id);
      if (!pull || closing?.nodes?.some((issue) => issue && tickets.has(issue.id))) continue;
      await this.#show("", pull, isExempt(pull, merge) ? EXEMPT : WITHOUT_TICKET[lockWithoutTicket(merge)]);
    }
  }

  async #lightFor(key: Key, pull: SeenPull, pulls: SeenPulls, machine: Machine, merge: MergeSpec): Promise<Light> {
    const { store } = this.#context;
    const ticket = await store.tickets.get(key);
    const name = showKey(key);
    if (ticket?.state !== merge.from) {
      return red(`${name} stands in ${quote(ticket?.state ?? "no state")}; it is merged from ${quote(merge.from)}.`);
    }
    if (ticket.head !== pull.head) {
      const at = ticket.head === null ? "without a commit" : `at ${shortCommit(ticket.head)}`;
      return red(`${name} was handed in ${at}, and this is ${shortCommit(pull.head)}.`);
    }
    const app = { board: store, machine, newId: randomUUID };
    const observed = observe(pulls, machine.workflow, ticket.head);
    const unmet = await unmetForMerge(app, NOBODY, ticket, merge, observed);
    return unmet.length > 0
      ? red(`${name}: ${unmet.join("; ")}.`)
      : { state: "success", words: `${name} may be merged.` };
  }

  async #show(key: Key, pull: SeenPull, light: Light): Promise<void> {
    const written = await this.#written();
    if (shownOn(pull, written) === light.state) return;
    const [owner = "", repo = ""] = pull.repository.nameWithOwner.split("/");
    const description = light.words.length > MOST_WORDS ? `${light.words.slice(0, MOST_WORDS - 1)}…` : light.words;
    await this.#context.client.createStatus({
      owner,
      repo,
      commit: pull.head,
      state: light.state,
      context: LOCK,
      description,
    });
    const { notes } = this.#context.store;
    // Where another process writes it too, the next look finds what stands on GitHub.
    const before = await notes.get(NOTE);
    const all = before === null ? {} : (JSON.parse(before) as Written);
    await notes.replace(
      NOTE,
      before,
      JSON.stringify({ ...all, [pull.id]: { key, head: pull.head, state: light.state } }),
    );
  }

  async #written(): Promise<Written> {
    const note = await this.#context.store.notes.get(NOTE);
    return note === null ? {} : (JSON.parse(note) as Written);
  }
}

const WITHOUT_TICKET: Readonly<Record<Light["state"], Light>> = {
  success: { state: "success", words: "It belongs to no ticket, and needs none." },
  failure: { state: "failure", words: "It belongs to no ticket: link the issue that it closes." },
};
const EXEMPT: Light = { state: "success", words: "This author's pull requests need no ticket." };

function red(words: string): Light {
  return { state: "failure", words };
}

function isExempt({ author }: SeenPull, { exempt = [] }: MergeSpec): boolean {
  const bare = (login: string): string => login.toLowerCase().replace(/\[bot\]$/, "");
  return author !== null && exempt.some((login) => bare(login) === bare(author.login));
}

/** As GitHub shows it; where that can't be read, as it was written last. */
function shownOn({ id, head, checks }: SeenPull, written: Written): Light["state"] | null {
  if (checks !== null && checks !== "forbidden" && !checks.cut && checks.commit === head) {
    const own = checks.contexts.find(({ name }) => name === LOCK);
    if (!own) return null;
    return own.verdict === "success" ? "success" : own.verdict === "failure" ? "failure" : null;
  }
  const last = written[id];
  return checks !== null && last?.head === head ? last.state : null;
}
