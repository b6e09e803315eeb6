// Tokens, invitations and browsers, in their tables outside the ledger. Each write is one statement.

import { ROLES, type FoundBrowser, type FoundToken, type FoundWitness, type Keys } from "../app/ports/keys.ts";
import type { Role } from "../app/pages/views.ts";
import { askAll, askOne } from "./ask.ts";
import { now } from "./clock.ts";
import type { Driver } from "./driver.ts";
import { columns, select, shape, type RowOf, type Select } from "./select.ts";

const NAMES = ["id", "name", "role", "commands", "hash", "created_at", "expires_at", "revoked_at", "facts"] as const;
const TOKEN = shape({ ...columns("token", "token", ...NAMES, "seen_at", "seen_from"), ...now });
type TokenRow = RowOf<typeof TOKEN>;

const ONE = select(TOKEN, (list) => `SELECT ${list} FROM token WHERE id = ?`);
const LIVE = select(
  TOKEN,
  (list) => `SELECT ${list} FROM token
    WHERE id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > board_now())`,
);
const ALL = select(TOKEN, (list) => `SELECT ${list} FROM token ORDER BY created_at, id`);
const LIMITED = select(
  shape(columns("token", "token", "id")),
  (list) => `SELECT ${list} FROM token WHERE commands IS NOT NULL AND revoked_at IS NULL LIMIT 1`,
);
/** Repeated where nobody knows whether it was carried out: the second time it changes nothing. */
const ADD = `INSERT INTO token (${NAMES.join(", ")}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO NOTHING`;
const REVOKE = select(
  shape(columns("token", "token", "id")),
  (list) => `UPDATE token SET revoked_at = board_now() WHERE id = ? AND revoked_at IS NULL RETURNING ${list}`,
);
const LIMIT = select(
  shape(columns("token", "token", "id")),
  (list) => `UPDATE token SET commands = ?, facts = ? WHERE id = ? AND revoked_at IS NULL RETURNING ${list}`,
);
const INVITE =
  "INSERT INTO invitation (hash, token, name, expires_at) VALUES (?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING";
const TIDY = "DELETE FROM invitation WHERE expires_at <= board_now()";
/** One statement: of two who bring the same invitation one finds it gone, on whichever server. */
const ADMIT = select(
  shape(columns("invitation", "invitation", "hash", "token", "name", "expires_at")),
  (list) => `DELETE FROM invitation WHERE hash = ? AND expires_at > board_now() RETURNING ${list}`,
);

const NOTE_TOKEN = "UPDATE token SET seen_at = board_now(), seen_from = ? WHERE id = ?";

const BROWSER_NAMES = ["id", "hash", "token", "name", "created_at", "seen_at", "seen_from", "program"] as const;
const BROWSER = shape({ ...columns("browser", "browser", ...BROWSER_NAMES), ...now });
const ONE_BROWSER = select(BROWSER, (list) => `SELECT ${list} FROM browser WHERE id = ?`);
const ALL_BROWSERS = select(BROWSER, (list) => `SELECT ${list} FROM browser ORDER BY created_at, id`);
const ADD_BROWSER = `INSERT INTO browser (${BROWSER_NAMES.join(", ")}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO NOTHING`;
const FORGET_BROWSERS = "DELETE FROM browser WHERE created_at <= ? OR seen_at <= ?";
const NOTE_BROWSER = "UPDATE browser SET seen_at = board_now(), seen_from = ? WHERE id = ?";
const END_BROWSER = select(
  shape(columns("browser", "browser", "id")),
  (list) => `DELETE FROM browser WHERE id = ? RETURNING ${list}`,
);

const WITNESS_NAMES = ["id", "issuer", "repository_id", "workflow", "facts", "created_at", "revoked_at"] as const;
const WITNESS = shape({ ...columns("witness", "witness", ...WITNESS_NAMES, "seen_at", "seen_from"), ...now });
const ALL_WITNESSES = select(WITNESS, (list) => `SELECT ${list} FROM witness ORDER BY created_at, id`);
const ADD_WITNESS = `INSERT INTO witness (${WITNESS_NAMES.join(", ")}) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO NOTHING`;
const REVOKE_WITNESS = select(
  shape(columns("witness", "witness", "id")),
  (list) => `UPDATE witness SET revoked_at = board_now() WHERE id = ? AND revoked_at IS NULL RETURNING ${list}`,
);
const NOTE_WITNESS = "UPDATE witness SET seen_at = board_now(), seen_from = ? WHERE id = ?";

const BOARD_ID = select(
  shape(columns("meta", "m", "value")),
  (list) => `SELECT ${list} FROM meta m WHERE m.name = 'board'`,
);

export function storeKeys(driver: Driver): Keys {
  const one = async (which: Select<TokenRow>, id: string): Promise<FoundToken | null> => {
    const row = await askOne(driver, which, id);
    return row ? toToken(row) : null;
  };
  return {
    async boardId() {
      const row = await askOne(driver, BOARD_ID);
      if (!row) throw new Error("the board has no id");
      return row.value;
    },
    token: (id) => one(ONE, id),
    liveToken: (id) => one(LIVE, id),
    tokens: async () => (await driver.read(ALL, [])).map(toToken),
    limitsAgents: async () => (await askOne(driver, LIMITED)) !== undefined,
    async addToken({ id, name, role, commands, facts, hash, createdAt, expiresAt, revokedAt }) {
      const kept = [id, name, role, asJson(commands), hash, createdAt, expiresAt, revokedAt, asJson(facts)];
      await driver.all(ADD, kept);
    },
    limitToken: async (id, { commands, facts }) =>
      (await askAll(driver, LIMIT, asJson(commands), asJson(facts), id)).length > 0,
    revokeToken: async (id) => (await askAll(driver, REVOKE, id)).length > 0,
    async invite({ hash, token, name, expiresAt }) {
      await driver.all(TIDY, []);
      await driver.all(INVITE, [hash, token, name, expiresAt]);
    },
    async admit(hash) {
      const [row] = await driver.read(ADMIT, [hash]);
      return row ? { hash: row.hash, token: row.token, name: row.name, expiresAt: row.expires_at } : null;
    },
    async noteToken(id, from) {
      await driver.all(NOTE_TOKEN, [from, id]);
    },
    async addBrowser({ id, hash, token, name, createdAt, seenAt, seenFrom, program }, forget) {
      await driver.all(FORGET_BROWSERS, [forget.begun, forget.used]);
      await driver.all(ADD_BROWSER, [id, hash, token, name, createdAt, seenAt, seenFrom, program]);
    },
    async browser(id) {
      const row = await askOne(driver, ONE_BROWSER, id);
      return row ? toBrowser(row) : null;
    },
    browsers: async () => (await driver.read(ALL_BROWSERS, [])).map(toBrowser),
    async noteBrowser(id, from) {
      await driver.all(NOTE_BROWSER, [from, id]);
    },
    endBrowser: async (id) => (await askAll(driver, END_BROWSER, id)).length > 0,
    witnesses: async () => (await driver.read(ALL_WITNESSES, [])).map(toWitness),
    async addWitness({ id, issuer, repositoryId, workflow, facts, createdAt, revokedAt }) {
      await driver.all(ADD_WITNESS, [id, issuer, repositoryId, workflow, asJson(facts), createdAt, revokedAt]);
    },
    revokeWitness: async (id) => (await askAll(driver, REVOKE_WITNESS, id)).length > 0,
    async noteWitness(id, from) {
      await driver.all(NOTE_WITNESS, [from, id]);
    },
  };
}

function toBrowser(row: RowOf<typeof BROWSER>): FoundBrowser {
  return {
    id: row.id,
    hash: row.hash,
    token: row.token,
    name: row.name,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    seenFrom: row.seen_from,
    program: row.program,
    now: row.now,
  };
}

function toToken(row: TokenRow): FoundToken {
  return {
    id: row.id,
    name: row.name,
    role: roleOf(row.role),
    commands: listOf(row.commands),
    facts: listOf(row.facts),
    hash: row.hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    seenAt: row.seen_at,
    seenFrom: row.seen_from,
    now: row.now,
  };
}

function toWitness(row: RowOf<typeof WITNESS>): FoundWitness {
  return {
    id: row.id,
    issuer: row.issuer,
    repositoryId: row.repository_id,
    workflow: row.workflow,
    facts: listOf(row.facts) ?? [],
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    seenAt: row.seen_at,
    seenFrom: row.seen_from,
    now: row.now,
  };
}

function asJson(list: readonly string[] | null): string | null {
  return list === null ? null : JSON.stringify(list);
}

function listOf(json: string | null): readonly string[] | null {
  return json === null ? null : (JSON.parse(json) as string[]);
}

/** A role that nobody knows may only look. */
function roleOf(word: string): Role {
  return ROLES.find((role) => role === word) ?? "viewer";
}
