// Work without a lock: new tickets are looked at, large ones are split, and what waits for a person is judged when none comes.

import type { Workflow } from "../engine/workflow/format.ts";
import { created, listed, viewed, type Listed } from "./answers.ts";
import type { ToolCaller } from "./tool-caller.ts";
import { laterTickets, partsOf, type ProjectTicket } from "./project.ts";
import { gatesOf, intentTo, splitterOf, triageOf, type Triage } from "./roles.ts";

/** So many open tickets are enough: more would only pile up. */
const ENOUGH_OPEN = 24;

export class Triager {
  readonly #caller: ToolCaller;
  readonly #workflow: Workflow;
  readonly #later: Generator<ProjectTicket>;
  readonly #tried = new Set<number>();
  #ambiguous = false;

  constructor(caller: ToolCaller, workflow: Workflow) {
    this.#caller = caller;
    this.#workflow = workflow;
    this.#later = laterTickets(caller.random);
  }

  /** false: there was nothing to look at. */
  async work(): Promise<boolean> {
    const triage = triageOf(this.#workflow);
    if (!triage) return false;
    for (const ticket of await ticketsIn(this.#caller, triage.from)) {
      if (this.#tried.has(ticket.number)) continue;
      const { children, body } = viewed.parse(await this.#caller.ask("get_ticket", { number: ticket.number }));
      if (children.length > 0) {
        if (await this.#closeContainer(triage, ticket, children)) return true;
        continue;
      }
      await this.#caller.work(200, 600);
      if (this.#isLarge(ticket)) await this.#split(ticket, body);
      else await this.#send(triage, ticket);
      return true;
    }
    return this.#file();
  }

  async #send({ command, ways }: Triage, { number, title }: Listed): Promise<void> {
    const { random } = this.#caller;
    const [usual, shortcut = usual] = ways;
    const toState = random.chance(0.2) ? shortcut : usual;
    const reason = toState === usual ? "Nobody knows yet how this works today." : "The cause is known already.";
    // The first time it does what the other commands do, and learns that here a state has to be named.
    if (!this.#ambiguous) {
      this.#ambiguous = true;
      const intent = Object.entries(this.#workflow.intents ?? {}).find(([, spec]) => spec.commands?.[command] === null);
      if (intent) {
        await this.#caller.attempt("handoff_ticket", { number, command, intent: intent[0], reason });
        return;
      }
    }
    await this.#caller.ask("handoff_ticket", { number, command, to_state: toState, reason });
    this.#caller.tell(`sends #${number} ${title} to ${toState}`);
  }

  #isLarge({ estimate }: Listed): boolean {
    return estimate !== null && splitterOf(this.#workflow)?.estimates.includes(estimate) === true;
  }

  async #split({ number, title }: Listed, body: string): Promise<void> {
    const parts = partsOf(body);
    this.#tried.add(number);
    for (const part of parts) {
      const text = `A part of #${number}, ${title}.`;
      await this.#caller.ask("create_ticket", {
        title: part,
        body: text,
        parent: number,
        estimate: "S",
        priority: "P2",
      });
    }
    this.#caller.tell(`splits #${number} into ${parts.length}`);
    this.#tried.delete(number);
  }

  /** Once all that is below it is closed, nothing is left of it. */
  async #closeContainer(
    { command }: Triage,
    { number, title }: Listed,
    children: readonly { readonly state: string | null }[],
  ): Promise<boolean> {
    const isOver = (state: string | null): boolean => state !== null && this.#workflow.states[state]?.terminal === true;
    const intent = intentTo(this.#workflow, this.#workflow.pipeline?.at(-1));
    if (intent === null || !children.every(({ state }) => isOver(state))) return false;
    await this.#caller.ask("handoff_ticket", { number, command, intent, reason: "All of its parts are closed." });
    this.#caller.tell(`closes #${number} ${title}`);
    return true;
  }

  /** Something new comes in. */
  async #file(): Promise<boolean> {
    const { tickets } = listed.parse(await this.#caller.ask("list_tickets", { open: true, limit: 100 }));
    if (tickets.length >= ENOUGH_OPEN || !this.#caller.random.chance(0.5)) return false;
    const next = this.#later.next();
    if (next.done) return false;
    const { number } = created.parse(await this.#caller.ask("create_ticket", { ...next.value }));
    this.#caller.tell(`files #${number} ${next.value.title}`);
    return true;
  }
}

/** Judges what has waited long enough for a person. */
export async function review(caller: ToolCaller, workflow: Workflow, afterMs: number): Promise<boolean> {
  for (const gate of gatesOf(workflow)) {
    const waiting = await ticketsIn(caller, gate.state);
    const due = waiting.find(({ updatedAt }) => Date.now() - Date.parse(updatedAt) > afterMs);
    if (!due) continue;
    const { number, title } = due;
    await caller.work(300, 900);
    const back = gate.sendBack !== null && caller.random.chance(0.12);
    const intent = back ? gate.sendBack : gate.approve;
    const reason = back
      ? "It says what, but not how we would know that it works."
      : "Reads well, and nobody else has looked at it.";
    // A person may have decided in the meantime: then this comes too late, and there is other work.
    await caller.attempt(
      "handoff_ticket",
      { number, command: gate.command, intent, from_state: gate.state, reason },
      true,
    );
    caller.tell(`${back ? "sends back" : "passes"} #${number} ${title}`);
    return true;
  }
  return false;
}

async function ticketsIn(caller: ToolCaller, state: string): Promise<readonly Listed[]> {
  return listed.parse(await caller.ask("list_tickets", { state, limit: 50 })).tickets;
}
