import { describe, expect, it } from "vitest";
import { EventParser } from "./sse.ts";

describe("EventParser", () => {
  it("gives an event when it is complete, however it was cut into pieces", () => {
    const text = 'id: 7\nevent: move\ndata: {"a":1}\n\n';
    const parser = new EventParser();
    const events = Array.from(text).flatMap((letter) => parser.push(letter));
    expect(events).toEqual([{ id: "7", event: "move", data: '{"a":1}' }]);
  });

  it("puts several lines of data together", () => {
    expect(new EventParser().push("data: a\ndata: b\n\n")).toEqual([{ id: null, event: "message", data: "a\nb" }]);
  });

  it("hears nothing in comments and pings", () => {
    expect(new EventParser().push(": ping\n\nretry: 1000\n\n")).toEqual([]);
  });

  it("gives all that came at once, in order, and forgets the kind in between", () => {
    const events = new EventParser().push("id: 1\nevent: move\ndata: x\n\nid: 2\ndata: y\n\n");
    expect(events.map((event) => [event.id, event.event])).toEqual([
      ["1", "move"],
      ["2", "message"],
    ]);
  });
});
