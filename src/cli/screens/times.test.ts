import { afterEach, describe, expect, it } from "vitest";
import { readMoment } from "../support/arguments.ts";
import { showClock, showDay, showLongMoment, showMinute, showMoment, showZone } from "./times.ts";

const AT = "2026-11-16T23:42:07.123Z";
const zone = process.env["TZ"];

afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

describe("a time is shown by the clock here", () => {
  it.each([
    ["UTC", "2026-11-16 23:42:07 UTC", "Mon 16 Nov 2026, 23:42 UTC"],
    ["Europe/Berlin", "2026-11-17 00:42:07 CET", "Tue 17 Nov 2026, 00:42 CET"],
    ["America/New_York", "2026-11-16 18:42:07 EST", "Mon 16 Nov 2026, 18:42 EST"],
    ["Asia/Kolkata", "2026-11-17 05:12:07 IST", "Tue 17 Nov 2026, 05:12 IST"],
    ["Asia/Tokyo", "2026-11-17 08:42:07 GMT+9", "Tue 17 Nov 2026, 08:42 GMT+9"],
  ])("in %s: %s", (name, moment, long) => {
    process.env["TZ"] = name;
    expect([showMoment(AT), showLongMoment(AT)]).toEqual([moment, long]);
    expect(`${showDay(AT)} ${showClock(AT)} ${showZone(AT)}`).toBe(moment);
    expect(showMinute(AT)).toBe(moment.replace(/:07 /, " "));
  });

  it("and the zone is that of the season", () => {
    process.env["TZ"] = "Europe/Berlin";
    expect(showMoment("2026-07-16T10:00:00Z")).toBe("2026-07-16 12:00:00 CEST");
  });
});

describe("a time is read by the clock here", () => {
  it.each([
    ["2026-11-16", "2026-11-15T23:00:00.000Z"],
    ["2026-11-16 11:42", "2026-11-16T10:42:00.000Z"],
    ["2026-11-16T11:42:07", "2026-11-16T10:42:07.000Z"],
    ["2026-11-16T11:42:07.000Z", "2026-11-16T11:42:07.000Z"],
  ])("%s", (text, iso) => {
    process.env["TZ"] = "Europe/Berlin";
    expect(new Date(readMoment(text)).toISOString()).toBe(iso);
  });

  it("as so long ago, or as an hour of today", () => {
    expect(Math.abs(Date.now() - 2 * 3_600_000 - readMoment("2h"))).toBeLessThan(60_000);
    const today = new Date(readMoment("11:42"));
    expect([today.getHours(), today.getMinutes(), today.toDateString()]).toEqual([11, 42, new Date().toDateString()]);
  });

  it.each(["", "soon", "2026-13-40", "25:99", "0h"])("not as %j", (text) => {
    expect(() => readMoment(text)).toThrow(/It is/);
  });
});
