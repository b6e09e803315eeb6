// The same on both engines.

export const SQL = `
-- Tickets whose children were all given up are work again. This index finds them; ticket_pick has those without children.
CREATE INDEX ticket_pick_again ON ticket (state, COALESCE(priority, 'P9'), created_at, number, repo)
  WHERE children > 0 AND open_blockers = 0 AND closed = 0 AND off_board IS NULL;
`;
