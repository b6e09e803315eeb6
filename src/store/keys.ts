// Tokens, invitations and what signs cookies, in their tables outside the ledger. Each write is one statement.

import { randomBytes } from "node:crypto";
import { ROLES, type Keys, type KeptToken } from "../app/ports/keys.ts";
import type { Role } from "../app/pages/views.ts";
import { askAll, askOne } from "./ask.ts";
import type { Driver } from "./driver.ts";
import { columns, select, shape, type RowOf, type Select } from "./select.ts";

const NAMES = ["id", "name", "role", "commands", "hash", "created_at", "expires_at", "revoked_at"] as const;
const TOKEN = shape(columns("token", "token", ...NAMES));
type TokenRow = RowOf<typeof TOKEN>;

const ONE = select(TOKEN, (list) => `SELECT ${list} FROM token WHERE id = ?`);
const LIVE = select(
  TOKEN,
  (list) => `SELECT ${list} FROM token
    WHERE id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > board_now())`,
);
const ALL = select(TOKEN, (list) => `SELECT ${list} FROM token ORDER BY created_at, id`);
/** Repeated where nobody knows whether it was carried out: the second time it changes nothing. */
const ADD = `INSERT INTO token (${NAMES.join(", ")}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`;
const REVOKE = select(
  shape(columns("token", "token", "id")),
  (list) => `UPDATE token SET revoked_at = board_now() WHERE id = ? AND revoked_at IS NULL RETURNING ${list}`,
);
const INVITE =
  "INSERT INTO invitation (hash, token, name, expires_at) VALUES (?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING";
const TIDY = "DELETE FROM invitation WHERE expires_at <= board_now()";
/** One statement: of two who bring the same invitation one finds it gone, on whichever server. */
const ADMIT = select(
  shape(columns("invitation", "invitation", "hash", "token", "name", "expires_at")),
  (list) => `DELETE FROM invitation WHERE hash = ? AND expires_at > board_now() RETURNING ${list}`,
);

const SECRET = select(
  shape(columns("meta", "m", "value")),
  (list) => `SELECT ${list} FROM meta m WHERE m.name = 'secret'`,
);

export function storeKeys(driver: Driver): Keys {
  let secret: Promise<string> | null = null;
  const one = async (which: Select<TokenRow>, id: string): Promise<KeptToken | null> => {
    const row = await askOne(driver, which, id);
    return row ? toToken(row) : null;
  };
  return {
    token: (id) => one(ONE, id),
    liveToken: (id) => one(LIVE, id),
    tokens: async () => (await driver.read(ALL, [])).map(toToken),
    async addToken({ id, name, role, commands, hash, createdAt, expiresAt, revokedAt }) {
      const list = commands === null ? null : JSON.stringify(commands);
      await driver.all(ADD, [id, name, role, list, hash, createdAt, expiresAt, revokedAt]);
    },
    revokeToken: async (id) => (await askAll(driver, REVOKE, id)).length > 0,
    async invite({ hash, token, name, expiresAt }) {
      await driver.all(TIDY, []);
      await driver.all(INVITE, [hash, token, name, expiresAt]);
    },
    async admit(hash) {
      const [row] = await driver.read(ADMIT, [hash]);
      return row ? { hash: row.hash, token: row.token, name: row.name, expiresAt: row.expires_at } : null;
    },
    /** A store that was away when it was first asked is asked again: else only a restart would help. */
    cookieSecret() {
      secret ??= readSecret(driver).catch((error: unknown) => {
        secret = null;
        throw error;
      });
      return secret;
    },
  };
}

async function readSecret(driver: Driver): Promise<string> {
  const row = await askOne(driver, SECRET);
  return row ? row.value : driver.setSecret(randomBytes(32).toString("base64url"));
}

function toToken(row: TokenRow): KeptToken {
  const { commands } = row;
  return {
    id: row.id,
    name: row.name,
    role: roleOf(row.role),
    commands: commands === null ? null : (JSON.parse(commands) as string[]),
    hash: row.hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

/** A role that nobody knows may only look. */
function roleOf(word: string): Role {
  return ROLES.find((role) => role === word) ?? "viewer";
}
