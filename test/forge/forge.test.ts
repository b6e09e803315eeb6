// The forgery benchmark as a test: `npm run forge` prints the same as a table.

import { describe, expect, it } from "vitest";
import { ALL_PLAYS } from "./all.ts";
import type { Played } from "./forgery.ts";

const TITLES: Readonly<Record<Played["kind"], string>> = {
  attack: "does not believe",
  control: "believes honest work",
  planted: "would believe, with the defence taken out",
};

describe.for(["attack", "control", "planted"] as const)("%s", (kind) => {
  const plays = ALL_PLAYS.filter((play) => play.kind === kind);
  it.for(plays.map((play) => [`${TITLES[kind]}: ${play.family}, ${play.name}`, play] as const))(
    "%s",
    async ([, play]) => {
      const { isRight, landed, why } = await play.play();
      expect({ landed, why, isRight }).toMatchObject({ isRight: true });
    },
  );
});
