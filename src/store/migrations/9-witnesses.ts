// The facts that a witness's token may give, and the CI jobs that a person trusts without a secret.

const tables = (text: string, int: string, options: string): string => `
ALTER TABLE token ADD COLUMN facts ${text};
CREATE TABLE witness (
  id ${text} PRIMARY KEY,
  issuer ${text} NOT NULL,
  repository_id ${text} NOT NULL,
  workflow ${text} NOT NULL,
  facts ${text} NOT NULL,
  created_at ${int} NOT NULL,
  revoked_at ${int},
  seen_at ${int},
  seen_from ${text}
)${options};
`;

export const SQLITE = tables("TEXT", "INTEGER", " STRICT, WITHOUT ROWID");
export const POSTGRES = tables(`TEXT COLLATE "C"`, "BIGINT", "");
