// docs/troubleshooting.md explains every code, and no code that nothing carries. That none is missing is mostly tsc's to
// say: the words are records over the unions of codes. What types can't say is looked up here, in the syntax tree.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, it } from "vitest";
import { FINDINGS, GITHUB, HTTP, OTHERS, STORE } from "../../../scripts/troubleshooting/errors.ts";
import {
  CALLS,
  DECISIONS,
  HANDOFFS,
  PEOPLE,
  RUNS,
  SESSIONS,
  TICKETS,
} from "../../../scripts/troubleshooting/refusals.ts";
import { ROOT } from "./pages.ts";

/** Where codes are declared: to stand there is not to be used. */
const DECLARED_IN = new Set(["engine/refusal-codes.ts"]);

const SOURCE = join(ROOT, "src");

interface Found {
  readonly values: ReadonlySet<string>;
  /** What classes of errors carry as their one code. */
  readonly carried: ReadonlySet<string>;
}

function look(): Found {
  const values = new Set<string>();
  const carried = new Set<string>();
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/\.(test|generated)\.ts$/.test(file) && !DECLARED_IN.has(file),
  );
  for (const file of files) {
    const types = new Set<number>();
    let within = -1;
    new Visitor({
      TSLiteralType: (node) => void types.add(node.literal.start),
      Literal: (node) => {
        if (typeof node.value === "string" && !types.has(node.start)) values.add(node.value);
      },
      // A class of its own says its code first: super("code", what, recovery). The store's and GitHub's have many.
      ClassDeclaration: ({ superClass, end }) => {
        if (superClass?.type === "Identifier" && superClass.name === "KnownError") within = end;
      },
      CallExpression: ({ callee, arguments: [code], start }) => {
        if (callee.type !== "Super" || start > within) return;
        if (code?.type === "Literal" && typeof code.value === "string") carried.add(code.value);
      },
    }).visit(parseSync(file, readFileSync(join(SOURCE, file), "utf8")).program);
  }
  return { values, carried };
}

/** Put together from the name of a field, or from what was not declared. */
const ASSEMBLED = /^(unknown_(priority|estimate)|undeclared_\w+)$/;

const found = look();

it("explains the code of every class of errors", () => {
  expect([...found.carried].toSorted()).toEqual(Object.keys(OTHERS).toSorted());
});

it("explains no code that nothing carries", () => {
  const explained = [CALLS, DECISIONS, HANDOFFS, PEOPLE, RUNS, SESSIONS, TICKETS, STORE, GITHUB, HTTP, OTHERS].flatMap(
    (words) => Object.keys(words),
  );
  expect(explained.length).toBeGreaterThan(100);
  expect(new Set(explained).size).toBe(explained.length);
  const all = [...explained, ...Object.keys(FINDINGS)];
  expect(all.filter((code) => !found.values.has(code) && !ASSEMBLED.test(code))).toEqual([]);
});
