import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Cost } from "./budget.ts";
import { BudgetFile } from "./budget-file.ts";
import { SYSTEM_CLOCK } from "./clock.ts";
import { OwnAccounts, TokenBudget } from "./token-budget.ts";

const COMMENT: Cost = { points: 1, weight: 5, content: 1, write: false, spare: false };
const NOW = 1_000_000_000;

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "signalbox-budget-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

function opened(path: string) {
  const troubles: unknown[] = [];
  const file = new BudgetFile(path, SYSTEM_CLOCK, new OwnAccounts(), (error) => troubles.push(error));
  onTestFinished(() => file.close());
  return { file, troubles, budget: (token: string) => new TokenBudget(token, [file]) };
}

async function takeAll(budget: TokenBudget): Promise<number> {
  for (let count = 0; ; count++) if (!(await budget.take(COMMENT, NOW, NOW)).taken) return count;
}

it("is one account for all who use a token, and another for each token", async () => {
  const path = join(folder(), "deep", "budget.db");
  const [one, two] = [opened(path), opened(path)];
  expect(await takeAll(one.budget("a"))).toBe(76);
  expect(await takeAll(two.budget("a"))).toBe(0);
  expect(await takeAll(two.budget("b"))).toBe(76);
  expect(statSync(path).mode & 0o077).toBe(0);
});

it("counts every one of many that come at the same time", async () => {
  const path = join(folder(), "budget.db");
  const all = Array.from({ length: 8 }, () => opened(path));
  const counts = await Promise.all(all.map(({ budget }) => takeAll(budget("a"))));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(76);
  expect(all.flatMap(({ troubles }) => troubles)).toEqual([]);
});

it("begins anew where the file is no database", async () => {
  const path = join(folder(), "budget.db");
  writeFileSync(path, "something else entirely, and long enough to be looked at as if it were one".repeat(50));
  const { budget, troubles } = opened(path);
  expect(await takeAll(budget("a"))).toBe(76);
  expect(await takeAll(opened(path).budget("a"))).toBe(0);
  expect(troubles).toEqual([]);
});

it("counts elsewhere, and says so once, where the file can't be made", async () => {
  const inTheWay = join(folder(), "file");
  writeFileSync(inTheWay, "");
  chmodSync(inTheWay, 0o400);
  const { budget, troubles } = opened(join(inTheWay, "budget.db"));
  expect(await takeAll(budget("a"))).toBe(76);
  expect(troubles).toHaveLength(1);
});
