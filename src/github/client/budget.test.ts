import { describe, expect, it } from "vitest";
import { LocalBudget, NEW_ACCOUNT, settleIn, takeFrom, type Account, type Cost } from "./budget.ts";
import { OwnAccounts, TokenBudget } from "./token-budget.ts";

const QUERY: Cost = { points: 1, weight: 1, content: 0, write: false, spare: false };
/** Without the second between writes, which has tests of its own. */
const COMMENT: Cost = { points: 1, weight: 5, content: 1, write: false, spare: false };
const WRITE: Cost = { ...COMMENT, write: true };
const NOW = 1_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEVER = Number.POSITIVE_INFINITY;

/** Takes until it is refused. */
function fill(cost: Cost, now: number, from: Account = NEW_ACCOUNT) {
  for (let [account, count] = [from, 0]; ; count++) {
    const next = takeFrom(account, cost, now, NEVER);
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
    const later = takeFrom(account, COMMENT, NOW + 30 * MINUTE, NEVER).taken;
    expect(later).toEqual({ taken: false, limit: "content an hour", until: NOW + HOUR });
    expect(takeFrom(account, COMMENT, NOW + HOUR, NEVER).taken).toMatchObject({ taken: true });
  });

  it("does not stand in the way of what writes none", () => {
    const { account } = fill(COMMENT, NOW);
    expect(takeFrom(account, QUERY, NOW, NEVER).taken.taken).toBe(true);
  });
});

describe("points", () => {
  it("a minute are held back before GitHub's 2,000", () => {
    const { count, refused } = fill({ ...COMMENT, content: 0 }, NOW);
    expect(count).toBe(380);
    expect(refused).toMatchObject({ limit: "points a minute", until: NOW + MINUTE });
  });

  it("an hour are what GitHub says is left, less a reserve and what is under way", () => {
    const said = { limit: 5000, remaining: 103, resetAt: NOW + 5 * MINUTE };
    let account = settleIn(NEW_ACCOUNT, QUERY, said, NOW);
    for (let count = 0; count < 3; count++) account = takeFrom(account, QUERY, NOW, NEVER).account;
    expect(takeFrom(account, QUERY, NOW, NEVER).taken).toEqual({
      taken: false,
      limit: "points an hour",
      until: NOW + 5 * MINUTE,
    });
    expect(takeFrom(account, QUERY, NOW + 5 * MINUTE, NEVER).taken.taken).toBe(true);
  });

  it("are counted as spent where nobody said", () => {
    const said = { limit: 5000, remaining: 102, resetAt: NOW + HOUR };
    let account = settleIn(NEW_ACCOUNT, QUERY, said, NOW);
    for (let count = 0; count < 2; count++)
      account = settleIn(takeFrom(account, QUERY, NOW, NEVER).account, QUERY, null, NOW);
    expect(takeFrom(account, QUERY, NOW, NEVER).taken.taken).toBe(false);
  });

  it("of a request that was never settled come back", () => {
    const said = { limit: 5000, remaining: 101, resetAt: NOW + HOUR };
    const { account } = takeFrom(settleIn(NEW_ACCOUNT, QUERY, said, NOW), QUERY, NOW, NEVER);
    expect(takeFrom(account, QUERY, NOW + MINUTE, NEVER).taken.taken).toBe(false);
    expect(takeFrom(account, QUERY, NOW + 2 * MINUTE, NEVER).taken.taken).toBe(true);
  });
});

describe("writes", () => {
  it("go out at once until a burst is used up, and then a second apart, in the order in which they came", () => {
    let account = NEW_ACCOUNT;
    const times: number[] = [];
    for (let count = 0; count < 15; count++) {
      const next = takeFrom(account, WRITE, NOW, NEVER);
      if (!next.taken.taken) throw new Error("refused");
      times.push((next.taken.at - NOW) / 1000);
      account = next.account;
    }
    expect(times).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]);
    expect(takeFrom(account, QUERY, NOW, NOW).taken).toEqual({ taken: true, at: NOW });
    const refused = { taken: false, limit: "a second between writes", until: NOW + 5_000 };
    expect(takeFrom(account, WRITE, NOW, NOW + 4_999).taken).toEqual(refused);
  });

  it("may be a burst again after so many quiet seconds, and never 80 in a minute", () => {
    let account = NEW_ACCOUNT;
    const sent: number[] = [];
    for (let now = NOW; now < NOW + 10 * MINUTE; now += 100) {
      const next = takeFrom(account, { ...WRITE, content: 0 }, now, now);
      if (!next.taken.taken) continue;
      sent.push(now);
      account = next.account;
    }
    for (const first of sent) expect(sent.filter((at) => at >= first && at < first + MINUTE).length).toBeLessThan(80);
    const later = NOW + 20 * MINUTE;
    for (let count = 0; count < 11; count++) {
      const next = takeFrom(account, WRITE, later, later);
      expect(next.taken).toEqual({ taken: true, at: later });
      account = next.account;
    }
  });
});

it("forgets what a process with a clock that is hours ahead has noted", () => {
  const later = NOW + 3 * HOUR;
  let { account } = fill(COMMENT, later);
  for (let count = 0; count < 30; count++) account = takeFrom(account, WRITE, later, NEVER).account;
  const said = { limit: 5000, remaining: 0, resetAt: later + HOUR };
  account = { ...settleIn(account, QUERY, said, later), blockedUntil: later + HOUR };
  expect(takeFrom(account, WRITE, NOW, NOW).taken).toEqual({ taken: true, at: NOW });
});

describe("what only brings lists up to date", () => {
  it("leaves a fifth of the hour to decisions", () => {
    const said = { limit: 5000, remaining: 1000, resetAt: NOW + HOUR };
    const account = settleIn(NEW_ACCOUNT, QUERY, said, NOW);
    expect(takeFrom(account, { ...QUERY, spare: true }, NOW, NEVER).taken).toMatchObject({ taken: false });
    expect(takeFrom(account, QUERY, NOW, NEVER).taken).toMatchObject({ taken: true });
  });
});

describe("a token's budget", () => {
  it("asks every place, and gives back what one has given where another refuses", async () => {
    const [own, other] = [new OwnAccounts(), new OwnAccounts()];
    const budget = new TokenBudget("a", [own, other]);
    await new TokenBudget("a", [other]).block(NOW + MINUTE);
    for (let count = 0; count < 500; count++) {
      expect(await budget.take(WRITE, NOW, NEVER)).toMatchObject({ taken: false, limit: "refused" });
    }
    // Nothing is left of these.
    expect(await budget.take(WRITE, NOW + MINUTE, NOW + MINUTE)).toEqual({ taken: true, at: NOW + MINUTE });
    expect(await new TokenBudget("b", [own, other]).take(QUERY, NOW, NEVER)).toMatchObject({ taken: true });
  });

  it("is kept under a name that does not tell the token", async () => {
    const names = new Set<string>();
    const place = { change: async (name: string) => void names.add(name) };
    await new TokenBudget("ghp_secret", [place]).block(NOW);
    expect([...names]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });
});

describe("a budget", () => {
  it("gives nothing while GitHub refuses, and the longest of several waits counts", async () => {
    const budget = new LocalBudget();
    await budget.block(NOW + MINUTE);
    await budget.block(NOW + 1);
    expect(await budget.take(QUERY, NOW, NEVER)).toEqual({ taken: false, limit: "refused", until: NOW + MINUTE });
    expect(await budget.take(QUERY, NOW + MINUTE, NEVER)).toMatchObject({ taken: true });
  });

  it("is plain data: a store can keep it", () => {
    const { account } = takeFrom(NEW_ACCOUNT, COMMENT, NOW, NEVER);
    expect(JSON.parse(JSON.stringify(account))).toEqual(account);
  });
});
