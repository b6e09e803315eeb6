// Outside the ledger: the processes that serve an agent over stdio, and when each was last known to run.

const table = (text: string, int: string, options: string): string => `
CREATE TABLE process (
  id ${text} PRIMARY KEY,
  connection ${text} NOT NULL,
  host ${text} NOT NULL,
  pid ${int} NOT NULL,
  seen_at ${int} NOT NULL
)${options};
CREATE INDEX process_connection ON process (connection);
`;

export const SQLITE = table("TEXT", "INTEGER", " STRICT, WITHOUT ROWID");
export const POSTGRES = table(`TEXT COLLATE "C"`, "BIGINT", "");
