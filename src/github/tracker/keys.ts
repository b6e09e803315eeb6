// Tickets by their names here and there: `12` in the default repository, `owner/repo#12` in any other.

import { refOf, type Key } from "../../engine/facts.ts";

export interface IssueName {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

export class TicketKeys {
  readonly #home: string;

  /** `home`: the default repository, as `owner/repo`. */
  constructor(home: string) {
    this.#home = home;
  }

  /** GitHub takes no notice of case in the names of repositories. */
  of(nameWithOwner: string, number: number): Key {
    const home = nameWithOwner.toLowerCase() === this.#home.toLowerCase();
    return home ? String(number) : `${nameWithOwner}#${number}`;
  }

  /** null: that can be no issue's name. */
  nameOf(key: Key): IssueName | null {
    const { number, repo = this.#home } = refOf(key);
    const [owner, name, ...rest] = repo.split("/");
    if (!Number.isSafeInteger(number) || number < 1 || number > 2 ** 31 - 1) return null;
    if (!owner || !name || rest.length > 0) return null;
    return { owner, repo: name, number };
  }

  /** The repository's name as it stands in the mirror: empty in the default one. */
  repoOf(key: Key): string {
    return refOf(key).repo ?? "";
  }
}
