import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { appOn, openStore, researchable } from "../../support/processes/app.ts";
import { Child } from "../../support/processes/child.ts";
import { ENGINES, freshPlace, type Place } from "../../support/processes/place.ts";

describe.each(ENGINES)("a new store on %s", (engine) => {
  let place: Place;
  const openers: Child[] = [];

  beforeEach(async () => {
    place = await freshPlace(engine);
  });

  afterEach(async () => {
    await Promise.all(openers.splice(0).map((opener) => opener.kill()));
    await place.remove();
  });

  async function start(count: number): Promise<void> {
    for (let started = 0; started < count; started++) {
      openers.push(new Child(`opener-${started}`, "opener.ts", place.address));
    }
    for (const opener of openers) expect(await opener.hear()).toBe("ready");
  }

  it("is one store for all processes that open it at the same moment", async () => {
    await start(8);
    for (const opener of openers) opener.tell("open");
    for (const opener of openers) expect(await opener.hear()).toBe(0);
    const store = await openStore(place.address);
    await researchable(appOn(store));
    expect(await verifyStore(store.driver)).toMatchObject({ ok: true });
    await store.close();
  });

  it("opens after whoever was making it has been killed, whenever that was", async () => {
    await start(12);
    for (const opener of openers) {
      opener.tell("open");
      await sleep(Math.random() * 25);
      await opener.kill();
    }
    const store = await openStore(place.address);
    await researchable(appOn(store));
    expect(await verifyStore(store.driver)).toMatchObject({ ok: true });
    await store.close();
  });
});
