// A client's configuration: where it lies, and how our server stands in it. Each client has its own file beside this one.

export interface Client {
  /** As --client names it. */
  readonly name: string;
  readonly title: string;
  /** In the project's folder: the first that is there, else the first. */
  readonly files: readonly string[];
  /** In the user's home folder: the file that is theirs alone; null: there is none. */
  readonly own: string | null;
  /** What shows that somebody uses it, in the project's folder or in theirs. */
  readonly signs: { readonly project: readonly string[]; readonly home: readonly string[] };
  /** What a new file is a copy of, but for a few lines: only those are worth showing. */
  readonly model?: { readonly title: string; readonly text: string };
  /** What is left to do by hand. */
  readonly afterwards: string | null;
  /** null: there is no such file yet. */
  readonly add: (text: string | null, words: LaunchWords) => Edit;
  readonly remove: (text: string) => Edit;
  /** The command that the file starts our server with; null: it has none, or can't be read. */
  readonly launch: (text: string) => readonly string[] | null;
}

export type Edit = { readonly text: string } | { readonly unchanged: string } | { readonly refused: string };

/** A program and its arguments. */
export type LaunchWords = readonly [string, ...string[]];

export const SERVER = "signalbox";

export const HAS_ONE = "it has an entry for signalbox already, which is left as it is";
export const HAS_NONE = "it has no entry for signalbox";
