// Shows people on GitHub who works on a ticket: a label with the holder's name, or an assignee. It goes out with the move that
// takes or ends a claim; where a claim ends without one, or a process died in between, the next look puts it right. It decides
// nothing, and no handoff fails for it.

import type { Plan } from "../../app/commit/plan.ts";
import { showIdentity, type Identity, type Key } from "../../engine/facts.ts";
import { USER_ID } from "../operations/set-up.ts";
import { writeTogether, type Write } from "../operations/write.ts";
import { findIssue } from "../read/find-issue.ts";
import { holderLabel } from "../read/holder-labels.ts";
import type { Seen } from "../read/seen.ts";
import type { Job } from "../write/jobs.ts";
import type { Context } from "./context.ts";
import { readRemote } from "./remote.ts";

export interface ShownHolders {
  readonly as: "label" | "assignee";
  /** Logins on GitHub by the names of agents and people. */
  readonly logins: Readonly<Record<string, string>>;
}

const NOTE = "github-holders";

/** What this store shows on a ticket. `id`: the label's or the user's; null: it was somebody else's doing, and stays. */
interface Shown {
  readonly holder: string;
  readonly as: ShownHolders["as"];
  readonly id: string | null;
}

type AllShown = Readonly<Record<Key, Shown>>;
type SeenSigns = Pick<Seen, "held" | "assignees">;

export class Holders {
  readonly #context: Context;
  readonly #how: ShownHolders;
  readonly #onTrouble: (error: unknown) => void;
  #work: Promise<void> = Promise.resolve();

  constructor(context: Context, how: ShownHolders, onTrouble: (error: unknown) => void) {
    this.#context = context;
    this.#how = how;
    this.#onTrouble = onTrouble;
  }

  /** To be sent along with what a plan writes on these tickets. */
  async writesFor(plan: Plan, jobs: readonly Job[]): Promise<readonly Write[]> {
    const writes: Write[] = [];
    for (const [index, { key, seen }] of jobs.entries()) {
      const holder = holderAfter(plan, key);
      if (holder === undefined) continue;
      try {
        writes.push(...(await this.#change(key, seen.id, holder && showIdentity(holder), seen, `holder${index}`)));
      } catch (error) {
        this.#onTrouble(error);
      }
    }
    return writes;
  }

  /** These tickets have changed: a claim may have ended without a move. */
  after(keys: readonly Key[]): void {
    this.#work = this.#work.then(() => this.#putRight(keys));
  }

  /** Whatever this store shows and is not so any more: claims that ran out, and what a process left unfinished. */
  async mend(): Promise<void> {
    this.after(Object.keys(await this.#all()));
    await this.#work;
  }

  /** What GitHub itself shows of a ticket that was just looked at. */
  async seen({ key, held, assignees }: Seen): Promise<void> {
    const shown = (await this.#all())[key];
    if (!shown || shown.id === null) return;
    const there = (shown.as === "label" ? held : assignees)?.some(({ id }) => id === shown.id);
    if (there !== false) return;
    await this.#forget(key, shown);
    this.after([key]);
  }

  settled(): Promise<void> {
    return this.#work;
  }

  async #putRight(keys: readonly Key[]): Promise<void> {
    for (const key of keys) {
      try {
        await this.#putRightOne(key);
      } catch (error) {
        this.#onTrouble(error);
      }
    }
  }

  async #putRightOne(key: Key): Promise<void> {
    const { store, client } = this.#context;
    const [ticket, shown, now] = [await store.tickets.get(key), (await this.#all())[key], await store.now()];
    const claim = ticket?.claim && ticket.claim.expiresAt > now ? ticket.claim : null;
    const holder = claim && showIdentity(claim.holder);
    if ((shown?.holder ?? null) === holder) return;
    // Who writes there now shows it themselves.
    if ((await store.pending.on([key])).length > 0) return;
    const remote = await readRemote(store, key);
    if (!remote) return this.#set(key, null);
    const look = holder === null ? null : await findIssue(this.#context, key, { withClaim: false });
    const signs = look?.seen ?? { held: shown?.id == null ? [] : [{ id: shown.id, name: "" }] };
    const writes = await this.#change(key, remote.issue, holder, signs, "holder");
    if (writes.length === 0) return;
    const { operation, variables } = writeTogether(writes);
    await client.mutate(operation, variables);
  }

  /** The writes, after it is noted what they show: what was noted and never sent is put right like any other. */
  async #change(key: Key, issue: string, holder: string | null, signs: SeenSigns, alias: string): Promise<Write[]> {
    const before = (await this.#all())[key];
    const next = holder === null ? null : await this.#signOf(key, holder, signs);
    await this.#set(key, next);
    const writes: Write[] = [];
    const held = signs.held?.map(({ id }) => id) ?? [];
    const others = new Set([...held, ...(before?.as === "label" && before.id !== null ? [before.id] : [])]);
    if (next?.as === "label" && next.id !== null) {
      others.delete(next.id);
      if (!held.includes(next.id)) {
        writes.push({ alias: `${alias}_add`, kind: "addLabels", input: { labelableId: issue, labelIds: [next.id] } });
      }
    }
    if (others.size > 0) {
      const input = { labelableId: issue, labelIds: [...others] };
      writes.push({ alias: `${alias}_remove`, kind: "removeLabels", input });
    }
    const [former, assigned] = [assigneeOf(before), assigneeOf(next)];
    if (former !== null && former !== assigned) {
      const input = { assignableId: issue, assigneeIds: [former] };
      writes.push({ alias: `${alias}_unassign`, kind: "unassign", input });
    }
    if (assigned !== null && former !== assigned) {
      const input = { assignableId: issue, assigneeIds: [assigned] };
      writes.push({ alias: `${alias}_assign`, kind: "assign", input });
    }
    return writes;
  }

  async #signOf(key: Key, holder: string, { assignees = [] }: SeenSigns): Promise<Shown | null> {
    const { as, logins } = this.#how;
    if (as === "label") return { holder, as, id: await this.#labelId(key, holderLabel(holder)) };
    const login = loginOf(holder, logins);
    if (login === undefined) return { holder, as, id: null };
    const [before, id] = [(await this.#all())[key], await this.#userId(login)];
    const isTheirs = assignees.some((one) => one.id === id) && assigneeOf(before) !== id;
    return { holder, as, id: isTheirs ? null : id };
  }

  /** Asked for once, and remembered by the store. */
  async #labelId(key: Key, label: string): Promise<string | null> {
    const { store, keys, projectIds } = this.#context;
    const where = keys.nameOf(key);
    if (!where) return null;
    const note = `github-label ${where.owner}/${where.repo} ${label}`;
    const known = await store.notes.get(note);
    if (known !== null && known !== "") return known;
    const id = (await projectIds.labels(where, [label])).get(label.toLowerCase()) ?? null;
    if (id !== null) await store.notes.replace(note, known, id);
    return id;
  }

  async #userId(login: string): Promise<string | null> {
    const { store, client } = this.#context;
    const note = `github-user ${login.toLowerCase()}`;
    const known = await store.notes.get(note);
    if (known !== null) return known;
    const id = (await client.query(USER_ID, { login })).user?.id ?? null;
    if (id !== null) await store.notes.replace(note, null, id);
    return id;
  }

  /** It was taken away on GitHub; a label may have been deleted altogether. */
  async #forget(key: Key, { holder, as }: Shown): Promise<void> {
    const { store, keys } = this.#context;
    const where = keys.nameOf(key);
    const note = where && as === "label" ? `github-label ${where.owner}/${where.repo} ${holderLabel(holder)}` : null;
    if (note !== null) await store.notes.replace(note, await store.notes.get(note), "");
    await this.#set(key, null);
  }

  async #all(): Promise<AllShown> {
    const note = await this.#context.store.notes.get(NOTE);
    return note === null ? {} : (JSON.parse(note) as AllShown);
  }

  async #set(key: Key, shown: Shown | null): Promise<void> {
    const { notes } = this.#context.store;
    for (;;) {
      const before = await notes.get(NOTE);
      const all: AllShown = before === null ? {} : (JSON.parse(before) as AllShown);
      const { [key]: was, ...others } = all;
      if (JSON.stringify(was ?? null) === JSON.stringify(shown)) return;
      const after = shown === null ? others : { ...others, [key]: shown };
      if (await notes.replace(NOTE, before, JSON.stringify(after))) return;
    }
  }
}

/** undefined: the plan says nothing of it. */
function holderAfter({ entries }: Plan, key: Key): Identity | null | undefined {
  let holder: Identity | null | undefined;
  for (const change of entries.flatMap(({ changes = [] }) => changes)) {
    if (change.table !== "ticket" || change.key.key !== key) continue;
    const { claim_connection: connection, claim_agent: agent = null } = change.set ?? {};
    if (connection !== undefined) holder = connection === null ? null : { connection, agent };
  }
  return holder;
}

function assigneeOf(shown: Shown | null | undefined): string | null {
  return shown?.as === "assignee" ? shown.id : null;
}

/** By the whole name, by the agent's, by the connection's; a name that was shown by a token is known without that. */
function loginOf(holder: string, logins: ShownHolders["logins"]): string | undefined {
  const [connection = "", agent = connection] = holder.split("/");
  const names = [holder, agent, connection, connection.replace(/@[a-z]+$/, "")];
  return names.map((name) => (Object.hasOwn(logins, name) ? logins[name] : undefined)).find((login) => login);
}
