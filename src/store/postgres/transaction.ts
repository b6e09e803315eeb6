// A transaction that stays open while somebody else reads or writes elsewhere, however long that takes.

import type { Param, Row } from "../driver.ts";
import type { Connections } from "./connections.ts";
import { statementOf } from "./statements.ts";

export type Ask = (sql: string, params: readonly Param[]) => Promise<Row[]>;

export function longTransaction<T>(connections: Connections, begin: string, use: (ask: Ask) => Promise<T>): Promise<T> {
  return connections.with(async (client) => {
    const ask: Ask = async (sql, params) => {
      try {
        return (await client.query<Row>({ ...statementOf(sql), values: [...params] })).rows;
      } catch (error) {
        throw connections.explain(error);
      }
    };
    await ask(begin, []);
    try {
      await ask("SET LOCAL idle_in_transaction_session_timeout = 0", []);
      const result = await use(ask);
      await ask("COMMIT", []);
      return result;
    } catch (error) {
      // The transaction is over with the connection in any case.
      await client.query("ROLLBACK").catch(() => {});
      throw error;
    }
  });
}
