// The forgery benchmark as a test: every attack and control, and of each planted hole the first attack that lands there.
// `npm run forge` plays all of them, and prints a table.

import { describe, expect, it } from "vitest";
import { ALL_PLAYS } from "./all.ts";
import type { Play, Played } from "./forgery.ts";
import { missingFrom } from "./named.ts";

const TITLES: Readonly<Record<Played["kind"], string>> = {
  attack: "does not believe",
  control: "believes honest work",
  planted: "would believe, with the defence taken out",
};

it("has every attack and control by its name, and a planted hole in each family", () => {
  expect(missingFrom(ALL_PLAYS)).toEqual([]);
  const without = ALL_PLAYS.filter(({ name }) => name !== "net-zero" && name !== "squash");
  expect(missingFrom(without)).toEqual(["attack net-zero of Reported", "control squash"]);
});

describe.for(["attack", "control", "planted"] as const)("%s", (kind) => {
  const plays = ALL_PLAYS.filter((play) => play.kind === kind && (kind !== "planted" || isFirst(play)));
  it.for(plays.map((play) => [`${TITLES[kind]}: ${play.family}, ${play.name}`, play] as const))(
    "%s",
    async ([, play]) => {
      const { isRight, landed, why } = await play.play();
      expect({ landed, why, isRight }).toMatchObject({ isRight: true });
    },
  );
});

function isFirst(play: Play): boolean {
  return ALL_PLAYS.find(({ family, without }) => family === play.family && without === play.without) === play;
}
