import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { bundle } from "../../../scripts/build/bundle.ts";
import { ROOT } from "../../support/program.ts";

it("leaves GitHub's schema and the library that reads it to the tests", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-bundle-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inputs = Object.keys((await bundle(ROOT, folder)).inputs);
  expect(inputs.some((file) => file.includes("node_modules/@octokit/graphql/"))).toBe(true);
  expect(inputs.filter((file) => /node_modules\/(?:graphql|@octokit\/graphql-schema|@graphql-)/.test(file))).toEqual(
    [],
  );
});
