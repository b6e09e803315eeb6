// Many clients that connect at the same moment, and ask again as soon as they are answered.

import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { HttpServer } from "../../support/clients/http-server.ts";
import { freshPlace, type Place } from "../../support/processes/place.ts";

const CLIENTS = 80;
const ASK = "GET /api/session HTTP/1.1\r\nHost: HOST\r\n\r\n";

let place: Place;
let server: HttpServer;
const sockets: Socket[] = [];

beforeEach(async () => {
  place = await freshPlace("sqlite");
  server = await HttpServer.start(place.address.database);
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.stop();
  await place.remove();
});

it("takes all of them in before it answers the first again and again", async () => {
  const { hostname, port, host } = new URL(server.url);
  const answers = Array.from({ length: CLIENTS }, () => 0);
  const { promise: allHeard, resolve } = Promise.withResolvers<void>();
  for (const client of answers.keys()) {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    sockets.push(socket);
    const ask = (): boolean => socket.write(ASK.replace("HOST", host));
    socket.once("connect", ask);
    socket.on("data", () => {
      answers[client] = (answers[client] ?? 0) + 1;
      if (answers.every((count) => count > 0)) resolve();
      else ask();
    });
    socket.on("error", () => {});
  }
  await allHeard;
  // One that is taken in after each round of the others' answers would be the last after as many rounds.
  expect(Math.max(...answers)).toBeLessThan(CLIENTS / 2);
});
