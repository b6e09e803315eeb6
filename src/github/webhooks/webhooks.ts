// GitHub says that something has changed. What it says is a hint and no more: it names what is looked at, and the look reads
// what is so. So one that is late, doubled, forged or lost does no harm, and nothing waits for one.

import type { HintOutcome, Hints, Message } from "../../app/ports/mirror.ts";
import type { Key } from "../../engine/facts.ts";
import type { Context } from "../tracker/context.ts";
import { allRemotes, readRemotes, type Remote } from "../tracker/remote.ts";
import { takeHinted, type ChangedIssue } from "../read/changes.ts";
import { Arrival } from "./arrival.ts";
import { EVENTS, namedIn, OF_PROJECT, type Named } from "./events.ts";
import { Hearing } from "./heard.ts";
import { Gathered, type Hinted, type HintedPulls } from "./hinted.ts";
import { Pace } from "./pace.ts";

/** One change sends several: they are looked at together. */
const GATHERED_MS = 50;
/** GitHub answers from copies that may lag behind its webhooks. */
const MOST_TRIES = 3;
const REPOSITORIES_MS = 10_000;

export interface WebhookOptions {
  /** Looks at the whole board, not earlier than now. */
  readonly whole: () => Promise<void>;
  /** After a look, whatever it showed. */
  readonly afterwards: (hinted: HintedPulls) => Promise<void>;
  readonly onTrouble: (error: unknown) => void;
}

export class Webhooks implements Hints {
  readonly arrival: Arrival;
  readonly #context: Context;
  readonly #options: WebhookOptions;
  readonly #hearing: Hearing;
  readonly #gathered = new Gathered();
  readonly #pace = new Pace(() => performance.now());
  #repositories: { readonly at: number; readonly ids: ReadonlySet<string> } | null = null;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #stopped = false;
  #looks = 0;

  constructor(context: Context, options: WebhookOptions) {
    this.#context = context;
    this.#options = options;
    this.arrival = new Arrival(context.store, context.clock);
    this.#hearing = new Hearing(context.store, options.onTrouble);
  }

  get looks(): number {
    return this.#looks;
  }

  async take(message: Message): Promise<HintOutcome> {
    const { event, payload } = message;
    const named = namedIn(event, payload);
    const outcome = event === "ping" ? "ping" : named ? await this.#judge(named, message) : "unused";
    if (outcome === "elsewhere") this.#hearing.elsewhere();
    else if (event === "ping" || EVENTS.some((name) => name === event)) {
      const cardAt = event === OF_PROJECT ? (named?.issues[0]?.at ?? null) : null;
      this.#hearing.came(event, cardAt);
      await this.arrival.told(cardAt);
    }
    return outcome;
  }

  refuse(): void {
    this.#hearing.refused();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
    await this.#hearing.settled();
  }

  async #judge(named: Named, { digest }: Message): Promise<HintOutcome> {
    const found = await this.#find(named);
    if (found === "elsewhere" || found === "unused" || found === "known") return found;
    // The header with a delivery's number is not signed, and whoever has seen one can make up another: the text counts.
    if (!(await this.#context.store.deliveries.remember(digest))) return "repeated";
    found(this.#gathered);
    this.#plan();
    return "look";
  }

  /** How it is added to what is to be looked at; or why there is nothing to look at. */
  async #find(named: Named): Promise<((gathered: Gathered) => void) | "elsewhere" | "unused" | "known"> {
    const { store, projectIds } = this.#context;
    const isOurProject = named.project !== null && named.project === (await projectIds.project());
    if (named.project !== null && !isOurProject) return "elsewhere";
    if (named.issues.length > 0) {
      const keys = await store.names.byNode(named.issues.map(({ id }) => id));
      // A card of our project is new where nobody knows its issue. Any other issue that nobody knows is not on the board.
      if (keys.size === 0 && !isOurProject) return (await this.#isOurs(named)) ? "unused" : "elsewhere";
      const remotes = await readRemotes(store, [...keys.values()]);
      const isNews = (issue: ChangedIssue): boolean => this.#isNews(issue, remoteOf(issue, keys, remotes), named);
      const news = named.issues.filter((issue) => named.whole || isNews(issue));
      if (news.length === 0) return "known";
      return (gathered) => {
        if (named.whole) gathered.addWhole();
        else for (const issue of news) if (isOurProject || keys.has(issue.id)) gathered.addIssue(issue);
      };
    }
    return this.#findPulls(named);
  }

  async #findPulls(named: Named): Promise<((gathered: Gathered) => void) | "elsewhere" | "unused"> {
    const { repository, commits } = named;
    if (repository === null || !(await this.#isOurs(named))) return "elsewhere";
    const { store, keys, home, machine } = this.#context;
    const tickets = await Promise.all(commits.map((commit) => store.evidence.ticketsAt(commit)));
    const wanted = commits.filter((_, index) => (tickets[index]?.length ?? 0) > 0);
    const isLocked = (await machine()).workflow.merge !== undefined && keys.homeId(home) === repository;
    const strays = named.pull && isLocked;
    if (wanted.length === 0 && !named.merged && !strays) return "unused";
    return (gathered) => {
      for (const commit of wanted) gathered.addCommit(commit);
      if (named.merged) gathered.addMerge(repository);
      if (strays) gathered.addStrays();
    };
  }

  /**
   * Older than what is known, it says nothing new. Of the same second, it may be a second change in it; where we have sent it
   * ourselves, it is most likely what we have written.
   */
  #isNews({ at, item }: ChangedIssue, remote: Remote | undefined, { sender }: Named): boolean {
    if (!remote || at === null) return true;
    if (item !== undefined && item !== "" && remote.item !== item) return true;
    const known = item === undefined ? remote.issueAt : remote.cardAt;
    return at > known || (at === known && sender !== this.#context.looker.viewer);
  }

  /** Of a repository that has tickets here. */
  async #isOurs({ repository }: Named): Promise<boolean> {
    if (repository === null) return false;
    const { store, keys, home } = this.#context;
    if (keys.homeId(home) === repository || this.#repositories?.ids.has(repository)) return true;
    if (this.#repositories && performance.now() - this.#repositories.at < REPOSITORIES_MS) return false;
    const all = [...(await allRemotes(store)).values()].flatMap((remote) => remote.repository ?? []);
    this.#repositories = { at: performance.now(), ids: new Set(all) };
    return this.#repositories.ids.has(repository);
  }

  #plan(): void {
    if (this.#stopped || this.#running || this.#timer !== null || this.#gathered.isEmpty) return;
    this.#timer = setTimeout(() => this.#begin(), Math.max(GATHERED_MS, this.#pace.wait)).unref();
  }

  #begin(): void {
    this.#timer = null;
    this.#pace.begun();
    this.#looks++;
    this.#running = this.#look(this.#gathered.take())
      .catch(this.#options.onTrouble)
      .finally(() => {
        this.#running = null;
        this.#plan();
      });
  }

  async #look(hinted: Hinted): Promise<void> {
    const { whole, afterwards } = this.#options;
    const { behind, gone } = hinted.whole ? { behind: [], gone: true } : await takeHinted(this.#context, hinted.issues);
    if (gone) await whole();
    for (const issue of behind) if (issue.tries < MOST_TRIES) this.#gathered.addIssue(issue, issue.tries + 1);
    await afterwards(hinted);
  }
}

function remoteOf(
  { id }: ChangedIssue,
  keys: ReadonlyMap<string, Key>,
  remotes: ReadonlyMap<Key, Remote>,
): Remote | undefined {
  const key = keys.get(id);
  return key === undefined ? undefined : remotes.get(key);
}
