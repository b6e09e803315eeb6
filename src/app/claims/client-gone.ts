// The client of a process has gone away. What it held is kept for a while, because agents reconnect; and another process
// of the same agent may be at work, whose claims these are as well.

import type { App, Caller } from "../app.ts";
import { isServed } from "../processes/is-live.ts";
import type { ThisProcess } from "../processes/this-process.ts";
import { disconnectSessions } from "../sessions/disconnect.ts";
import { shortenLeases } from "./shorten-leases.ts";

export async function clientGone(app: App, caller: Caller, connection: string, self: ThisProcess): Promise<void> {
  // First: of two that end at the same time, the second one sees that it is the last.
  await self.leave(app.board);
  const isLast = !(await isServed(app.board, connection));
  if (isLast) await shortenLeases(app, caller, connection);
  await disconnectSessions(app, caller, connection, (session) => isLast || self.wroteLast(session));
}
