// Whether the pull requests of a board whose tickets live here can be looked at.

import { BudgetFile } from "../../github/client/budget-file.ts";
import { GitHubClient } from "../../github/client/client.ts";
import { SYSTEM_CLOCK } from "../../github/client/clock.ts";
import { OwnAccounts, TokenBudget } from "../../github/client/token-budget.ts";
import { REPOSITORY } from "../../github/operations/set-up.ts";
import { budgetFileOf } from "../cache-folder.ts";
import { findAccess } from "./access.ts";
import type { GitHubSettings } from "./github-settings.ts";
import type { RemoteRepository } from "./remote.ts";

export type Sight = "seen" | "hidden" | "no token";

export async function examinePulls(settings: GitHubSettings, { owner, repo }: RemoteRepository): Promise<Sight> {
  const tokens = await findAccess(settings, { owner, repo }, process.env);
  if (!tokens) return "no token";
  const accounts = new BudgetFile(budgetFileOf(process.env), SYSTEM_CLOCK, new OwnAccounts(), () => undefined);
  const budgetOf = (account: string): TokenBudget => new TokenBudget(account, [accounts]);
  const client = new GitHubClient({ tokens, apiUrl: settings.apiUrl, userAgent: "signalbox", budgetOf });
  const { repository } = await client.query(REPOSITORY, { owner, repo });
  return repository ? "seen" : "hidden";
}
