import { describe, expect, it } from "vitest";
import { WrongKeys, type WrongKey } from "./wrong-keys.ts";

function counting() {
  let now = 0;
  const logged: Record<string, unknown>[] = [];
  const keys = new WrongKeys({ clock: () => now, log: (line) => void logged.push(line) });
  const fail = (more: Partial<WrongKey> = {}): number | null =>
    keys.failed({ kind: "key", id: "0123456789", from: "198.51.100.7", digest: "d", ...more });
  return { keys, fail, logged, pass: (ms: number) => (now += ms) };
}

describe("wrong keys", () => {
  it("have to wait after twenty within a minute, each key of each address for itself", () => {
    const { keys, fail, pass } = counting();
    const first = Array.from({ length: 20 }, () => fail());
    expect(first.every((wait) => wait === null)).toBe(true);
    expect(fail()).toBe(60);
    expect(fail({ id: "other" })).toBeNull();
    expect(fail({ from: "198.51.100.8" })).toBeNull();
    expect(keys.waitFor(() => "d")).toBe(60);
    expect(keys.waitFor(() => "another key of the same id")).toBeNull();
    pass(60_000);
    expect(keys.waitFor(() => "d")).toBeNull();
    expect(fail()).toBeNull();
    expect(keys.total).toBe(24);
  });

  it("with a new id each have to wait too, after two hundred", () => {
    const { fail } = counting();
    const waits = Array.from({ length: 201 }, (_, index) => fail({ id: `id-${index}`, digest: `d-${index}` }));
    expect(waits.indexOf(60)).toBe(200);
  });

  it("are logged, but not without end", () => {
    const { fail, logged } = counting();
    for (let index = 0; index < 1_000; index++) fail({ id: `id-${index}`, digest: `d-${index}` });
    expect(logged[0]).toEqual({ level: "warn", message: "a key did not fit", key: "id-0", from: "198.51.100.7" });
    expect(logged.length).toBe(201);
    expect(logged.at(-1)?.["message"]).toContain("not logged for a while");
  });
});
