// Outside the ledger: how the board stood after every so many rows. It can be thrown away, and is made again.

const table = (text: string, int: string, options: string): string => `
CREATE TABLE snapshot (seq ${int} PRIMARY KEY, body ${text} NOT NULL)${options};
`;

export const SQLITE = table("TEXT", "INTEGER", " STRICT");
export const POSTGRES = table(`TEXT COLLATE "C"`, "BIGINT", "");
