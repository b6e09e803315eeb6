import type { App } from "../app/app.ts";
import type { Key } from "../engine/facts.ts";

/** A board of our own has one number space: owner and repo are taken so that the same prompt works on both. */
export function keyOf(
  { home }: Pick<App, "home">,
  args: { readonly number: number; readonly owner?: string | undefined; readonly repo?: string | undefined },
): Key {
  if (!home) return String(args.number);
  const { owner = home.owner, repo = home.repo } = args;
  const isHome = `${owner}/${repo}`.toLowerCase() === `${home.owner}/${home.repo}`.toLowerCase();
  return isHome ? String(args.number) : `${owner}/${repo}#${args.number}`;
}

/** A number, or a ticket as texts name it: "7", "#7", "owner/repo#7". */
export function keyFrom(app: Pick<App, "home">, word: number | string): Key {
  const [, owner, repo, number] = /^(?:([^\s/#]+)\/([^\s/#]+))?#?(\d{1,15})$/.exec(String(word).trim()) ?? [];
  return number === undefined ? String(word) : keyOf(app, { number: Number(number), owner, repo });
}
