// Tickets by their names here and there: `12` in the default repository, `owner/repo#12` in any other. Which repository
// is the default one is known by its id: where it is renamed, or moves to another owner, its tickets stay who they are.

import { keyOf, refOf, type Key } from "../../engine/facts.ts";
import { GitHubError } from "../client/errors.ts";

export interface IssueName {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

/** As GitHub names it now. */
export interface SeenRepository {
  readonly id: string;
  readonly nameWithOwner: string;
}

/** The default repository by its id, and the name that the settings had for it. */
export interface KnownHome {
  readonly id: string;
  readonly name: string;
}

export class TicketKeys {
  readonly #asked: string;
  readonly #keep: (home: KnownHome) => Promise<void>;
  readonly #before: KnownHome | null;
  #name: string;
  #id: string | null;

  /** `home`: the default repository, as `owner/repo`; `before`: what is known of it; `keep`: remembers it. */
  constructor(
    home: string,
    before: KnownHome | null = null,
    keep: (home: KnownHome) => Promise<void> = () => Promise.resolve(),
  ) {
    this.#asked = home;
    this.#name = home;
    this.#before = before;
    // Where the settings say another name than before, it has to be seen whether that is the same repository.
    this.#id = before && same(before.name, home) ? before.id : null;
    this.#keep = keep;
  }

  get homeIsKnown(): boolean {
    return this.#id !== null;
  }

  get homeName(): Pick<IssueName, "owner" | "repo"> {
    const [owner = "", repo = ""] = this.#name.split("/");
    return { owner, repo };
  }

  /** GitHub's id of the default repository, where it is asked for by its name; undefined: it is another, or not known. */
  homeId({ owner, repo }: Pick<IssueName, "owner" | "repo">): string | undefined {
    const name = `${owner}/${repo}`;
    return this.#id !== null && (same(name, this.#asked) || same(name, this.#name)) ? this.#id : undefined;
  }

  of({ id, nameWithOwner }: SeenRepository, number: number): Key {
    const home = this.#id === null ? same(nameWithOwner, this.#asked) : id === this.#id;
    if (home) this.#name = nameWithOwner;
    return home ? String(number) : `${nameWithOwner}#${number}`;
  }

  /** null: that can be no issue's name. */
  nameOf(key: Key): IssueName | null {
    const { number, repo = this.#name } = refOf(key);
    // `01` and `1.0` are no names, though they say a number.
    if (keyOf(refOf(key)) !== key) return null;
    const [owner, name, ...rest] = repo.split("/");
    if (!Number.isSafeInteger(number) || number < 1 || number > 2 ** 31 - 1) return null;
    if (!owner || !name || rest.length > 0) return null;
    return { owner, repo: name, number };
  }

  /** Whether two tickets have the same name on GitHub: another repository may have the default one's by now. */
  areOneName(one: Key, other: Key): boolean {
    const [here, there] = [this.nameOf(one), this.nameOf(other)];
    if (!here || !there || here.number !== there.number) return false;
    return same(`${here.owner}/${here.repo}`, `${there.owner}/${there.repo}`);
  }

  /** What GitHub answered where a repository was asked for by name: the settings' name leads to the default one. */
  async learn({ owner, repo }: Pick<IssueName, "owner" | "repo">, seen: SeenRepository): Promise<void> {
    const name = `${owner}/${repo}`;
    if (!same(name, this.#asked) && !same(name, this.#name)) return;
    if ((this.#id ?? this.#before?.id ?? seen.id) !== seen.id) throw otherHome(name);
    if (this.#id === null) {
      this.#id = seen.id;
      await this.#keep({ id: seen.id, name: this.#asked });
    }
    this.#name = seen.nameWithOwner;
  }

  /** The repository's name as it stands in the mirror: empty in the default one. */
  repoOf(key: Key): string {
    return refOf(key).repo ?? "";
  }
}

/** GitHub takes no notice of case in the names of repositories. */
function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Its numbers would be taken for those of the other. */
function otherHome(name: string): GitHubError {
  return new GitHubError(
    "github_settings",
    `${name} is another repository than the one that this board's tickets are numbered by. Nothing was written.`,
    "Set SIGNALBOX_GITHUB_OWNER and SIGNALBOX_GITHUB_REPO to what that one is called now, or use another SIGNALBOX_DATABASE.",
  );
}
