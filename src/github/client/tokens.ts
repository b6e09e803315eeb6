// What requests are sent with. Tokens that were given stay until GitHub does not know them any more; those of an App's
// installation end after an hour (`installation/`).

export interface Tokens {
  readonly repository: string;
  /** For what touches projects; a fine-grained token can't reach a user's own. */
  readonly project: string;
}

export type Reach = keyof Tokens;

export interface TokenSource {
  /** Whether what touches the project goes out with another token than the rest. */
  readonly hasTwo: boolean;
  /** What is to be sent with now. Throws where there is none. */
  token(reach: Reach): Promise<string>;
  /** GitHub does not know `refused`. null: there is no other. Many who are refused at once ask for another once. */
  renew(reach: Reach, refused: string): Promise<string | null>;
  /** By which GitHub counts what is sent with it. */
  accountOf(token: string): string;
}

/** Of a person, from the environment or from gh. */
export class GivenTokens implements TokenSource {
  #tokens: Tokens;
  readonly #find: () => Promise<Tokens | null>;
  #finding: Promise<Tokens | null> | null = null;

  /** `find`: looks for them anew, as people log in again meanwhile; null: there are none. */
  constructor(tokens: Tokens, find: () => Promise<Tokens | null>) {
    this.#tokens = tokens;
    this.#find = find;
  }

  get hasTwo(): boolean {
    return this.#tokens.project !== this.#tokens.repository;
  }

  token(reach: Reach): Promise<string> {
    return Promise.resolve(this.#tokens[reach]);
  }

  async renew(reach: Reach, refused: string): Promise<string | null> {
    if (this.#tokens[reach] === refused) {
      this.#finding ??= this.#find().finally(() => {
        this.#finding = null;
      });
      const found = await this.#finding;
      if (found) this.#tokens = found;
    }
    return this.#tokens[reach] === refused ? null : this.#tokens[reach];
  }

  accountOf(token: string): string {
    return token;
  }
}

export function isSource(tokens: Tokens | TokenSource): tokens is TokenSource {
  return "accountOf" in tokens;
}
