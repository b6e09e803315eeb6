import { describe, expect, it } from "vitest";
import { OpenStreams, type StreamOwner } from "./open-streams.ts";

const owner = (caller: string): StreamOwner => ({ caller, token: caller, browser: null });

describe("open streams", () => {
  it("are a hundred for one caller and a thousand for all, and a place that is left is free", () => {
    const streams = new OpenStreams({ mayStay: () => Promise.resolve(true), log: () => {} });
    const places = Array.from({ length: 1_000 }, (_, index) =>
      streams.take(owner(`caller ${Math.floor(index / 100)}`)),
    );
    expect(places.every((place) => typeof place === "object")).toBe(true);
    expect(streams.take(owner("caller 0"))).toBe("yours");
    expect(streams.take(owner("another"))).toBe("all");
    const [first] = places;
    if (typeof first === "object") {
      first.leave();
      first.leave();
    }
    expect(typeof streams.take(owner("another"))).toBe("object");
    expect(streams.take(owner("another"))).toBe("all");
    streams.close();
  });

  it("stay where the store does not answer: nothing new comes out of it either", async () => {
    const logged: unknown[] = [];
    let ended = 0;
    const streams = new OpenStreams({
      mayStay: () => Promise.reject(new Error("away")),
      log: (line) => void logged.push(line),
    });
    const place = streams.take(owner("one"));
    if (typeof place === "object") place.give({ end: () => ended++ });
    await streams.look();
    expect([ended, logged.length]).toEqual([0, 1]);
    streams.close();
  });
});
