import { describe, expect, it } from "vitest";
import { otherTexts, toldIn } from "./told.ts";

describe("what a refused caller was told", () => {
  it("is read from its two texts", () => {
    const texts = { reason: "because", refusal: "No.\nNever.", recovery: "retry\nRecovery: twice." };
    expect(toldIn({ texts })).toEqual({ what: "No.\nNever.", recovery: "retry\nRecovery: twice." });
    expect(otherTexts({ texts })).toEqual({ reason: "because" });
  });

  it("is read from the one text of an older row", () => {
    const texts = { refusal: "No.\nNever.\nRecovery: retry." };
    expect(toldIn({ texts })).toEqual({ what: "No.\nNever.", recovery: "retry." });
    expect(toldIn({ texts: { refusal: "cut short before its end" } })).toEqual({
      what: "cut short before its end",
      recovery: null,
    });
  });

  it("is gone where it was redacted", () => {
    expect(toldIn({ texts: { refusal: null } })).toEqual({ what: null, recovery: null });
    expect(toldIn({ texts: { refusal: null, recovery: null } })).toEqual({ what: null, recovery: null });
    expect(toldIn({ texts: { refusal: null, recovery: "retry." } })).toEqual({ what: null, recovery: "retry." });
  });

  it("is nothing in a row of another kind", () => {
    expect(toldIn({ texts: { reason: "because" } })).toBeNull();
  });
});
