// The checkout that agents work in, as far as a handoff asks about it. Nothing here runs what the repository brings along.

export interface Git {
  /** The commit that the checkout stands on; null: it has none yet. */
  head(): Promise<string | null>;
  /** What a commit changes against the base. It may be given by the beginning of its hash. */
  look(commit: string, base: string): Promise<WorkLook>;
}

export type WorkLook =
  | {
      readonly kind: "work";
      /** The whole hash. */
      readonly commit: string;
      /** Where it forked off. */
      readonly fork: string;
      readonly commits: number;
      readonly files: number;
      /** There are no commits, or they change nothing taken together. */
      readonly empty: boolean;
      /** The files that it touches: at most 1,000. */
      readonly paths: readonly string[];
      readonly pathsCut: boolean;
    }
  /** git can't say: a shallow clone, no such base … */
  | { readonly kind: "unknown"; readonly commit: string; readonly why: string }
  /** There is no such commit here. */
  | { readonly kind: "absent" };

/** More paths than this are cut off: a guard on paths then counts as not met. */
export const MOST_PATHS = 1_000;
