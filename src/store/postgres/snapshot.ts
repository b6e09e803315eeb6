// One transaction for a long look: it sees the moment at which it began.

import type { Reader } from "../driver.ts";
import type { Connections } from "./connect/connections.ts";
import { longTransaction } from "./transaction.ts";

export function readSnapshot<T>(connections: Connections, use: (reader: Reader) => Promise<T>): Promise<T> {
  return longTransaction(connections, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", use);
}
