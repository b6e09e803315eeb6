// Tokens and invitations, in their tables outside the ledger. Each write is one statement.

import { ROLES, type Keys, type KeptToken } from "../app/ports/keys.ts";
import type { Role } from "../app/pages/views.ts";
import { askAll, askOne } from "./ask.ts";
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

export function storeKeys(reader: Reader): Keys {
  const one = async (sql: string, id: string): Promise<KeptToken | null> => {
    const row = await askOne(reader, sql, id);
    return row ? toToken(row) : null;
  };
  return {
    token: (id) => one(ONE, id),
    liveToken: (id) => one(LIVE, id),
    tokens: async () => (await reader.all(ALL, [])).map(toToken),
    async addToken({ id, name, role, commands, hash, createdAt, expiresAt, revokedAt }) {
      const list = commands === null ? null : JSON.stringify(commands);
      await reader.all(ADD, [id, name, role, list, hash, createdAt, expiresAt, revokedAt]);
    },
    revokeToken: async (id) => (await askAll(reader, REVOKE, id)).length > 0,
    async invite({ hash, token, name, expiresAt }) {
      await reader.all(TIDY, []);
      await reader.all(INVITE, [hash, token, name, expiresAt]);
    },
    async admit(hash) {
      const [row] = await reader.all(ADMIT, [hash]);
      if (!row) return null;
      return {
        hash: text(row["hash"]),
        token: text(row["token"]),
        name: text(row["name"]),
        expiresAt: number(row["expires_at"]),
      };
    },
  };
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
