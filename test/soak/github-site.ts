// The GitHub of the soak: the fake one, watched. Every change of a card is seen the moment it is made, with whoever made
// it, and every request is known by the login that sent it.

import { FakeGitHub } from "../support/github/fake/fake.ts";
import type { Fault } from "../support/github/fake/faults.ts";
import type { LoggedRequest } from "../support/github/fake/server.ts";
import type { Token } from "../support/github/fake/viewer.ts";
import {
  newId,
  type Comment,
  type Field,
  type Issue,
  type Project,
  type Repository,
  type Value,
} from "../support/github/fake/world.ts";

/** A card that stands elsewhere now, or comments that are new, by one request or one act of a person. */
export interface Change {
  readonly at: number;
  readonly number: number;
  /** Null: the card stands where it stood. */
  readonly move: { readonly from: string | null; readonly to: string | null; readonly by: string } | null;
  readonly comments: readonly Comment[];
}

/** What a GitHub that is broken does with a write: answers as if it were done, or does it twice. */
export type Plant = "unwritten" | "twice";

export interface Watcher {
  changed(change: Change): void;
  requested(login: string, request: LoggedRequest): void;
  failed(login: string, fault: Fault): void;
}

export interface SiteOptions {
  readonly now: () => number;
  readonly states: readonly string[];
  /** One for each machine, with its token. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly plant: Plant | null;
}

export const OWNER = "acme";
export const REPO = "shop";
export const PROJECT = 7;
export const PEOPLE = ["maria", "tom"];
/** Stale answers reach back so many writes. */
const REMEMBERED = 3;
/** The first writes go well, so that there is something to lose. */
const PLANTED_AT = 5;

interface Known {
  readonly value: Value | undefined;
  readonly comments: number;
}

export class Site extends FakeGitHub {
  watcher: Watcher | null = null;
  readonly repository: Repository;
  readonly project: Project;
  readonly #state: Field;
  readonly #plant: Plant | null;
  readonly #known = new Map<string, Known>();
  #writes = 0;
  #looking = false;
  #asking = "";

  constructor({ now, states, tokens, plant }: SiteOptions) {
    super({ now, remember: REMEMBERED });
    this.#plant = plant;
    this.addAccount("Organization", OWNER);
    for (const login of PEOPLE) this.addAccount("User", login);
    for (const [login, token] of Object.entries(tokens)) {
      this.addAccount("User", login);
      this.addToken({ token, login });
    }
    this.repository = this.addRepository(OWNER, REPO, ["bug"]);
    this.project = this.addProject(OWNER, PROJECT);
    this.#state = this.addField(this.project, "Workflow State", states);
    this.addField(this.project, "Priority", ["P0", "P1", "P2", "P3"]);
    this.addField(this.project, "Estimate", ["XS", "S", "M", "L", "XL"]);
    this.#tellOfFaults();
  }

  issues(): readonly Issue[] {
    return [...this.world().issues.values()];
  }

  stateOf(issue: Issue): string | null {
    const value = this.cardOf(issue).item.values.get(this.#state.id);
    return this.#nameOf(value);
  }

  /** What is carried out now is carried out before the next microtask: then the difference is seen. */
  override beforeWriting(): void {
    super.beforeWriting();
    if (this.#looking) return;
    this.#looking = true;
    queueMicrotask(() => {
      this.#looking = false;
      this.#look();
    });
  }

  override token(text: string): Token | undefined {
    const token = super.token(text);
    this.#asking = token?.login ?? "";
    const [login, before] = [this.#asking, this.requests.length];
    queueMicrotask(() => {
      const request = this.requests[before];
      if (request) this.watcher?.requested(login, request);
    });
    return token;
  }

  #tellOfFaults(): void {
    const { faults } = this;
    const next = faults.next.bind(faults);
    faults.next = (operation) => {
      const fault = next(operation);
      if (fault) this.watcher?.failed(this.#asking, fault);
      return fault;
    };
  }

  #look(): void {
    for (const issue of this.issues()) {
      const place = this.project.items.find((item) => item.issue === issue.id);
      const value = place?.values.get(this.#state.id);
      const known = this.#known.get(issue.id) ?? { value: undefined, comments: 0 };
      const comments = issue.comments.slice(known.comments);
      if (value === known.value && issue.comments.length === known.comments) continue;
      this.#break(issue, known);
      const after = place?.values.get(this.#state.id);
      this.#known.set(issue.id, { value: after, comments: issue.comments.length });
      const move =
        value && value !== known.value
          ? { from: this.#nameOf(known.value), to: this.#nameOf(value), by: value.by }
          : null;
      if (move ?? comments.length > 0) {
        this.watcher?.changed({ at: this.now(), number: issue.number, move, comments });
      }
    }
  }

  /** After the answer was made, and before anybody can look again. */
  #break(issue: Issue, known: Known): void {
    if (this.#plant === null || this.watcher === null || !issue.comments[known.comments]?.body.includes("signalbox:"))
      return;
    this.#writes++;
    if (this.#writes < PLANTED_AT) return;
    const added = issue.comments.slice(known.comments);
    if (this.#plant === "twice") {
      issue.comments.push(...added.map((comment) => ({ ...comment, id: newId(this.world(), "IC") })));
      return;
    }
    const { values } = this.cardOf(issue).item;
    issue.comments.splice(known.comments);
    if (known.value) values.set(this.#state.id, known.value);
  }

  #nameOf(value: Value | undefined): string | null {
    return this.#state.options.find(({ id }) => id === value?.option)?.name ?? null;
  }
}

/** Tickets that stand alone, groups that wait for each other, and some that are blocked. */
export function fillBoard(site: Site, tickets: number): void {
  const { repository, project } = site;
  const states = ["Backlog", "Research Needed", "Ready for Plan", "Plan in Review", "In Progress"];
  const add = (title: string, state: string): Issue =>
    site.addIssue(repository, title, {
      project,
      card: { "Workflow State": state, Priority: "P2", Estimate: "S" },
      by: PEOPLE[0] ?? OWNER,
    });
  const alone = Array.from({ length: tickets }, (_, index) =>
    add(`Ticket ${index}`, states[index % states.length] ?? "Backlog"),
  );
  for (let group = 0; group < tickets / 8; group++) {
    const parent = add(`Group ${group}`, "Research Needed");
    for (let child = 0; child < 3; child++) {
      site.putUnder(add(`Part ${child} of group ${group}`, child === 0 ? "Research Needed" : "Backlog"), parent);
    }
    const [blocked, blocker] = [alone[2 * group], alone[2 * group + 1]];
    if (blocked && blocker) site.block(blocked, blocker);
  }
}
