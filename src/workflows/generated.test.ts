import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findStale, generate } from "../../scripts/generated.ts";

it("finds the committed files current", async () => {
  expect(await findStale(join(import.meta.dirname, "../.."))).toEqual([]);
});

it("names a file that is missing or says something else", async () => {
  const root = mkdtempSync(join(tmpdir(), "signalbox-generated-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const all = await generate();
  expect(await findStale(root)).toEqual(all.map(({ path }) => path));
  for (const { path, text } of all) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(await findStale(root)).toEqual([]);
  writeFileSync(join(root, "workflows/workflow.schema.json"), "{}\n");
  expect(await findStale(root)).toEqual(["workflows/workflow.schema.json"]);
});
