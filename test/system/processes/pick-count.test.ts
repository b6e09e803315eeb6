import { expect, it, onTestFinished } from "vitest";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { pickIssue } from "../../../src/app/tickets/pick.ts";
import { storeBoard } from "../../../src/store/board.ts";
import type { Ask, Driver } from "../../../src/store/driver.ts";
import { agent, appOn, openStore, researchable } from "../../support/processes/app.ts";
import { freshPlace } from "../../support/processes/place.ts";

it("counts no fewer than it has found where somebody takes a ticket between the two reads", async () => {
  const place = await freshPlace("sqlite");
  const store = await openStore(place.address);
  onTestFinished(async () => {
    await store.close();
    await place.remove();
  });
  const key = await researchable(appOn(store));
  const lock = { key, command: "research", intent: "lock", reason: "to find out" };
  /** As on PostgreSQL, where reads that belong together are statements of their own. */
  const together = async (asks: readonly Ask<unknown>[]): Promise<unknown[][]> => {
    const answers: unknown[][] = [];
    for (const { select, params } of asks) {
      answers.push(await store.driver.read(select, params));
      await handoff(appOn(store), agent("bob"), lock);
    }
    return answers;
  };
  const slow = new Proxy<Driver>(store.driver, {
    get: (driver, name) => {
      if (name === "together") return together;
      const value: unknown = Reflect.get(driver, name);
      return typeof value === "function" ? value.bind(driver) : value;
    },
  });
  const picked = await pickIssue(appOn(storeBoard(slow)), agent("ann"), { workflowState: "Research Needed" });
  expect(picked).toMatchObject({ found: true, issue: { number: Number(key) }, alternatives: 0 });
});
