// The checkout that agents work in, as far as a handoff asks about it. Nothing here runs what the repository brings along.

export interface Git {
  /** The commit that the checkout stands on; null: it has none yet. */
  head(): Promise<string | null>;
  /** What a commit changes against the base. It may be given by the beginning of its hash. */
  look(commit: string, base: string): Promise<WorkLook>;
  /** Those of these commits that have it in their past. One that is not here is none of them. */
  descendants(commit: string, among: readonly string[]): Promise<readonly string[]>;
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
      /** The whole change by one name, wherever it stands; absent: there is none. */
      readonly patch?: string;
    }
  /** git can't say: a shallow clone, no such base … */
  | { readonly kind: "unknown"; readonly commit: string; readonly why: string }
  /** There is no such commit here. */
  | { readonly kind: "absent" };

/** More paths than this are cut off: a guard on paths then counts as not met. */
export const MOST_PATHS = 1_000;
