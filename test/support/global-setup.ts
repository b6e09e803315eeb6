// What the whole run shares, each behind a door: it is made ready when the first test file knocks, and the answer says
// where it is.

import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { unpackChromium } from "./browser/chromium.ts";
import { startPostgres, type TestPostgres } from "./postgres.ts";

export default async function setup(): Promise<() => Promise<void>> {
  let server: Promise<TestPostgres> | null = null;
  let browser: Promise<string> | null = null;
  const doors = await Promise.all([
    openDoor("SIGNALBOX_TEST_POSTGRES_DOOR", async () => (await (server ??= startPostgres())).url),
    openDoor("SIGNALBOX_TEST_BROWSER_DOOR", () => (browser ??= unpackChromium())),
  ]);
  return async () => {
    for (const door of doors) door.close();
    await (await server?.catch(() => null))?.stop();
  };
}

/** The door's port stands in the environment under this name, where test files find it. */
async function openDoor(name: string, answer: () => Promise<string>): Promise<{ close(): unknown }> {
  const greet = async (socket: Socket): Promise<void> => {
    try {
      socket.end(await answer());
    } catch (error) {
      socket.end(String(error));
    }
  };
  const door = createServer((socket) => void greet(socket)).listen(0, "127.0.0.1");
  door.unref();
  await once(door, "listening");
  const address = door.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  process.env[name] = String(address.port);
  return door;
}
