import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";

it("leaves GitHub's schema and the library that reads it to the tests", async () => {
  const root = join(import.meta.dirname, "../../..");
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["client/client", "setup/create-fields", "setup/doctor", "tracker/open"].map((file) => `src/github/${file}.ts`),
    bundle: true,
    write: false,
    outdir: "out",
    metafile: true,
    platform: "node",
    format: "esm",
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.some((file) => file.includes("node_modules/@octokit/graphql/"))).toBe(true);
  expect(inputs.filter((file) => /node_modules\/(?:graphql|@octokit\/graphql-schema|@graphql-)/.test(file))).toEqual(
    [],
  );
});
