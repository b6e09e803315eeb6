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
  { path: "/sessions", name: "Sessions", letter: "s", icon: "lanes" },
  { path: "/runs", name: "Runs", letter: "r", icon: "points" },
  { path: "/workflow", name: "Workflow", letter: "w", icon: "points" },
  { path: "/stats", name: "Stats", letter: "t", icon: "lanes" },
];

/** A ticket belongs to the board. */
export function isCurrent(page: PageLink, location: string): boolean {
  if (page.path === "/") return location === "/" || location.startsWith("/ticket/");
  return location === page.path || location.startsWith(`${page.path}/`);
}
