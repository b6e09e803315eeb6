import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { checkArguments } from "../../../src/mcp/arguments.ts";
import { TOOLS } from "../../../src/mcp/all-tools.ts";
import { SHIPPED, shipped } from "../../../src/workflows/shipped.ts";
import { readPage } from "../docs/pages.ts";
import { RUN_CALLS, RUN_SKILLS, SKILLS, type ShownCall } from "./calls.ts";
import { documentsIn, proseOf, stepsOf } from "./run-steps.ts";

const NAMES = RUN_SKILLS.map(({ name }) => name);

/** Every document that a skill leaves, with the skills that leave it. */
const LEFT = Map.groupBy(
  NAMES.flatMap((skill) => stepsOf(skill).flatMap((step) => (step.kind === "leave" ? { skill, path: step.path } : []))),
  ({ path }) => path,
);

describe("the skills of runs", () => {
  it("are exactly those that shipped workflows name, and none is a skill for tickets too", () => {
    const named = SHIPPED.flatMap((name) => [...shipped(name).states.values()].flatMap(({ skill }) => skill ?? []));
    expect(NAMES).toEqual([...new Set(named)].toSorted());
    expect(SKILLS.map(({ name }) => name).filter((name) => NAMES.includes(name))).toEqual([]);
  });

  it.each(RUN_SKILLS)("$name is named like its folder, with a head that says what and when, and is short", (skill) => {
    const [, head = ""] = /^---\n(name: .+\ndescription: .+)\n---\n\n# /.exec(skill.text) ?? [];
    const { name, description = "" } = parse(head) as Record<string, string>;
    expect(name).toBe(skill.name);
    expect(description).toMatch(new RegExp(`^[A-Z].*\\. Use when .*\\b${skill.name}\\.$`));
    expect(description.length).toBeLessThan(300);
    expect(Buffer.byteLength(skill.text)).toBeLessThan(3500);
  });

  it.each(RUN_SKILLS)("$name asks first where the run stands, and ends by saying that it is finished", ({ name }) => {
    const calls = RUN_CALLS.filter((call) => call.skill === name);
    expect(calls[0]?.tool).toBe("get_run");
    expect(calls.filter(({ tool }) => tool === "complete_skill")).toEqual([calls.at(-1)]);
    expect(calls.at(-1)?.arguments).toMatchObject({ project: "PROJECT", session: "SESSION", skill: name });
  });

  it("say in the same words what comes next, what a clear keeps, and what to do with a refusal", () => {
    const endings = new Set(RUN_SKILLS.map(({ text }) => text.slice(text.indexOf("## What comes next"))));
    expect(endings.size).toBe(1);
    const [ending = ""] = endings;
    expect(ending.match(/^## .*$/gm)).toEqual(["## What comes next", "## After a break", "## When a call is refused"]);
    for (const word of ["`next_skill`", "`params`", "`action`", "`docs/runs/SESSION/`", "`Recovery:`"]) {
      expect(ending).toContain(word);
    }
  });

  it.each(RUN_SKILLS)("$name knows no other skill and no state: the server does", (skill) => {
    const states = [...shipped("skill").states.keys()].filter((state) => state.includes("-"));
    const others = [...NAMES, ...states].filter((word) => word !== skill.name);
    expect(others.filter((word) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(skill.text))).toEqual([]);
    expect(skill.text).not.toMatch(/→|->|=>|^\|/m);
  });

  it.each(RUN_SKILLS)("$name says of each placeholder what it stands for, and of no other", (skill) => {
    const calls = JSON.stringify(RUN_CALLS.filter((call) => call.skill === skill.name));
    const used = {
      "PROJECT and SESSION": calls.includes("PROJECT"),
      STATE: calls.includes('"STATE"'),
      TASK: calls.includes('"TASK"'),
      1: skill.text.includes("item-1/"),
      0: skill.text.includes("batch-0"),
      7: /:7\b/.test(calls),
    };
    const prose = proseOf(skill);
    const told = Object.keys(used).filter((word) => new RegExp(`(?<![\\w-])${word} (?:stands? )?for `).test(prose));
    expect(told.toSorted()).toEqual(
      Object.entries(used)
        .flatMap(([word, is]) => (is ? word : []))
        .toSorted(),
    );
  });

  it.each(RUN_CALLS)("$skill: $tool fits the tool's schema", (call: ShownCall) => {
    const tool = TOOLS.find(({ name }) => name === call.tool);
    if (!tool) throw new Error(`there is no tool ${call.tool}`);
    const checked = checkArguments(tool, call.arguments);
    expect(isRefusal(checked) ? tell(checked, "mcp").error : "fits").toBe("fits");
  });
});

describe("tickets", () => {
  it.each(RUN_SKILLS)(
    "are handed off in $name if the workflow says so, by the server's word alone",
    ({ name, text }) => {
      const states = [...shipped("skill").states.values()].filter(({ skill }) => skill === name);
      const told = ["`handoffs`", "`handoff_ticket`", "`before`", "`after`", "`note`"].filter((word) =>
        text.includes(word),
      );
      expect(told).toHaveLength(states.some(({ ticketSteps }) => ticketSteps.length > 0) ? 5 : 0);
    },
  );
});

describe("the documents of a run", () => {
  it("are left by one skill each; a plan by whichever documents the item", () => {
    const several = [...LEFT].filter(([, skills]) => skills.length > 1);
    expect(several.map(([path]) => path)).toEqual(["docs/runs/SESSION/item-1/plan.md"]);
    const documenting = [...shipped("skill").states.values()].filter(({ work }) => work === "document");
    expect(several[0]?.[1].map(({ skill }) => skill).toSorted()).toEqual(
      documenting.map(({ skill }) => skill ?? "").toSorted(),
    );
  });

  it("are left by every skill but those that clear and clean up", () => {
    const leaving = new Set([...LEFT.values()].flat().map(({ skill }) => skill));
    expect(NAMES.filter((name) => !leaving.has(name))).toEqual(["collab-cleanup", "collab-clear"]);
  });

  it.each(RUN_SKILLS)("have one name, in $name too", ({ name, text }) => {
    expect(documentsIn(text).filter((path) => !LEFT.has(path))).toEqual([]);
    const short = [...text.matchAll(/`([\w-]+\.md)`/g)].map(([, word = ""]) => word);
    const read = stepsOf(name).flatMap((step) => (step.kind === "read" ? step.paths : []));
    expect(short.filter((word) => !read.some((path) => basename(path) === word))).toEqual([]);
  });

  it("lie where the workflow says, which is what people are shown", () => {
    const { skills = {} } = shipped("skill").workflow;
    const told = Object.entries(skills).flatMap(([skill, { document }]) =>
      document === undefined ? [] : [[skill, document]],
    );
    const marks: Readonly<Record<string, string>> = { session: "SESSION", item: "1", batch: "0" };
    const paths = told.map(
      ([skill, path = ""]) => `${skill} ${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => marks[name] ?? "")}`,
    );
    const left = [...LEFT].flatMap(([path, own]) => own.map(({ skill }) => `${skill} ${path}`));
    expect(paths.toSorted()).toEqual(left.toSorted());
  });

  it("stand in docs/runs.md, all of them", () => {
    const page = readPage("docs/runs.md");
    const shown = [...LEFT.keys()].map((path) => path.replace("docs/runs/SESSION/", ""));
    expect(shown.filter((path) => !page.includes(`\`${path}\``))).toEqual([]);
  });
});
