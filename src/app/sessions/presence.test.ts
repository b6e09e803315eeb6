import { expect, it } from "vitest";
import type { Identity } from "../../engine/facts.ts";
import { Presence } from "./presence.ts";

const ANN = { connection: "ann", agent: null };
const UMA = { connection: "ann", agent: "uma" };

/** Stands where a board would, and answers when it is told to. */
function listener(answer: () => Promise<void>) {
  const seen: Identity[] = [];
  return {
    seen,
    sessions: {
      noteSeen: (who: Identity) => {
        seen.push(who);
        return answer();
      },
    },
  };
}

it("notes each agent once in a while, however often it calls", () => {
  let now = 0;
  const presence = new Presence(
    () => {},
    () => now,
  );
  const board = listener(() => Promise.resolve());
  for (const who of [ANN, ANN, UMA, ANN, UMA]) presence.note(board, who);
  expect(board.seen).toEqual([ANN, UMA]);
  now = 19_999;
  presence.note(board, ANN);
  expect(board.seen).toHaveLength(2);
  now = 20_000;
  presence.note(board, ANN);
  expect(board.seen).toEqual([ANN, UMA, ANN]);
});

it("takes nobody for somebody else whose name reads the same", () => {
  const presence = new Presence(() => {});
  const board = listener(() => Promise.resolve());
  const namesake = { connection: "ann/uma", agent: null };
  for (const who of [UMA, namesake, UMA, namesake]) presence.note(board, who);
  expect(board.seen).toEqual([UMA, namesake]);
});

it("fails no call, says so in the log, and tries again with the next", async () => {
  const lines: unknown[] = [];
  const presence = new Presence((line) => lines.push(line));
  const board = listener(() => Promise.reject(new Error("no disk")));
  presence.note(board, ANN);
  await presence.finished();
  expect(lines).toMatchObject([{ level: "debug", error: "Error: no disk" }]);
  presence.note(board, ANN);
  expect(board.seen).toHaveLength(2);
  await presence.finished();
});

it("is finished when everything is written", async () => {
  const writing = Promise.withResolvers<void>();
  const presence = new Presence(() => {});
  let written = false;
  presence.note(
    listener(async () => {
      await writing.promise;
      written = true;
    }),
    ANN,
  );
  setImmediate(writing.resolve);
  await presence.finished();
  expect(written).toBe(true);
});
