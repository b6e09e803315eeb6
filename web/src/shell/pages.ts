import type { IconName } from "../parts/icon.tsx";

export interface PageLink {
  readonly path: string;
  readonly name: string;
  /** After `g`. */
  readonly letter: string;
  readonly icon: IconName;
}

export const PAGES: readonly PageLink[] = [
  { path: "/", name: "Board", letter: "b", icon: "board" },
  { path: "/needs", name: "Needs you", letter: "n", icon: "semaphore" },
  { path: "/agents", name: "Agents", letter: "a", icon: "lanes" },
  { path: "/runs", name: "Runs", letter: "r", icon: "points" },
  { path: "/ledger", name: "Ledger", letter: "l", icon: "ledger" },
  { path: "/workflow", name: "Workflow", letter: "w", icon: "points" },
  { path: "/stats", name: "Stats", letter: "t", icon: "lanes" },
];

/** Second views of pages in the bar, with letters of their own. */
export const SECOND_VIEWS = [
  { path: "/sessions", name: "Agents, by session", letter: "s" },
  { path: "/people", name: "People and keys", letter: "p" },
] as const;

/** A ticket belongs to the board, and sessions to the agents. */
export function isCurrent(page: PageLink, location: string): boolean {
  if (page.path === "/") return location === "/" || location.startsWith("/ticket/");
  if (page.path === "/agents" && /^\/sessions(\/|$)/.test(location)) return true;
  return location === page.path || location.startsWith(`${page.path}/`);
}
