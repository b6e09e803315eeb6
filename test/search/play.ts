// Plays a sequence on a stage, and has every call judged.

import type { Answer, Args, Caller } from "./checker/call.ts";
import { Checker } from "./checker/checker.ts";
import { skillOf } from "./checker/runs.ts";
import { ELSEWHERE, AGENT_COUNT, SEATS } from "./seats.ts";
import type { Stage } from "./stage.ts";
import type { Step, TokenChoice, Wish } from "./steps.ts";

export interface Played {
  /** What must not be; empty where all is well. */
  readonly breaches: readonly string[];
  /** The calls up to the breach, as they were sent. */
  readonly calls: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** What a skill would say in a state. */
const SENSIBLE: Readonly<Record<string, readonly Wish[]>> = {
  Backlog: [
    { command: "triage", to_state: "Research Needed" },
    { command: "triage", to_state: "Ready for Plan" },
    { command: "triage", to_state: "Ready for Plan" },
    { command: "split", intent: "complete" },
    { command: "triage", to_state: "Research Needed" },
    { command: "plan", intent: "cancel" },
  ],
  "Research Needed": [{ command: "research", intent: "lock" }],
  "Research in Progress": [
    { command: "research", intent: "complete" },
    { command: "research", intent: "lock" },
    { command: "research", intent: "escalate" },
  ],
  "Ready for Plan": [{ command: "plan", intent: "lock" }],
  "Plan in Progress": [
    { command: "plan", intent: "complete" },
    { command: "plan", intent: "lock" },
  ],
  "Plan in Review": [
    { command: "review", intent: "complete" },
    { command: "review", intent: "reject" },
    { command: "impl", intent: "lock" },
  ],
  "In Progress": [
    { command: "impl", intent: "lock" },
    { command: "impl", intent: "complete" },
  ],
  "In Review": [
    { command: "impl", intent: "reject" },
    { command: "impl", intent: "reject" },
    { command: "review", intent: "close" },
  ],
  "Human Needed": [
    { command: "hero", intent: "escalate" },
    { command: "review", intent: "reject" },
    { command: "impl", intent: "reject" },
  ],
};

const ANY: readonly Wish[] = [{ command: "plan", intent: "lock" }];
/** What people do themselves; everything else is an agent's. */
const FOR_PEOPLE = new Set(["create", "drag", "type", "advance", "link", "edit", "comment", "release", "converge"]);
/** They take no agent's name. */
const READS = new Set(["check_convergence", "detect_pipeline_position"]);
const RUNS = ["alpha", "beta"];

export async function play(stage: Stage, steps: readonly Step[]): Promise<Played> {
  const player = new Player(stage);
  await player.begin();
  for (const step of steps) {
    const breaches = await player.step(step);
    if (breaches.length > 0) return { breaches, calls: player.calls, counts: player.counts };
  }
  return { breaches: [], calls: player.calls, counts: player.counts };
}

class Player {
  readonly calls: string[] = [];
  readonly counts: Record<string, number> = {};
  readonly #stage: Stage;
  readonly #checker: Checker;
  /** By ticket: the tokens that were given out, the oldest first. */
  readonly #tokens: { readonly key: string; readonly token: string }[] = [];
  #seq = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#checker = new Checker(stage.served === true);
  }

  async begin(): Promise<void> {
    const rows = await this.#stage.rows(0);
    this.#seq = rows.at(-1)?.seq ?? 0;
    this.#checker.begin(rows);
  }

  async step(step: Step): Promise<readonly string[]> {
    if (step.do === "pass") {
      this.calls.push(`${step.minutes} minutes pass`);
      await this.#stage.pass(step.minutes * 60_000);
      return [];
    }
    const seat = FOR_PEOPLE.has(step.do) ? step.by : step.by % AGENT_COUNT;
    const sitting = step.do === "type" ? ELSEWHERE : SEATS[seat];
    const caller = sitting && (this.#stage.seat?.(sitting) ?? sitting);
    if (!caller) throw new Error(`nobody sits at ${seat}`);
    if (step.do === "type") return this.#type(caller, step.at, step.state);
    const call = this.#callOf(step, caller);
    return call ? this.#call(caller, call.tool, tidy(call.args)) : [];
  }

  async #type(caller: Caller, at: number, state: string | null): Promise<readonly string[]> {
    const key = this.#keyAt(at);
    if (key === null) return [];
    this.calls.push(`${caller.name} types ${JSON.stringify(state)} on #${key}`);
    await this.#stage.typeState(caller, key, state);
    return this.#judge(caller, "type", { number: Number(key) }, { refused: false, code: null, content: {} });
  }

  async #call(caller: Caller, tool: string, args: Args): Promise<readonly string[]> {
    const sent = caller.who?.agent == null || READS.has(tool) ? args : { ...args, agent: caller.who.agent };
    this.calls.push(`${caller.name}: ${tool} ${JSON.stringify(sent)}`);
    const answer = await this.#stage.call(caller, tool, sent);
    const name = `${tool} ${answer.code ?? "accepted"}`;
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    const breaches = await this.#judge(caller, tool, args, answer);
    this.calls[this.calls.length - 1] += ` → ${answer.code ?? "accepted"}`;
    this.#learn(args, answer);
    return breaches;
  }

  async #judge(caller: Caller, tool: string, args: Args, answer: Answer): Promise<readonly string[]> {
    const rows = await this.#stage.rows(this.#seq);
    this.#seq = rows.at(-1)?.seq ?? this.#seq;
    const now = rows.at(-1)?.at ?? (await this.#stage.now());
    return this.#checker.check({ caller, tool, args }, answer, rows, now);
  }

  #callOf(step: Step, caller: Caller): { tool: string; args: Args } | null {
    const reason = "because";
    switch (step.do) {
      case "create": {
        const parent = step.parent === undefined ? null : this.#keyAt(step.parent);
        const blockedBy = step.blockedBy?.flatMap((at) => this.#numberAt(at) ?? []);
        const { estimate, priority, request: request_id } = step;
        const title = `ticket ${step.parent ?? ""} ${estimate ?? ""} ${priority ?? ""}`;
        return {
          tool: "create_ticket",
          args: {
            title,
            parent: parent === null ? undefined : Number(parent),
            blockedBy,
            estimate,
            priority,
            request_id,
          },
        };
      }
      case "handoff": {
        const number = this.#numberAt(step.at);
        if (number === null) return null;
        const claim = this.#tokenFor(String(number), step.token);
        const wish = typeof step.wish === "number" ? this.#sensible(String(number), step.wish) : step.wish;
        const { from: from_state, dry: dry_run, request: request_id } = step;
        const why = step.blank ? "  " : reason;
        return {
          tool: "handoff_ticket",
          args: { number, ...wish, reason: why, claim, from_state, dry_run, request_id },
        };
      }
      case "drag":
        return this.#on(step.at, "handoff_ticket", { to_state: step.to, reason });
      case "advance": {
        const key = this.#keyAt(step.at);
        const targetState =
          step.target ?? (key === null ? null : this.#checker.board.tickets.get(key)?.state) ?? "Backlog";
        return this.#on(step.at, "advance_children", { targetState, command: step.command, request_id: step.request });
      }
      case "pick":
        return {
          tool: "pick_actionable_issue",
          args: {
            workflowState: step.state,
            command: step.command,
            claim: step.claim,
            maxEstimate: step.max,
            reason,
            request_id: step.request,
          },
        };
      case "link": {
        const parent = typeof step.parent === "number" ? this.#numberAt(step.parent) : step.parent;
        const [add, remove] = [step.add, step.remove].map((at) => (at === undefined ? null : this.#numberAt(at)));
        return this.#on(step.at, "update_ticket", {
          parent,
          addBlockedBy: add == null ? undefined : [add],
          removeBlockedBy: remove == null ? undefined : [remove],
          title: parent === undefined && add == null && remove == null ? "linked" : undefined,
          command: step.command,
          request_id: step.request,
        });
      }
      case "edit":
        return this.#on(step.at, "update_ticket", { body: "edited", request_id: step.request });
      case "comment":
        return this.#on(step.at, "add_comment", { body: "a word", request_id: step.request });
      case "release": {
        const key = this.#keyAt(step.at);
        const claim = key === null || caller.who === null ? undefined : this.#tokenFor(key, step.token);
        return this.#on(step.at, "release_claim", { claim, reason, request_id: step.request });
      }
      case "position":
        return this.#on(step.at, "detect_pipeline_position", {});
      case "converge":
        return this.#on(step.at, "check_convergence", { targetState: step.target });
      default:
        return this.#callOfWork(step);
    }
  }

  #callOfWork(step: Step): { tool: string; args: Args } | null {
    switch (step.do) {
      case "open": {
        const ticket = this.#numberAt(step.at);
        return ticket === null ? null : { tool: "create_ralph_session", args: { ticket, request_id: step.request } };
      }
      case "report":
        return this.#onSession(step.session, "update_session_state", { state: step.state, request_id: step.request });
      case "end":
        return this.#onSession(step.session, "complete_ralph_session", {
          outcome: step.outcome,
          request_id: step.request,
        });
      case "skill": {
        const run = runOf(step.run);
        const at = [...this.#checker.runs.states].find(([key]) => key.includes(run.project))?.[1] ?? "collab-start";
        const skill = step.skill ?? skillOf(at) ?? "collab-cleanup";
        return { tool: "complete_skill", args: { ...run, skill, state: step.state, request_id: step.request } };
      }
      case "items": {
        const tasks =
          step.task === undefined
            ? undefined
            : [
                {
                  id: step.task,
                  item: 1,
                  dependsOn: step.after === undefined || step.after === step.task ? [] : [step.after],
                },
              ];
        return {
          tool: "update_run",
          args: { ...runOf(step.run), items: [{ number: 1, title: "an item", type: step.type }], tasks },
        };
      }
      case "task":
        return { tool: "update_task_status", args: { ...runOf(step.run), task: step.task, status: step.status } };
      default:
        return null;
    }
  }

  #on(at: number, tool: string, args: Args): { tool: string; args: Args } | null {
    const number = this.#numberAt(at);
    return number === null ? null : { tool, args: { number, ...args } };
  }

  #onSession(index: number, tool: string, args: Args): { tool: string; args: Args } | null {
    const ids = [...this.#checker.board.sessions.keys()];
    const sessionId = ids[index % Math.max(1, ids.length)];
    return sessionId === undefined ? null : { tool, args: { sessionId, ...args } };
  }

  /** Places are counted round: every one is a ticket, once there is one. */
  #keyAt(at: number): string | null {
    const keys = [...this.#checker.board.tickets.keys()];
    return keys[at % Math.max(1, keys.length)] ?? null;
  }

  #numberAt(at: number): number | null {
    const key = this.#keyAt(at);
    return key === null ? null : Number(key);
  }

  #sensible(key: string, wish: number): Wish {
    const state = this.#checker.board.tickets.get(key)?.state ?? "Backlog";
    const wishes = SENSIBLE[state] ?? ANY;
    return wishes[wish % wishes.length] ?? { command: "plan", intent: "lock" };
  }

  #tokenFor(key: string, choice: TokenChoice): string | undefined {
    const own = this.#tokens.filter((one) => one.key === key);
    if (choice === "newest") return own.at(-1)?.token;
    if (choice === "oldest") return own[0]?.token;
    if (choice === "other") return this.#tokens.findLast((one) => one.key !== key)?.token;
    return choice === "forged" ? "1.AAAAAAAAAAAAAAAAAAAAAAAAAAA" : undefined;
  }

  #learn(args: Args, { refused, content }: Answer): void {
    const token = (content["claim"] as { token?: string } | undefined)?.token;
    const issue = content["issue"] as { number?: number } | undefined;
    if (!refused && token !== undefined) {
      this.#tokens.push({ key: String(content["number"] ?? issue?.number ?? args["number"]), token });
    }
  }
}

function runOf(index: number): { project: string; session: string } {
  return { project: RUNS[index % RUNS.length] ?? "alpha", session: "one" };
}

/** As it goes over the wire: without what was not given. */
function tidy(args: Args): Args {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}
