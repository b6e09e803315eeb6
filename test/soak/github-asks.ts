// What agents asked for, each with a word of its own that ends up on GitHub with it: what was called done is there, once;
// what was called not done is not; and nothing is there twice.

import type { Notes } from "./notes.ts";
import type { Site } from "./github-site.ts";

export interface Ask {
  readonly word: string;
  readonly agent: string;
  readonly tool: string;
}

const WORD = /\[(ask-[a-z]+-\d+)\]/;

export class Asks {
  readonly #site: Site;
  readonly #notes: Notes;
  readonly #done = new Map<string, Ask>();
  /** Those whose fate was unknown to their agents at some time. */
  readonly #unsure = new Set<string>();

  constructor(site: Site, notes: Notes) {
    this.#site = site;
    this.#notes = notes;
  }

  /** As it stands in a reason, a comment or a title. */
  static wordIn(text: string): string | null {
    return WORD.exec(text)?.[1] ?? null;
  }

  done(ask: Ask): void {
    if (this.#done.has(ask.word)) this.#notes.count("answers given again");
    this.#done.set(ask.word, ask);
  }

  unsure({ word }: Ask): void {
    this.#unsure.add(word);
  }

  /** The agent was told that nothing was written. */
  undone({ word, agent, tool }: Ask, code: string): void {
    if (this.#unsure.has(word) || this.#done.has(word)) return;
    if (this.#written().has(word)) {
      this.#notes.breach(
        `${agent} was told that nothing was written (${tool}, ${code}), and ${word} stands on GitHub.`,
      );
    }
  }

  /** `uncommented`: words of moves on which GitHub took no comment, as the ledger says. */
  finish(uncommented: ReadonlySet<string>): void {
    const written = this.#written();
    for (const [word, times] of written) {
      if (times > 1) this.#notes.breach(`What was asked for as ${word} stands on GitHub ${times} times.`);
    }
    for (const { word, agent, tool } of this.#done.values()) {
      if (written.has(word) || uncommented.has(word)) continue;
      this.#notes.breach(`${agent} was told that ${tool} is done, and ${word} is not on GitHub.`);
    }
    const unheard = [...written.keys()].filter((word) => !this.#done.has(word)).length;
    this.#notes.count("done, and its agent never heard of it", unheard);
  }

  #written(): ReadonlyMap<string, number> {
    const times = new Map<string, number>();
    for (const issue of this.#site.issues()) {
      for (const text of [issue.title, ...issue.comments.map(({ body }) => body)]) {
        const word = Asks.wordIn(text);
        if (word !== null) times.set(word, (times.get(word) ?? 0) + 1);
      }
    }
    return times;
  }
}
