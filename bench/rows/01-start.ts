import { join } from "node:path";
import { byTurns } from "../by-turns.ts";
import { atMostTimes, type Sample } from "../finding.ts";
import type { Row } from "../row.ts";
import { inLab, signalboxMcp } from "../stdio/lab.ts";
import { buildOneTool } from "../stdio/one-tool.ts";
import { ServerProcess, type Start } from "../stdio/server-process.ts";

export const start: Row = {
  number: 1,
  awake: true,
  name: "start",
  what: "start of signalbox mcp to the answer of tools/list",
  baseline: "a one-tool server on the same SDK, bundled",
  measure: (size) =>
    inLab(async (lab) => {
      const ours = signalboxMcp(lab, join(lab.folder, "board.db"));
      const baseline = await buildOneTool(lab);
      // The first starts compile, and leave what they compiled for the others.
      const rounds = size === "full" ? 31 : 3;
      const taken = await byTurns(
        rounds,
        () => untilTools(ours),
        () => untilTools(baseline),
        3,
      );
      return [atMostTimes(1.35, { what: "start to tools/list", unit: "ms", ...taken })];
    }),
};

async function untilTools(start: Start): Promise<Sample> {
  const began = performance.now();
  const server = new ServerProcess(start);
  await server.shakeHands();
  const listed = await server.request("tools/list", {});
  const value = performance.now() - began;
  const spent = server.spent();
  await server.leave();
  if (!listed.includes('"inputSchema"')) throw new Error(`there are no tools in ${listed}`);
  return { value, ...spent };
}
