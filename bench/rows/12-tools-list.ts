import { join } from "node:path";
import { atMost, counted, type Finding } from "../finding.ts";
import type { Row } from "../row.ts";
import { inLab, signalboxMcp } from "../stdio/lab.ts";
import { ServerProcess } from "../stdio/server-process.ts";

export const toolsList: Row = {
  number: 12,
  name: "tools-list",
  what: "tools/list with all toolsets, as it goes over the wire",
  baseline: null,
  measure: () =>
    inLab(async (lab) => {
      const server = new ServerProcess(signalboxMcp(lab, join(lab.folder, "board.db")));
      await server.shakeHands();
      const line = await server.request("tools/list", {});
      await server.leave();
      const { tools } = (JSON.parse(line) as { result: { tools: readonly { outputSchema?: unknown }[] } }).result;
      const without = { tools: tools.map(({ outputSchema: _, ...rest }) => rest) };
      return [
        inKb(28, "tools/list in all", JSON.stringify({ tools })),
        inKb(14, "tools/list without output schemas", JSON.stringify(without)),
      ];
    }),
};

function inKb(most: number, what: string, text: string): Finding {
  return atMost(most, what, counted("kB", Buffer.byteLength(text) / 1000));
}
