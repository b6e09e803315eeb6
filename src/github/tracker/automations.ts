// What is written to GitHub because of what people and the project's own automations did there: a card without a state gets
// the first one, an issue that was opened again goes to a person, and a Status that was dragged is a move, or is put back.

import type { HappenedElsewhere, WhatCameOfIt } from "../../app/ports/mirror.ts";
import type { Key } from "../../engine/facts.ts";
import type { Select } from "../read/look.ts";
import { optionFor } from "../layout/layout.ts";
import { writeTogether, type Write } from "../operations/write.ts";
import { findIssue } from "../read/find-issue.ts";
import { forgetNoticed, isStatusDragged, noticedSoFar, type Noticed } from "../read/notice.ts";
import { inStartState, type Seen } from "../read/seen.ts";
import type { Effect } from "../write/effects.ts";
import { sendJobs } from "../write/send.ts";
import type { Context } from "./context.ts";
import { readRemotes } from "./remote.ts";

type Act = (happened: HappenedElsewhere) => Promise<WhatCameOfIt>;

/** A point each. */
const MOST_AT_ONCE = 20;

export class Automations {
  readonly #context: Context;
  readonly #onTrouble: (error: unknown) => void;
  #act: Act | null = null;
  #running = false;

  constructor(context: Context, onTrouble: (error: unknown) => void) {
    this.#context = context;
    this.#onTrouble = onTrouble;
  }

  adopt(act: Act): void {
    this.#act = act;
  }

  /** Nobody who wants to see the board has to know what went wrong here. */
  async look(): Promise<void> {
    if (this.#running || !this.#act) return;
    this.#running = true;
    try {
      await this.#run(this.#act);
    } catch (error) {
      this.#onTrouble(error);
    } finally {
      this.#running = false;
    }
  }

  async #run(act: Act): Promise<void> {
    const { store } = this.#context;
    const some = (await noticedSoFar(store)).slice(0, MOST_AT_ONCE);
    const fresh = some.filter(({ kind }) => kind === "new");
    if (fresh.length > 0) await this.#begin(fresh.map(({ key }) => key));
    for (const one of some) if (one.kind !== "new") await this.#seeTo(one, act);
    if (some.length > 0) await forgetNoticed(store, some);
  }

  /** Looked at once more, all together: a person may have put one elsewhere meanwhile. */
  async #begin(keys: readonly Key[]): Promise<void> {
    const { store, projectIds, layout, boardLook, client } = this.#context;
    const { start } = (await this.#context.machine()).workflow;
    const remotes = await readRemotes(store, keys);
    const items = [...remotes.values()].flatMap(({ item }) => item ?? []);
    const { seen } = await boardLook.cards(items);
    const [{ project, state }, bare] = [await projectIds.fields(), seen.filter(isBare)];
    const option = state && optionFor(layout, "state", start, state.options);
    if (!option || bare.length === 0) return;
    const writes = bare.map(({ card }, index) => set(`new${index}`, project, card.id, state, option.id));
    const { operation, variables } = writeTogether(writes);
    await client.mutate(operation, variables);
  }

  async #seeTo({ kind, key }: Noticed, act: Act): Promise<void> {
    const { store, projectIds, layout } = this.#context;
    const look = await findIssue(this.#context, key, { withClaim: false });
    const ticket = await store.tickets.get(key);
    if (!look || !ticket) return;
    projectIds.learn(look.fields);
    const { workflow } = await this.#context.machine();
    const seen = inStartState(look.seen, workflow.start);
    if (kind === "reopened") {
      const event = seen.happened?.findLast((one) => one.kind === "reopened");
      if (seen.closed || ticket.state === null) return;
      await act({ kind, key, state: ticket.state, by: event?.by ?? null, at: event?.at ?? seen.updatedAt });
      return;
    }
    const { status } = seen.card ?? {};
    if (!status || ticket.state === null || !isStatusDragged(seen, ticket, layout)) return;
    const states = Object.entries(layout.status ?? {}).flatMap(([state, shown]) =>
      shown === status.name ? [state] : [],
    );
    const drag = seen.happened?.findLast((one) => one.kind === "status" && one.status === status.name);
    const by = drag?.by ?? status.by;
    const came = await act({
      kind: "dragged",
      key,
      state: ticket.state,
      option: status.name,
      states,
      by,
      at: status.at,
    });
    if (came !== null) await this.#putBack(key, seen, ticket.state, came.refused);
  }

  /** With the reason under the issue: whoever dragged it looks there. */
  async #putBack(key: Key, seen: Seen, state: string, reason: string): Promise<void> {
    const effects: Effect[] = [{ kind: "status", state }];
    const { layout } = this.#context;
    const was = `**${layout.names.status}**: back from ${seen.card?.status?.name ?? "?"} to ${layout.status?.[state] ?? state}`;
    const also: Write = {
      alias: "why",
      kind: "comment",
      input: { subjectId: seen.id, body: `${was}\n**Reason**: ${reason}` },
    };
    await sendJobs(this.#context, [{ key, seen, effects, claim: null }], [also]);
  }
}

function isBare(seen: Seen): seen is Seen & { readonly card: NonNullable<Seen["card"]> } {
  return seen.card !== null && !seen.card.archived && seen.card.state === null && !seen.closed;
}

function set(alias: string, projectId: string, itemId: string, { id: fieldId }: Select, option: string): Write {
  return { alias, kind: "setField", input: { projectId, itemId, fieldId, value: { singleSelectOptionId: option } } };
}
