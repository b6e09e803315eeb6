// A process that runs one check, to be killed.

import { runCheck } from "../../../src/git/check/check.ts";

const { folder, scratch, run } = JSON.parse(process.env["CHECKED"] ?? "{}") as Record<
  "folder" | "scratch" | "run",
  string
>;

await runCheck({ folder, scratch, commit: "HEAD", check: { run } });
