// Tokens and invitations, in their tables outside the ledger. Each write is one statement.

import { ROLES, type Invitation, type Keyring, type KeptToken } from "../app/ports/keys.ts";
import type { Role } from "../app/pages/views.ts";
import { isStorable } from "../app/commit/limits.ts";
import type { Reader, Row } from "./driver.ts";
import { number, text } from "./rows.ts";

const TOKEN = "id, name, role, commands, hash, created_at, expires_at, revoked_at";
const ONE = `SELECT ${TOKEN} FROM token WHERE id = ?`;
const LIVE = `${ONE} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > board_now())`;
const ALL = `SELECT ${TOKEN} FROM token ORDER BY created_at, id`;
/** Repeated where nobody knows whether it was carried out: the second time it changes nothing. */
const ADD = `INSERT INTO token (${TOKEN}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id`;
const REVOKE = "UPDATE token SET revoked_at = board_now() WHERE id = ? AND revoked_at IS NULL RETURNING id";
const INVITE =
  "INSERT INTO invitation (hash, token, name, expires_at) VALUES (?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING RETURNING hash";
const TIDY = "DELETE FROM invitation WHERE expires_at <= board_now() RETURNING hash";
/** One statement: of two who bring the same invitation one finds it gone, on whichever server. */
const ADMIT =
  "DELETE FROM invitation WHERE hash = ? AND expires_at > board_now() RETURNING hash, token, name, expires_at";

export class StoreKeyring implements Keyring {
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  token(id: string): Promise<KeptToken | null> {
    return this.#one(ONE, id);
  }

  liveToken(id: string): Promise<KeptToken | null> {
    return this.#one(LIVE, id);
  }

  async tokens(): Promise<readonly KeptToken[]> {
    return (await this.#reader.all(ALL, [])).map(toToken);
  }

  async addToken(token: KeptToken): Promise<void> {
    const { id, name, role, commands, hash, createdAt, expiresAt, revokedAt } = token;
    const list = commands === null ? null : JSON.stringify(commands);
    await this.#reader.all(ADD, [id, name, role, list, hash, createdAt, expiresAt, revokedAt]);
  }

  async revokeToken(id: string): Promise<boolean> {
    return isStorable(id) && (await this.#reader.all(REVOKE, [id])).length > 0;
  }

  async invite({ hash, token, name, expiresAt }: Invitation): Promise<void> {
    await this.#reader.all(TIDY, []);
    await this.#reader.all(INVITE, [hash, token, name, expiresAt]);
  }

  async admit(hash: string): Promise<Invitation | null> {
    const [row] = await this.#reader.all(ADMIT, [hash]);
    if (!row) return null;
    return {
      hash: text(row["hash"]),
      token: text(row["token"]),
      name: text(row["name"]),
      expiresAt: number(row["expires_at"]),
    };
  }

  async #one(sql: string, id: string): Promise<KeptToken | null> {
    if (!isStorable(id)) return null;
    const [row] = await this.#reader.all(sql, [id]);
    return row ? toToken(row) : null;
  }
}

function toToken(row: Row): KeptToken {
  const { commands } = row;
  return {
    id: text(row["id"]),
    name: text(row["name"]),
    role: roleOf(text(row["role"])),
    commands: typeof commands === "string" ? (JSON.parse(commands) as string[]) : null,
    hash: text(row["hash"]),
    createdAt: number(row["created_at"]),
    expiresAt: timeOf(row["expires_at"]),
    revokedAt: timeOf(row["revoked_at"]),
  };
}

/** A word that nobody knows gives nobody more than a look. */
function roleOf(word: string): Role {
  return ROLES.find((role) => role === word) ?? "viewer";
}

function timeOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
