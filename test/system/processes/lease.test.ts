import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../../../src/app/app.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import type { Task, Told } from "../../support/processes/agent-worker.ts";
import { appOn, openStore, researchable } from "../../support/processes/app.ts";
import { audit } from "../../support/processes/audit.ts";
import { Child } from "../../support/processes/child.ts";
import { ENGINES, freshPlace, type Place } from "../../support/processes/place.ts";

const LEASE_SECONDS = 0.7;
const lock = { command: "research", intent: "lock", reason: "to find out" };
const complete = { command: "research", intent: "complete", reason: "found out" };

describe.each(ENGINES)("a lease on %s", (engine) => {
  let place: Place;
  let store: StoreBoard;
  let app: App;
  const agents: Child[] = [];

  beforeEach(async () => {
    place = await freshPlace(engine);
    store = await openStore(place.address);
    app = appOn(store, LEASE_SECONDS);
  });

  afterEach(async () => {
    await Promise.all(agents.splice(0).map((agent) => agent.kill()));
    await store.close();
    await place.remove();
  });

  async function start(...names: string[]): Promise<Child[]> {
    const started = names.map(
      (name) => new Child(name, "agent-worker.ts", { ...place.address, name, leaseSeconds: LEASE_SECONDS }),
    );
    agents.push(...started);
    for (const agent of started) expect(await agent.hear()).toBe("ready");
    return started;
  }

  const does = (agent: Child | undefined, task: Task): Promise<Told> => {
    if (!agent) throw new Error("nobody there");
    return agent.ask<Told>(task);
  };

  async function runOut(key: string): Promise<void> {
    for (;;) {
      const claim = (await store.tickets.get(key))?.claim;
      if (!claim || claim.expiresAt <= (await store.now())) return;
      await sleep(5);
    }
  }

  it("that runs out is taken over once, and its former holder's next move is refused", async () => {
    const key = await researchable(app);
    const [holder, ...contenders] = await start("holder", "first", "second");
    const held = await does(holder, { do: "handoff", input: { key, ...lock } });
    expect(held.answer?.newState).toBe("Research in Progress");

    const tries = contenders.map((agent) => does(agent, { do: "wait for", input: { key, ...lock }, holder: "holder" }));
    const results = await Promise.all(tries);
    expect(results.filter(({ answer }) => answer?.claim?.token !== undefined)).toHaveLength(1);
    expect(results.flatMap(({ refusal }) => refusal?.code ?? [])).toEqual(["claim_conflict"]);
    expect(results.flatMap(({ error }) => error ?? [])).toEqual([]);

    const token = held.answer?.claim?.token ?? "";
    const late = await does(holder, { do: "handoff", input: { key, ...complete, claim: token } });
    expect(late.refusal?.code).toBe("claim_lost");
    const withoutToken = await does(holder, { do: "handoff", input: { key, ...complete } });
    expect(withoutToken.refusal?.code).toBe("claim_lost");
    expect((await audit(store)).problems).toEqual([]);
  });

  it("that runs out while its holder stands still between deciding and writing makes the late write refused", async () => {
    const key = await researchable(app);
    const [holder, next] = await start("holder", "next");
    const held = await does(holder, { do: "handoff", input: { key, ...lock } });
    const claim = held.answer?.claim?.token ?? "";

    expect(await holder?.ask({ do: "handoff slowly", input: { key, ...complete, claim } } satisfies Task)).toBe(
      "decided",
    );
    holder?.signal("SIGSTOP");
    await runOut(key);
    const taken = await does(next, { do: "handoff", input: { key, ...lock } });
    expect(taken.answer?.claim?.fence).toBe(2);

    holder?.tell({ do: "go" } satisfies Task);
    holder?.signal("SIGCONT");
    // It decides anew on what it finds, says so, and is told to go on with that.
    expect(await holder?.hear()).toBe("decided");
    const late = await does(holder, { do: "go" });
    expect(late.refusal?.code).toBe("claim_lost");

    const ticket = await store.tickets.get(key);
    expect(ticket?.state).toBe("Research in Progress");
    expect(ticket?.claim?.holder.connection).toBe("next");
    expect((await audit(store)).problems).toEqual([]);
  });

  it("is not lost by a holder that stood still and is in time", async () => {
    const key = await researchable(app);
    const [holder, next] = await start("holder", "next");
    const held = await does(holder, { do: "handoff", input: { key, ...lock } });
    holder?.signal("SIGSTOP");
    await runOut(key);
    holder?.signal("SIGCONT");
    const claim = held.answer?.claim?.token ?? "";
    const done = await does(holder, { do: "handoff", input: { key, ...complete, claim } });
    expect(done.answer?.newState).toBe("Ready for Plan");
    const late = await does(next, { do: "handoff", input: { key, ...lock } });
    expect(late.refusal?.code).toBe("invalid_transition");
  });
});
