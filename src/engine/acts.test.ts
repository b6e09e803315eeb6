import { describe, expect, it } from "vitest";
import { argument, by, capital, doing, listedWords, say, sentences, type Act } from "./acts.ts";
import { inWords } from "./surfaces/tell.ts";

const PICK: Act = { type: "pick" };

describe("a text with acts in it", () => {
  it("is a plain string while there is none", () => {
    expect(say`#${7} is in ${'"Done"'}.`).toBe('#7 is in "Done".');
    expect(say``).toBe("");
  });

  it("holds them between its strings, in the form that was asked for", () => {
    expect(say`take other work ${by(PICK)}, or ${doing(PICK)}`).toEqual([
      "take other work ",
      { act: PICK, form: "by", capital: false },
      ", or ",
      { act: PICK, form: "do", capital: false },
    ]);
    expect(say`${PICK}`).toEqual([{ act: PICK, form: "name", capital: false }]);
    expect(say`${capital(doing(PICK))}`).toEqual([{ act: PICK, form: "do", capital: true }]);
  });

  it("takes other texts in, and joins what stands side by side", () => {
    const inner = say`a ${PICK} b`;
    expect(say`x ${inner} y${"z"}`).toEqual(["x a ", { act: PICK, form: "name", capital: false }, " b yz"]);
  });
});

describe("texts in a row", () => {
  const told = (words: Parameters<typeof inWords>[0]): string => inWords(words, "mcp");

  it("are listed like words", () => {
    expect(listedWords([])).toBe("");
    expect(told(listedWords([PICK]))).toBe("pick_actionable_issue");
    expect(told(listedWords(["a", say`b ${argument("claim", true)}`, PICK]))).toBe(
      "a, b claim=true or pick_actionable_issue",
    );
    expect(told(listedWords(["a", "b"], "and"))).toBe("a and b");
  });

  it("are sentences one after the other, without the empty ones", () => {
    expect(sentences("", "One.", "", "Two.")).toBe("One. Two.");
    expect(told(sentences(say`Use ${PICK}.`, "", "Then go on."))).toBe("Use pick_actionable_issue. Then go on.");
    expect(sentences()).toBe("");
  });
});
