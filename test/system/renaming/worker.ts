// An agent over a real server's stdio that knows the states by their old names, and learns new ones from refusals alone.

import type { StdioClient } from "../../support/clients/stdio-client.ts";

interface Role {
  readonly command: string;
  readonly picks: string;
  readonly hands: string;
}

const ROLES: readonly Role[] = [
  { command: "research", picks: "Research Needed", hands: "Ready for Plan" },
  { command: "plan", picks: "Ready for Plan", hands: "Plan in Review" },
  { command: "impl", picks: "In Progress", hands: "In Review" },
];

interface Held {
  readonly role: Role;
  readonly number: number;
  readonly claim: string;
}

interface Moved {
  readonly number: number;
  readonly from: unknown;
  readonly to: unknown;
  readonly event: number;
}

const MOST_TRIES = 3;

export class Worker {
  readonly problems: string[] = [];
  /** What was acknowledged. */
  readonly moved: Moved[] = [];
  told = 0;
  longestMs = 0;
  readonly #name: string;
  readonly #client: StdioClient;
  /** Its own first: where nothing is left to do, it does another's work. */
  readonly #roles: readonly Role[];
  readonly #names = new Map<string, string>();
  readonly #waiting: (() => void)[] = [];
  #working: Promise<void> | null = null;
  #stops = false;

  static async start(name: string, client: StdioClient, role: number): Promise<Worker> {
    await client.initialize();
    return new Worker(name, client, role % ROLES.length);
  }

  private constructor(name: string, client: StdioClient, role: number) {
    this.#name = name;
    this.#client = client;
    this.#roles = [...ROLES.slice(role), ...ROLES.slice(0, role)];
  }

  begin(): void {
    this.#working = this.#work().catch((error: unknown) => {
      this.problems.push(`${this.#name} ended: ${String(error)}`);
      this.#tell();
    });
  }

  reaches(moves: number): Promise<void> {
    return this.#until(() => this.moved.length >= moves);
  }

  reachesAfter(event: number, moves: number): Promise<void> {
    return this.#until(() => this.moved.filter((move) => move.event > event).length >= moves);
  }

  /** What it is at, it ends. */
  async stop(): Promise<void> {
    this.#stops = true;
    await this.#working;
  }

  async leave(): Promise<void> {
    await this.#client.leave();
  }

  async pick(): Promise<Held> {
    for (const role of this.#roles) {
      const wanted = { command: role.command, claim: true, reason: "next" };
      const answer = await this.#call("pick_actionable_issue", "workflowState", role.picks, wanted);
      const { issue, claim } = answer as { issue: { number: number } | null; claim?: { token: string } };
      if (issue && claim) return { role, number: issue.number, claim: claim.token };
    }
    throw new Error("nothing is left to do");
  }

  /** By the name of the state, as it knows it. */
  async complete({ role: { command, hands }, number, claim }: Held): Promise<void> {
    const answer = await this.#call("handoff_ticket", "to_state", hands, { number, command, claim, reason: "done" });
    const { previousState: from, newState: to, event } = answer;
    this.moved.push({ number, from, to, event: Number(event) });
    this.#tell();
  }

  async #work(): Promise<void> {
    while (!this.#stops) await this.complete(await this.pick());
  }

  async #call(tool: string, word: string, state: string, rest: object): Promise<Record<string, unknown>> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const began = performance.now();
      const named = { ...rest, agent: this.#name, [word]: this.#names.get(state) ?? state };
      const { isError, structuredContent: answer } = await this.#client.call(tool, named);
      this.longestMs = Math.max(this.longestMs, performance.now() - began);
      if (!isError) return answer;
      const { renamed } = answer as { renamed?: { to: string } };
      if (!renamed) throw new Error(`${tool} was refused: ${JSON.stringify(answer)}`);
      this.told += 1;
      this.#names.set(state, renamed.to);
    }
    throw new Error(`${tool} is refused again and again`);
  }

  #until(reached: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      if (reached() || this.problems.length > 0) resolve();
      else this.#waiting.push(look);
    };
    look();
    return promise;
  }

  #tell(): void {
    for (const look of this.#waiting.splice(0)) look();
  }
}
