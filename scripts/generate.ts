// `npm run generate` writes the generated files; with --check it writes nothing and fails where one is stale.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findStale, generate } from "./generated.ts";

const root = join(import.meta.dirname, "..");

if (process.argv.includes("--check")) {
  const stale = await findStale(root);
  for (const path of stale) console.error(`${path} is stale: run \`npm run generate\` and commit the result`);
  if (stale.length > 0) process.exitCode = 1;
} else {
  for (const { path, text } of await generate()) writeFileSync(join(root, path), text);
}
