import { describe, expect, it } from "vitest";
import type { Task, Told } from "../../support/processes/agent-worker.ts";
import { openStore } from "../../support/processes/app.ts";
import { audit } from "../../support/processes/audit.ts";
import { Child } from "../../support/processes/child.ts";
import { ENGINES, freshPlace } from "../../support/processes/place.ts";

describe.each(ENGINES)("8 processes that make tickets at the same moment on %s", (engine) => {
  it("each get numbers of their own, and none is left out", async () => {
    const [processes, times] = [8, 10];
    const place = await freshPlace(engine);
    const store = await openStore(place.address);
    const makers = Array.from({ length: processes }, (_, index) => {
      const name = `maker-${index}`;
      return new Child(name, "agent-worker.ts", { ...place.address, name });
    });
    try {
      for (const maker of makers) expect(await maker.hear()).toBe("ready");
      const task: Task = { do: "create", input: { title: "One of many" }, times };
      const told = await Promise.all(makers.map((maker) => maker.ask<Told>(task)));
      expect(told.flatMap(({ error, refusal }) => error ?? refusal ?? [])).toEqual([]);
      expect((await audit(store)).problems).toEqual([]);
      const { items } = await store.tickets.list({}, 1000, null);
      expect(items.map(({ number }) => number)).toEqual(
        Array.from({ length: processes * times }, (_, index) => index + 1),
      );
    } finally {
      await Promise.all(makers.map((maker) => maker.kill()));
      await store.close();
      await place.remove();
    }
  });
});
