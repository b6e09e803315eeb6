import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { workflowSchema } from "./schema.ts";
import { SHIPPED, shipped } from "./shipped.ts";

const BROKEN = join(import.meta.dirname, "../../test/fixtures/workflows/broken");

it.each(SHIPPED)("takes the shipped workflow %s, and changes nothing in it", (name) => {
  expect(workflowSchema.parse(shipped(name).workflow)).toEqual(shipped(name).workflow);
});

it.each(readdirSync(BROKEN))("leaves to the linter what is wrong in meaning: %s", (file) => {
  expect(workflowSchema.safeParse(JSON.parse(readFileSync(join(BROKEN, file), "utf8"))).error).toBeUndefined();
});
