import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { invite } from "../../../src/app/keys/invitations.ts";
import { recognizeToken } from "../../../src/app/keys/tokens.ts";
import { bearer, openHouse, type Answered, type House } from "./house.ts";

let house: House;

beforeEach(async () => {
  house = await openHouse();
});

afterEach(() => house.close());

const me = (headers: Record<string, string>): Promise<Answered> => house.ask("/api/me", { headers });

/** Of the same id, with another secret. */
function forged(token: string, index: number): string {
  return `${token.slice(0, -3)}${String(index % 1000).padStart(3, "0")}`;
}

describe("wrong keys, one after the other", () => {
  it("have to wait, and say for how long", async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 25; index++) statuses.push((await me(bearer("wrong"))).status);
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401));
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429]);
    const refused = await me(bearer("wrong"));
    expect(refused).toMatchObject({ json: { error: { code: "too_many_failures" } } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("keep out no key that fits: neither one used before, nor a new one, nor the one whose id they bear, nor a link", async () => {
    const [used, unused, attacked] = [
      await house.token("viewer"),
      await house.token("viewer"),
      await house.token("agent"),
    ];
    expect((await me(bearer(used))).status).toBe(200);
    const operator = await recognizeToken(house.app.board, await house.token("operator"));
    if (!operator) throw new Error("the token is not known");
    const code = await invite(house.app, operator, "Maria");
    for (let index = 0; index < 250; index++) {
      await me(bearer(index % 2 === 0 ? forged(attacked, index) : `wrong-${index}`));
    }
    expect((await me(bearer(forged(attacked, 999)))).status).toBe(429);
    for (let index = 0; index < 25; index++) await house.ask("/open", { body: { code: `${index}`.padStart(32, "x") } });
    expect((await house.ask("/open", { body: { code: "wrong" } })).status).toBe(429);
    for (const token of [used, unused, attacked]) expect((await me(bearer(token))).status).toBe(200);
    expect((await house.ask("/open", { body: { code } })).status).toBe(201);
    expect((await me({})).status).toBe(200);
  });

  it("that pictures on another site's page send lock nobody out", async () => {
    const token = await house.token("operator");
    const picture = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" };
    for (let index = 0; index < 25; index++) {
      await house.ask(`/open?code=${index}`, { headers: picture });
      // A name and password in the picture's address.
      await house.ask("/api/me", { headers: { ...picture, authorization: "Basic dXNlcjpwYXNz" } });
    }
    expect((await me(bearer(token))).status).toBe(200);
    expect((await me(await house.browser())).status).toBe(200);
    expect((await me({})).status).toBe(200);
  });

  it("are counted for Prometheus", async () => {
    await me(bearer("wrong"));
    await me({ "signalbox-session": "wrong" });
    expect((await house.ask("/metrics")).text).toContain("\nsignalbox_wrong_keys_total 2\n");
  });
});
