import { afterEach, describe, expect, it, vi } from "vitest";
import type { Board } from "../ports/board.ts";
import type { Outcome, Plan } from "./plan.ts";
import { settle } from "./settle.ts";

const plan: Plan = { id: "a plan", checks: [], entries: [] };

/** Each commit takes so long, and is answered with the next of these; where there is none left, it is stale. */
function boardThatAnswers(minutes: number, ...outcomes: Outcome[]) {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const commit = vi.fn<Board["commit"]>(() => {
    now += minutes * 60_000;
    return Promise.resolve(outcomes.shift() ?? { kind: "stale" });
  });
  return { commit };
}

const step = () => Promise.resolve({ plan, answer: () => "answered" });

afterEach(() => {
  vi.restoreAllMocks();
});

describe("settling", () => {
  it("looks again when a commit waited long for the store, and came too late", async () => {
    const board = boardThatAnswers(5, { kind: "stale" }, { kind: "done", seq: 1, at: 1 });
    expect(await settle(board, step)).toBe("answered");
    expect(board.commit).toHaveBeenCalledTimes(2);
  });

  it("gives up where others are faster each time, and says that nothing was written", async () => {
    const board = boardThatAnswers(5);
    const settled = settle(board, step);
    await expect(settled).rejects.toMatchObject({ code: "contention", recovery: "Call again in a moment." });
    await expect(settled).rejects.toThrow("nothing was written");
    expect(board.commit.mock.calls.length).toBeGreaterThan(10);
  });

  it("sends a plan of which nobody knows whether it was carried out no second time", async () => {
    const board = boardThatAnswers(0, { kind: "unclear" });
    await expect(settle(board, step)).rejects.toMatchObject({ code: "unclear" });
    expect(board.commit).toHaveBeenCalledTimes(1);
  });
});
