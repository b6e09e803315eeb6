// The names that the benchmark answers for: an attack that is renamed or left out by mistake fails here.

import type { Play } from "./forgery.ts";

const ATTACKS: Readonly<Record<string, string>> = {
  Reported:
    "says-pass older-commit amended other-tickets-commit empty-branch empty-commit net-zero unknown-state-first retracted-meanwhile legacy-suite",
  Other:
    "no-commit absent-sha swap-in-review close-from-backlog renamed-agent-reviews reclaim-then-review fourth-send-back 32-race-last-place escalate-then-done request-replayed children-route loosened-file edited-CI-file",
  Witnessed:
    "own-command no-tests all-skipped script-is-true dirty-tree skip-worktree smudge checkout-hook replace-graft tree-rewritten time-out too-few-tests output-flood secret-in-tail",
  Git: "forged-tracking-ref insteadOf feature-merge ours reverted-merge reverted-squash half-picked missing-object",
  Observed:
    "open closed-unmerged wrong-base foreign-PR pushed-after-review no-checks only-skipped spoofed-status over-100-contexts stale-approval own-login-approval dismissed forbidden-rollup dragged-by-gh",
  Attested: "alg-none branch-workflow pull-request-sha agent-posts-fact witness-moves",
};
const CONTROLS = "merge squash rebase main-merged-then-squash squash-then-edited";

/** What is missing, in words; none: every attack and control is there, and each family has a planted hole. */
export function missingFrom(plays: readonly Play[]): readonly string[] {
  const has = (kind: Play["kind"], family: string, name?: string): boolean =>
    plays.some((play) => play.kind === kind && play.family === family && (name === undefined || play.name === name));
  return [
    ...Object.entries(ATTACKS).flatMap(([family, names]) => [
      ...names.split(" ").flatMap((name) => (has("attack", family, name) ? [] : [`attack ${name} of ${family}`])),
      ...(has("planted", family) ? [] : [`a planted hole of ${family}`]),
    ]),
    ...CONTROLS.split(" ").flatMap((name) => (has("control", "Git", name) ? [] : [`control ${name}`])),
  ];
}
