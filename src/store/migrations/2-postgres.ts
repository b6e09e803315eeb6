// The same as 2-sqlite.ts; the write path stands beside, in 2-postgres-writes.ts.

import { WRITES_SQL } from "./2-postgres-writes.ts";

/** Compared byte by byte, as on SQLite, whatever the database's own collation is. */
const TEXT = `TEXT COLLATE "C"`;

const TABLES_SQL = `
-- Of the claim's first token. A claim of before has none here: see claim_token.
ALTER TABLE ticket ADD COLUMN claim_digest ${TEXT};

-- Digests of further tokens for a claim: of an answer that was given again, and of tokens from before digests were kept.
-- Outside the ledger: they change nothing that happened, and go with their claim.
CREATE TABLE claim_token (
  ticket ${TEXT} NOT NULL REFERENCES ticket (key) ON DELETE CASCADE,
  fence BIGINT NOT NULL,
  digest ${TEXT} NOT NULL,
  PRIMARY KEY (ticket, fence, digest)
);
CREATE FUNCTION end_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM claim_token c WHERE c.ticket = NEW.key;
  RETURN NULL;
END $$;
CREATE TRIGGER claim_ended AFTER UPDATE OF claim_connection, fence ON ticket FOR EACH ROW
  WHEN ((OLD.claim_connection IS NOT NULL AND NEW.claim_connection IS NULL) OR NEW.fence <> OLD.fence)
  EXECUTE FUNCTION end_claim();

-- A request belongs to its sender, which the ledger names. Imports and keys are everybody's.
ALTER TABLE request ADD COLUMN sender ${TEXT};
UPDATE request r SET sender = CASE
  WHEN r.tool IN ('import_tickets', 'issue_token') THEN 'board'
  WHEN l.by -> 'person' IS NULL THEN
    '["agent",' || COALESCE((l.by -> 'via')::text, 'null') || ',' || COALESCE((l.by -> 'connection')::text, 'null')
      || ',' || COALESCE((l.by -> 'agent')::text, 'null') || ']'
  ELSE '["person",' || (l.by -> 'via')::text || ',' || (l.by -> 'person')::text || ',null]'
END
FROM (SELECT seq, payload::json -> 'by' AS by FROM ledger) l WHERE l.seq = r.seq;
UPDATE request SET sender = '["agent",null,null,null]' WHERE sender IS NULL;
ALTER TABLE request ALTER COLUMN sender SET NOT NULL;
ALTER TABLE request DROP CONSTRAINT request_pkey;
ALTER TABLE request ADD PRIMARY KEY (sender, tool, subject, id);
`;

export const SQL = [TABLES_SQL, WRITES_SQL].join("\n");
