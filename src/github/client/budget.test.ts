import { describe, expect, it } from "vitest";
import { LocalBudget, NEW_ACCOUNT, settleIn, takeFrom, type Account, type Cost } from "./budget.ts";

const QUERY: Cost = { points: 1, weight: 1, content: 0 };
const COMMENT: Cost = { points: 1, weight: 5, content: 1 };
const NOW = 1_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Takes until it is refused. */
function fill(cost: Cost, now: number, from: Account = NEW_ACCOUNT) {
  for (let [account, count] = [from, 0]; ; count++) {
    const next = takeFrom(account, cost, now);
    if (!next.taken.taken) return { account, count, refused: next.taken };
    account = settleIn(next.account, cost, { limit: 5000, remaining: 4000, resetAt: NOW + HOUR }, now);
  }
}

describe("content", () => {
  it("is held back before GitHub's 80 a minute, until the first of them is a minute old", () => {
    const { count, refused } = fill(COMMENT, NOW);
    expect(count).toBe(76);
    expect(refused).toEqual({ taken: false, limit: "content a minute", until: NOW + MINUTE });
  });

  it("is held back before GitHub's 500 an hour, until the first of them is an hour old", () => {
    let account = NEW_ACCOUNT;
    let sent = 0;
    for (let now = NOW; now < NOW + 7 * MINUTE; now += MINUTE) {
      const filled = fill(COMMENT, now, account);
      account = filled.account;
      sent += filled.count;
    }
    expect(sent).toBe(475);
    const later = takeFrom(account, COMMENT, NOW + 30 * MINUTE).taken;
    expect(later).toEqual({ taken: false, limit: "content an hour", until: NOW + HOUR });
    expect(takeFrom(account, COMMENT, NOW + HOUR).taken).toEqual({ taken: true });
  });

  it("does not stand in the way of what writes none", () => {
    const { account } = fill(COMMENT, NOW);
    expect(takeFrom(account, QUERY, NOW).taken.taken).toBe(true);
  });
});

describe("points", () => {
  it("a minute are held back before GitHub's 2,000", () => {
    const { count, refused } = fill({ points: 1, weight: 5, content: 0 }, NOW);
    expect(count).toBe(380);
    expect(refused).toMatchObject({ limit: "points a minute", until: NOW + MINUTE });
  });

  it("an hour are what GitHub says is left, less a reserve and what is under way", () => {
    const said = { limit: 5000, remaining: 103, resetAt: NOW + 5 * MINUTE };
    let account = settleIn(NEW_ACCOUNT, QUERY, said, NOW);
    for (let count = 0; count < 3; count++) account = takeFrom(account, QUERY, NOW).account;
    expect(takeFrom(account, QUERY, NOW).taken).toEqual({
      taken: false,
      limit: "points an hour",
      until: NOW + 5 * MINUTE,
    });
    expect(takeFrom(account, QUERY, NOW + 5 * MINUTE).taken.taken).toBe(true);
  });

  it("are counted as spent where nobody said", () => {
    const said = { limit: 5000, remaining: 102, resetAt: NOW + HOUR };
    let account = settleIn(NEW_ACCOUNT, QUERY, said, NOW);
    for (let count = 0; count < 2; count++) account = settleIn(takeFrom(account, QUERY, NOW).account, QUERY, null, NOW);
    expect(takeFrom(account, QUERY, NOW).taken.taken).toBe(false);
  });

  it("of a request that was never settled come back", () => {
    const said = { limit: 5000, remaining: 101, resetAt: NOW + HOUR };
    const { account } = takeFrom(settleIn(NEW_ACCOUNT, QUERY, said, NOW), QUERY, NOW);
    expect(takeFrom(account, QUERY, NOW + MINUTE).taken.taken).toBe(false);
    expect(takeFrom(account, QUERY, NOW + 2 * MINUTE).taken.taken).toBe(true);
  });
});

describe("a budget", () => {
  it("gives nothing while GitHub refuses, and the longest of several waits counts", async () => {
    const budget = new LocalBudget();
    await budget.block(NOW + MINUTE);
    await budget.block(NOW + 1);
    expect(await budget.take(QUERY, NOW)).toEqual({ taken: false, limit: "refused", until: NOW + MINUTE });
    expect(await budget.take(QUERY, NOW + MINUTE)).toEqual({ taken: true });
  });

  it("is plain data: a store can keep it", () => {
    const { account } = takeFrom(NEW_ACCOUNT, COMMENT, NOW);
    expect(JSON.parse(JSON.stringify(account))).toEqual(account);
  });
});
