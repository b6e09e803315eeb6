// What a handoff over the API sends to PostgreSQL, recorded from real ones. The baseline sends the same by itself, so that
// it stays the same when we send something else one day.

import { makeHttpApp } from "../../src/http/app.ts";
import { callerOverHttp } from "../../src/http/auth/caller.ts";
import { makeRegistry } from "../../src/mcp/registry.ts";
import { storeBoard } from "../../src/store/board.ts";
import type { Driver, Param } from "../../src/store/driver.ts";
import type { PreparedPlan } from "../../src/store/ledger/prepare.ts";
import { appOn } from "../../test/support/processes/app.ts";
import { fromNames, toNames, type NamedRow } from "../../test/support/store/named-rows.ts";
import { CYCLE, type Client } from "./cycle.ts";
import { fill, templateOf, type Filling, type Template } from "./gaps.ts";
import { candidateOf } from "../../src/setup/workflow.ts";

export interface RecordedMove {
  readonly by: "agent" | "operator";
  readonly reads: readonly RecordedRead[];
  readonly plan: Template;
}

export interface RecordedRead {
  readonly sql: string;
  readonly params: readonly (Param | { readonly gap: "key" | "token" })[];
  /** Its row has the ticket's version. */
  readonly isTicket: boolean;
}

/** Numbers of our own, which stand nowhere else by chance. */
const FAR = { key: "712345678", version: 3_000_000_000, fence: 5_000_000_000, now: 7_000_000_000_000 };

/** Goes once round the cycle with the client's first ticket. */
export async function recordCycle(driver: Driver, client: Client, operator: string): Promise<readonly RecordedMove[]> {
  const [key = ""] = client.tickets;
  const recorder = new Recorder(driver, key);
  const app = appOn(storeBoard(recorder.driver));
  const http = makeHttpApp(
    {
      version: "1",
      machine: app.machine,
      sessions: app.sessions,
      registry: makeRegistry({ prefix: "", toolsets: [] }),
      skills: [],
      openApp: () => Promise.resolve(app),
      callerOf: callerOverHttp(undefined),
      log: (line) => console.error(line),
    },
    {
      web: "",
      name: "bench",
      tracker: "local",
      shipped: new Set(),
      readWorkflow: candidateOf,
      loopback: true,
      allowHosts: [],
      requireToken: false,
      trustedProxies: [],
    },
  );
  const moves: RecordedMove[] = [];
  let claim: string | undefined;
  for (const { by, claimed, ask } of CYCLE) {
    const token = by === "agent" ? client.token : operator;
    recorder.begin(idOf(token));
    const answer = await http.fetch(
      new Request(`http://127.0.0.1/api/tickets/${key}/handoff`, {
        method: "POST",
        headers: { host: "127.0.0.1", authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(claimed ? { ...ask, claim } : ask),
      }),
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    claim = /"token":"([^"]+)"/.exec(text)?.[1] ?? claim;
    moves.push({ by, ...recorder.end() });
  }
  await http.close();
  return moves;
}

/** As it stands in the table. */
export function idOf(token: string): string {
  return token.split("_")[1] ?? "";
}

/** Shows the ticket far from where it is, so that its numbers are found again in the plan, and writes it where it is. */
class Recorder {
  readonly driver: Driver;
  readonly #key: string;
  #token = "";
  #reads: RecordedRead[] = [];
  #seen: Omit<Filling, "plan"> | null = null;
  #plan: Template | null = null;

  constructor(driver: Driver, key: string) {
    this.#key = key;
    const own: Partial<Driver> = {
      read: async (select, params) =>
        fromNames(select, this.#shown(select.sql, params, toNames(select, await driver.read(select, params)))),
      commit: (plan) => driver.commit(this.#taken(plan)),
    };
    this.driver = new Proxy(driver, {
      get: (_, name) => {
        const value: unknown = Reflect.get(own, name) ?? Reflect.get(driver, name);
        return typeof value === "function" ? value.bind(driver) : value;
      },
    });
  }

  begin(token: string): void {
    this.#token = token;
    [this.#reads, this.#seen, this.#plan] = [[], null, null];
  }

  end(): { readonly reads: readonly RecordedRead[]; readonly plan: Template } {
    if (!this.#plan) throw new Error("nothing was committed");
    return { reads: this.#reads, plan: this.#plan };
  }

  #shown(sql: string, params: readonly Param[], rows: NamedRow[]): NamedRow[] {
    const [row] = rows;
    const isTicket = row !== undefined && "fence" in row;
    const gap = (param: Param): RecordedRead["params"][number] =>
      param === this.#key ? { gap: "key" } : param === this.#token ? { gap: "token" } : param;
    this.#reads.push({ sql, params: params.map(gap), isTicket });
    if (!isTicket) return rows;
    const [version, fence, now] = [Number(row["version"]), Number(row["fence"]), Number(row["now"])];
    this.#seen = { key: this.#key, version, fence, now };
    // A lease that it is in the middle of is as far away.
    const later = (value: NamedRow[string] | undefined): number | null =>
      typeof value === "number" ? value - now + FAR.now : null;
    const times = Object.fromEntries(
      ["claim_since", "claim_expires", "reserved_until"].map((name) => [name, later(row[name])]),
    );
    const far = { key: FAR.key, version: FAR.version + version, fence: FAR.fence + fence, now: FAR.now };
    return [{ ...row, ...times, ...far }];
  }

  #taken(plan: PreparedPlan): PreparedPlan {
    const seen = this.#seen;
    if (!seen) throw new Error("a plan without a look at the ticket");
    const far = {
      key: FAR.key,
      plan: plan.id,
      version: FAR.version + seen.version,
      fence: FAR.fence + seen.fence,
      now: FAR.now,
    };
    this.#plan = templateOf(JSON.stringify(plan), far);
    return JSON.parse(fill(this.#plan, { ...seen, plan: plan.id })) as PreparedPlan;
  }
}
