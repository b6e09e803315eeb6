// Browsers that people have signed in with, as digests; the last use of each token; the board's own id. The secret that
// signed cookies goes, and can't come back: a server of before that still runs on this board would make a new one.

const tables = (text: string, int: string, options: string): string => `
CREATE TABLE browser (
  id ${text} PRIMARY KEY,
  hash ${text} NOT NULL,
  token ${text} NOT NULL,
  name ${text} NOT NULL,
  created_at ${int} NOT NULL,
  seen_at ${int} NOT NULL,
  seen_from ${text} NOT NULL,
  program ${text} NOT NULL
)${options};
ALTER TABLE token ADD COLUMN seen_at ${int};
ALTER TABLE token ADD COLUMN seen_from ${text};
DELETE FROM meta WHERE name = 'secret';
`;

export const SQLITE = `${tables("TEXT", "INTEGER", " STRICT, WITHOUT ROWID")}
INSERT INTO meta (name, value) VALUES ('board', lower(hex(randomblob(16))));
CREATE TRIGGER no_secret BEFORE INSERT ON meta WHEN NEW.name = 'secret'
  BEGIN SELECT RAISE(ABORT, 'no secret is kept here'); END;
`;

export const POSTGRES = `${tables(`TEXT COLLATE "C"`, "BIGINT", "")}
INSERT INTO meta (name, value) VALUES ('board', replace(gen_random_uuid()::text, '-', ''));
ALTER TABLE meta ADD CONSTRAINT no_secret CHECK (name <> 'secret');
`;
