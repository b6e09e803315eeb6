export const SQL = `
-- Of the claim's first token. A claim of before has none here: see claim_token.
ALTER TABLE ticket ADD COLUMN claim_digest TEXT;

-- Digests of further tokens for a claim: of an answer that was given again, and of tokens from before digests were kept.
-- Outside the ledger: they change nothing that happened, and go with their claim.
CREATE TABLE claim_token (
  ticket TEXT NOT NULL REFERENCES ticket (key) ON DELETE CASCADE,
  fence INTEGER NOT NULL,
  digest TEXT NOT NULL,
  PRIMARY KEY (ticket, fence, digest)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER claim_ended AFTER UPDATE OF claim_connection, fence ON ticket
  WHEN (OLD.claim_connection IS NOT NULL AND NEW.claim_connection IS NULL) OR NEW.fence <> OLD.fence
  BEGIN DELETE FROM claim_token WHERE ticket = NEW.key; END;

-- A request belongs to its sender, which the ledger names. Imports and keys are everybody's.
CREATE TABLE request_by_sender (
  sender TEXT NOT NULL,
  tool TEXT NOT NULL,
  subject TEXT NOT NULL,
  id TEXT NOT NULL,
  arguments TEXT NOT NULL,
  answer TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (sender, tool, subject, id)
) STRICT, WITHOUT ROWID;
INSERT INTO request_by_sender (sender, tool, subject, id, arguments, answer, seq, at)
  SELECT
    CASE
      WHEN r.tool IN ('import_tickets', 'issue_token') THEN 'board'
      WHEN l.payload -> '$.by.person' IS NULL THEN
        '["agent",' || COALESCE(l.payload -> '$.by.via', 'null') || ',' || COALESCE(l.payload -> '$.by.connection', 'null')
          || ',' || COALESCE(l.payload -> '$.by.agent', 'null') || ']'
      ELSE '["person",' || (l.payload -> '$.by.via') || ',' || (l.payload -> '$.by.person') || ',null]'
    END,
    r.tool, r.subject, r.id, r.arguments, r.answer, r.seq, r.at
  FROM request r LEFT JOIN ledger l ON l.seq = r.seq;
DROP TABLE request;
ALTER TABLE request_by_sender RENAME TO request;
`;
