// The checkout of a folder, as git sees it, for boards that stand beside one. What looks at it is loaded only when it is
// asked: most handoffs have nothing to do with git.

import { join } from "node:path";
import type { App } from "../../app/app.ts";
import type { Board } from "../../app/ports/board.ts";
import type { Checkout } from "../../app/ports/checkout.ts";
import { commonGitFolder } from "../trust/git-folder.ts";
import { userCache } from "../trust/user-folder.ts";

/** Nothing where the folder is no checkout. */
export function gitHere(board: Board, folder: string, env: NodeJS.ProcessEnv): Pick<App, "git"> {
  if (commonGitFolder(folder) === null) return {};
  let opening: Promise<Checkout> | null = null;
  const open = (): Promise<Checkout> => (opening ??= openCheckout(board, folder, env));
  return {
    git: {
      head: async () => (await open()).head(),
      look: async (commit, base) => (await open()).look(commit, base),
      descendants: async (commit, among) => (await open()).descendants(commit, among),
    },
  };
}

/** Mirrors and clones are kept by board: another board may name another remote. */
export async function openCheckout(board: Board, folder: string, env: NodeJS.ProcessEnv): Promise<Checkout> {
  const [{ GitCheckout }, id] = await Promise.all([import("../../git/checkout.ts"), board.keys.boardId()]);
  const cache = userCache(env);
  return new GitCheckout({ folder, mirror: join(cache, "mirrors", id), scratch: join(cache, "checks"), env });
}
