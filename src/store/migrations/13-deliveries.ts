// Outside the ledger: the webhooks that were taken, by a digest of what was signed, so that none counts twice.

const table = (text: string, int: string, options: string): string => `
CREATE TABLE delivery (
  digest ${text} PRIMARY KEY,
  at ${int} NOT NULL
)${options};
CREATE INDEX delivery_at ON delivery (at);
`;

export const SQLITE = table("TEXT", "INTEGER", " STRICT, WITHOUT ROWID");
export const POSTGRES = table(`TEXT COLLATE "C"`, "BIGINT", "");
