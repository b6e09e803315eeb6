import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, it } from "vitest";
import { TICKET } from "../support/engine/situation.ts";

/** The places where a string names a state of the shipped ticket workflow. */
function statesNamedIn(file: string, text: string): string[] {
  const found: string[] = [];
  const note = (value: unknown, start: number): void => {
    if (typeof value === "string" && TICKET.states.has(value)) found.push(`${file}:${start} ${value}`);
  };
  const { program } = parseSync(file, text);
  new Visitor({
    Literal: (node) => note(node.value, node.start),
    TemplateElement: (node) => note(node.value.cooked, node.start),
    Property: (node) => note(node.key.type === "Identifier" ? node.key.name : null, node.start),
  }).visit(program);
  return found;
}

it("finds no state's name in source code: workflows are data", () => {
  const root = join(import.meta.dirname, "../../src");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|generated)\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((file) => statesNamedIn(file, readFileSync(join(root, file), "utf8")))).toEqual([]);
});

it("would find one, however it is written", () => {
  const planted = 'if (state === "In Review") go(`Backlog`, { Canceled: 1, "Human Needed": 2 });';
  expect(
    statesNamedIn("planted.ts", planted)
      .map((place) => place.replace(/^\S+ /, ""))
      .toSorted(),
  ).toEqual(["Backlog", "Canceled", "Human Needed", "In Review"]);
});
