// Claude Code with the plugin for runs: it goes from skill to skill as the server says.

import { call, claude } from "./claude.ts";
import { check, type Scenario } from "./scenario.ts";
import { ROOT } from "../../support/program.ts";
import { runClient } from "./world.ts";

const RUN = { project: "shop", session: "monday" };

export const CLAUDE_RUNS: readonly Scenario[] = [
  {
    name: "installs the plugin for runs, which brings the one with the server along",
    run: async (world, program) => {
      await runClient(world, program, ["plugin", "marketplace", "add", ROOT]);
      const output = await runClient(world, program, ["plugin", "install", "signalbox-runs@signalbox"]);
      check(output.includes("signalbox-runs@signalbox"), "it is installed", output);
      const listed = await runClient(world, program, ["plugin", "list"]);
      for (const plugin of ["signalbox-runs@signalbox", "signalbox@signalbox"]) {
        check(listed.includes(plugin), `${plugin} is listed`, listed);
      }
    },
  },
  {
    name: "is told the next skill of a run, finds its text, and makes the first call that stands there",
    run: async (world, program) => {
      const heard: string[] = [];
      const output = await claude(world, program, "Start a run.", ({ tools, results, said }) => {
        if (!tools.includes("Skill")) return { say: "ok" };
        const [completed, , asked] = results;
        if (completed === undefined) return call("complete_skill", { ...RUN, skill: "collab-start" });
        const [, next = ""] = /"next_skill":"([^"]+)"/.exec(completed) ?? [];
        if (results.length === 1) return { call: { name: "Skill", input: { skill: `signalbox-runs:${next}` } } };
        const text = `${said}\n${results.join("\n")}`;
        const [, tool = ""] = /# Gather the goals[^]*?\{"tool": "(\w+)", "arguments"/.exec(text) ?? [];
        if (asked === undefined && tool !== "") return call(tool, RUN);
        heard.push(asked ?? "");
        return { say: "I know where I am." };
      });
      check(
        heard.some((answer) => answer.includes('"skill":"gather-session-goals"')),
        `it heard: ${heard.join()}`,
        output,
      );
    },
  },
];
