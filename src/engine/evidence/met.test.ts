import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Level } from "../workflow/format.ts";
import { LEVELS, rankOf, VERDICTS, withoutSaid, withSaid, type Said } from "./fact.ts";
import { judge, judgePersons } from "./met.ts";

const DIGEST = "sha256:in-force";

function saying(level: Level, verdict: Said["verdict"], fields: Partial<Said> = {}): Said {
  return { level, verdict, source: level, run: "1", at: 0, ...fields };
}

const isMet = (said: readonly Said[], atLeast: Level = "witnessed", check: string | null = null): boolean =>
  judge(said, atLeast, check).met;

describe("a fact is met", () => {
  it("by a pass that is strong enough", () => {
    expect(isMet([saying("witnessed", "pass")])).toBe(true);
    expect(isMet([saying("attested", "pass")])).toBe(true);
    expect(isMet([saying("observed", "pass")], "attested")).toBe(true);
    expect(isMet([saying("attested", "pass")], "observed")).toBe(true);
  });

  it("by no pass that is weaker", () => {
    expect(judge([saying("reported", "pass")], "witnessed", null)).toMatchObject({
      met: false,
      weaker: [{ level: "reported" }],
    });
    expect(isMet([saying("witnessed", "pass")], "observed")).toBe(false);
  });

  it("not while somebody at that level or above says otherwise", () => {
    expect(isMet([saying("witnessed", "pass"), saying("observed", "fail")])).toBe(false);
    expect(isMet([saying("witnessed", "pass"), saying("witnessed", "empty", { source: "another" })])).toBe(false);
    expect(isMet([saying("observed", "pass"), saying("attested", "fail")])).toBe(false);
  });

  it("in spite of somebody weaker who says otherwise", () => {
    expect(isMet([saying("attested", "pass"), saying("witnessed", "fail"), saying("reported", "fail")])).toBe(true);
  });

  it("neither by what ran nothing nor by what nobody could look at", () => {
    expect(isMet([saying("attested", "empty")])).toBe(false);
    expect(isMet([saying("attested", "unknown")])).toBe(false);
    expect(isMet([])).toBe(false);
  });

  it("in spite of a look that came to nothing", () => {
    expect(isMet([saying("witnessed", "pass"), saying("observed", "unknown")])).toBe(true);
  });

  it("by a run of the check in force, and of no other", () => {
    expect(isMet([saying("witnessed", "pass", { check: DIGEST })], "witnessed", DIGEST)).toBe(true);
    expect(judge([saying("witnessed", "pass", { check: "older" })], "witnessed", DIGEST)).toMatchObject({
      met: false,
      outdated: [{ check: "older" }],
    });
    expect(isMet([saying("witnessed", "pass")], "witnessed", DIGEST)).toBe(false);
    expect(isMet([saying("attested", "pass", { check: "older" })], "witnessed", DIGEST)).toBe(false);
    expect(isMet([saying("attested", "pass")], "witnessed", DIGEST)).toBe(true);
  });
});

describe("what only a person gives", () => {
  it("counts from a person, here or on GitHub", () => {
    expect(judgePersons([saying("attested", "pass", { source: "person:Maria" })]).met).toBe(true);
    expect(judgePersons([saying("observed", "pass", { source: "github" })]).met).toBe(true);
  });

  it("counts from nobody else", () => {
    for (const source of ["token:ci", "oidc:1", "check", "persona:Maria"]) {
      expect(judgePersons([saying("attested", "pass", { source })]).met, source).toBe(false);
    }
    expect(judgePersons([saying("reported", "pass", { source: "person:Maria" })]).met).toBe(false);
  });

  it("does not count while somebody says otherwise", () => {
    const given = saying("attested", "pass", { source: "person:Maria" });
    expect(judgePersons([given, saying("attested", "fail", { source: "token:ci" })]).met).toBe(false);
  });
});

describe("whatever was said", () => {
  const level = fc.constantFrom(...LEVELS);
  const digest = fc.option(fc.constantFrom(DIGEST, "older"), { nil: undefined });
  const entry = fc
    .record({
      level,
      verdict: fc.constantFrom(...VERDICTS),
      source: fc.constantFrom("a", "b", "person:c"),
      check: digest,
    })
    .map(({ check, ...said }): Said => ({ ...said, run: "1", at: 0, ...(check === undefined ? {} : { check }) }));
  const log = fc.array(entry, { maxLength: 8 }).map((all) => all.reduce(withSaid, [] as readonly Said[]));
  const check = fc.constantFrom(DIGEST, null);

  it("a report never raises a fact above its own level", () => {
    fc.assert(
      fc.property(
        log,
        entry,
        fc.constantFrom<Level>("witnessed", "observed", "attested"),
        check,
        (said, more, atLeast, digest) => {
          const reported = withSaid(said, { ...more, level: "reported", source: "an agent" });
          expect(isMet(reported, atLeast, digest)).toBe(isMet(said, atLeast, digest));
        },
      ),
    );
  });

  it("it is met only by a pass of the check in force that is strong enough, with nothing against it from there up", () => {
    fc.assert(
      fc.property(log, level, check, (said, atLeast, digest) => {
        const { met, by } = judge(said, atLeast, digest);
        expect(by !== null).toBe(met);
        if (by === null) return;
        expect(by.verdict).toBe("pass");
        expect(rankOf(by.level)).toBeGreaterThanOrEqual(rankOf(atLeast));
        if (digest !== null && by.level === "witnessed") expect(by.check).toBe(digest);
        if (digest !== null && by.level !== "reported" && by.check !== undefined) expect(by.check).toBe(digest);
        const above = said.filter((other) => rankOf(other.level) >= rankOf(by.level));
        expect(above.some(({ verdict }) => verdict === "fail" || verdict === "empty")).toBe(false);
      }),
    );
  });

  it("what is asked for at a lower level is met wherever it is met at a higher one", () => {
    fc.assert(
      fc.property(log, level, level, check, (said, a, b, digest) => {
        const [low, high] = rankOf(a) <= rankOf(b) ? [a, b] : [b, a];
        if (isMet(said, high, digest)) expect(isMet(said, low, digest)).toBe(true);
      }),
    );
  });

  it("a pass that was taken back never counts", () => {
    fc.assert(
      fc.property(log, level, level, check, (said, own, atLeast, digest) => {
        const pass: Said = { level: own, source: "new", verdict: "pass", run: "9", at: 0, check: DIGEST };
        const without = withoutSaid(withSaid(said, pass), pass, null);
        expect(isMet(without, atLeast, digest)).toBe(isMet(said, atLeast, digest));
      }),
    );
  });

  it("a contradiction from at least as high never lets it pass", () => {
    fc.assert(
      fc.property(
        log,
        level,
        check,
        fc.constantFrom<Said["verdict"]>("fail", "empty"),
        (said, atLeast, digest, verdict) => {
          const against: Said = { level: "attested", source: "another", verdict, run: "9", at: 0 };
          expect(isMet(withSaid(said, against), atLeast, digest)).toBe(false);
        },
      ),
    );
  });
});
