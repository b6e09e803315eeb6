// A transaction that stays open while somebody else reads or writes elsewhere, however long that takes.

import type { Reader } from "../driver.ts";
import type { Connections } from "./connect/connections.ts";

/** A pooler may have changed the connection before: what fails here can't be begun again by itself. */
const UNNAMED = { named: false };

export function longTransaction<T>(
  connections: Connections,
  begin: string,
  use: (reader: Reader) => Promise<T>,
): Promise<T> {
  return connections.with(async (client) => {
    const explained = async <R>(asked: Promise<R>): Promise<R> => {
      try {
        return await asked;
      } catch (error) {
        throw connections.explain(error);
      }
    };
    const reader: Reader = {
      read: (select, params) => explained(connections.statements.queryRows(client, select, params, UNNAMED)),
      all: (sql, params) => explained(connections.statements.query(client, sql, params, UNNAMED)),
    };
    await reader.all(begin, []);
    try {
      await explained(
        client.query("SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0"),
      );
      const result = await use(reader);
      await reader.all("COMMIT", []);
      return result;
    } catch (error) {
      // The transaction is over with the connection in any case.
      await client.query("ROLLBACK").catch(() => {});
      throw error;
    }
  });
}
