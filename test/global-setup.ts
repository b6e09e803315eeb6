// One PostgreSQL for the whole run, behind a door: it starts when the first test file knocks, and the answer is its URL.

import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { startPostgres, type TestPostgres } from "./postgres.ts";

export default async function setup(): Promise<() => Promise<void>> {
  let server: Promise<TestPostgres> | null = null;
  const answer = async (socket: Socket): Promise<void> => {
    try {
      server ??= startPostgres();
      socket.end((await server).url);
    } catch (error) {
      socket.end(String(error));
    }
  };
  const door = createServer((socket) => void answer(socket)).listen(0, "127.0.0.1");
  door.unref();
  await once(door, "listening");
  const address = door.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  process.env["SIGNALBOX_TEST_POSTGRES_DOOR"] = String(address.port);
  return async () => {
    door.close();
    await (await server?.catch(() => null))?.stop();
  };
}
