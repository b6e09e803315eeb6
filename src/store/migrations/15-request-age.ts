// Recorded answers are forgotten by their age, and found by it.

export const SQL = `
CREATE INDEX request_by_age ON request (at);
`;
