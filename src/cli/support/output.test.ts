import { afterEach, describe, expect, it, vi } from "vitest";
import { harmless, styled } from "./output.ts";

afterEach(() => vi.unstubAllEnvs());

describe("what is printed", () => {
  it.each(["0", "1"])("has no colours but our own, with FORCE_COLOR=%s", (force) => {
    vi.stubEnv("FORCE_COLOR", force);
    const shown = harmless(`${styled("ours", "red")} \u001b[31mtheirs\u001b[0m \u001b[31;1mtheirs\u009b0m`);
    const ours = force === "1" ? "\u001b[31mours\u001b[0m" : "ours";
    expect(shown).toBe(`${ours} ${String.raw`\u001b[31mtheirs\u001b[0m \u001b[31;1mtheirs\u009b0m`}`);
  });

  it("keeps its lines and tabs", () => {
    expect(harmless("a\tb\nc\r\n")).toBe("a\tb\nc\\u000d\n");
  });
});
