// Runs several npm scripts at the same time: node scripts/side-by-side.ts types lint build
// What each prints comes in one piece, when it has ended. Ends with 1 where one of them has failed.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

const names = process.argv.slice(2);
const failed = (await Promise.all(names.map(run))).filter((name) => name !== null);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(", ")}`);
  process.exitCode = 1;
}

/** Its name, where it has failed. */
async function run(name: string): Promise<string | null> {
  const began = performance.now();
  const child = spawn("npm", ["run", "--silent", name], {
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s\n${out}${err}`.trimEnd());
  return code === 0 ? null : name;
}
