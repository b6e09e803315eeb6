import { parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { ourSchema, schemaFrom } from "../../../scripts/github-schema.ts";
import { findOperations } from "../../../scripts/github-types.ts";
import { EVERY_WRITE } from "../../../src/github/operations/write.ts";

const operations = await findOperations();
const newest = process.env["GITHUB_SCHEMA"];
const schemas = [
  { named: "npm's schema with our overlay", schema: ourSchema() },
  ...(newest === undefined ? [] : [{ named: newest, schema: schemaFrom(newest) }]),
];

describe.each(schemas)("against $named", ({ schema }) => {
  it.each(operations.map((operation) => [operation.name, operation] as const))("%s is valid", (_, { text }) => {
    expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
  });

  it("would find a field that is not there", () => {
    const [found] = validate(schema, parse("query Wrong { viewer { shoeSize } }"));
    expect(found?.message).toContain("shoeSize");
  });
});

it("knows every part that requests are put together from", () => {
  expect(operations).toContain(EVERY_WRITE);
});

it("finds all operations, each under a name of its own", () => {
  const names = operations.map(({ name }) => name);
  expect(names).toHaveLength(32);
  expect(new Set(names).size).toBe(names.length);
});
