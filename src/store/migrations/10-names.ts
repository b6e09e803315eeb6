// Tickets elsewhere by their id: what they are called may change. A ticket that was renamed takes everything along that
// stands outside the ledger; the former name leads to it, and says until when rows of that name are its own.

const tables = (text: string, int: string, options: string): string => `
-- The tracker's own id of the issue: it stays where the issue is renamed.
ALTER TABLE ticket ADD COLUMN node_id ${text};
-- Why it was closed there.
ALTER TABLE ticket ADD COLUMN closed_as ${text};
-- One issue is one ticket, whatever two processes call it.
CREATE UNIQUE INDEX ticket_node ON ticket (node_id) WHERE node_id IS NOT NULL;
CREATE TABLE former_key (
  former ${text} PRIMARY KEY,
  ticket ${text} NOT NULL,
  since ${int} NOT NULL
)${options};
CREATE INDEX former_key_ticket ON former_key (ticket);
`;

/** What goes along, of the tables that name a ticket outside the ledger. What stood beside the new name is of nobody. */
const GO_ALONG = `
  DELETE FROM remote WHERE ticket = NEW.ticket AND EXISTS (SELECT 1 FROM remote r WHERE r.ticket = NEW.former);
  UPDATE remote SET ticket = NEW.ticket WHERE ticket = NEW.former;
  UPDATE claim_token SET ticket = NEW.ticket WHERE ticket = NEW.former;`;

export const SQLITE = `${tables("TEXT", "INTEGER", " STRICT, WITHOUT ROWID")}
CREATE TRIGGER renamed AFTER INSERT ON former_key BEGIN ${GO_ALONG} END;
CREATE TRIGGER renamed_again AFTER UPDATE ON former_key BEGIN ${GO_ALONG} END;
`;

/** What the function does stands with the others, in postgres/functions, which are made anew after this. */
export const POSTGRES = `${tables(`TEXT COLLATE "C"`, "BIGINT", "")}
CREATE FUNCTION take_along() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER renamed AFTER INSERT OR UPDATE ON former_key FOR EACH ROW EXECUTE FUNCTION take_along();
`;
