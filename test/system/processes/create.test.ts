import { describe, expect, it } from "vitest";
import { ENGINES } from "../../support/processes/place.ts";
import { creates } from "./creates.ts";

describe.each(ENGINES)("8 processes that make tickets at the same moment on %s", (engine) => {
  const sizes = { engine, processes: 8, times: 10, atOnce: 3 };

  it("each get numbers of their own, none is left out, and every answer is true though half get lost", async () => {
    expect(await creates(sizes)).toMatchObject({ breaches: [], made: 80, repeated: 40, stale: 0 });
  });

  it("do so below one ticket too, whose version each of them raises", async () => {
    expect(await creates({ ...sizes, below: true })).toMatchObject({ breaches: [], made: 80, repeated: 40 });
  });
});
