// Claude Code, with the plugin, led by a scripted model.

import { join } from "node:path";
import { anthropicModel, type Reply, type Told } from "./anthropic.ts";
import { slipsAndRecovers, type Play } from "./follow.ts";
import { check, type Scenario } from "./scenario.ts";
import { TOOLS } from "../../../src/mcp/all-tools.ts";
import { ROOT } from "../../support/program.ts";
import { runClient, type World } from "./world.ts";

const TOOL = "mcp__plugin_signalbox_signalbox__";
const PLUGINS = [join(ROOT, "plugin"), join(ROOT, "plugin-runs")];
export function claude(
  world: World,
  program: string,
  task: string,
  reply: (told: Told) => Reply,
  ...more: string[]
): Promise<string> {
  return start(world, program, [task, ...more], reply);
}

/** It may use files and commands too, as in a person's project; and it can be killed. */
export function runClaude(
  world: World,
  program: string,
  task: string,
  reply: (told: Told) => Reply,
  killed: AbortSignal,
): Promise<string> {
  return start(world, program, [task, "--allowedTools", "Bash,Read,Write"], reply, killed);
}

async function start(
  world: World,
  program: string,
  [task = "", ...more]: readonly string[],
  reply: (told: Told) => Reply,
  killed?: AbortSignal,
): Promise<string> {
  const model = await anthropicModel(reply);
  try {
    const allowed = [...TOOLS.map(({ name }) => TOOL + name), "Agent", "Task", "Skill"].join(",");
    const plugins = PLUGINS.flatMap((folder) => ["--plugin-dir", folder]);
    const args = ["-p", task, ...plugins, "--allowedTools", allowed, ...more];
    const env = {
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: "scripted",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      // Else a model has to search for tools before it sees them.
      ENABLE_TOOL_SEARCH: "false",
      GIT_AUTHOR_NAME: "Ada",
      GIT_AUTHOR_EMAIL: "ada@example.org",
      GIT_COMMITTER_NAME: "Ada",
      GIT_COMMITTER_EMAIL: "ada@example.org",
    };
    return await runClient(world, program, [...args, "--output-format", "stream-json", "--verbose"], env, killed);
  } finally {
    await model.close();
  }
}

/** Its name of a tool of ours. */
export function claudeTool(name: string): string {
  return TOOL + name;
}

export function call(name: string, input: Record<string, unknown>): Reply {
  return { call: { name: claudeTool(name), input } };
}

/** A model that has nothing to do with the scenario, asked for a title or a summary. */
const aside: Reply = { say: "ok" };

const play: Play = (world, program, script) =>
  claude(world, program, "Move the ticket on.", ({ tools, results }) => {
    if (!tools.includes(`${TOOL}handoff_ticket`)) return aside;
    const step = script(results);
    return step ? call(step.tool, step.input) : { say: "Done." };
  });

export const CLAUDE: readonly Scenario[] = [
  {
    name: "finds nothing wrong with the plugins and the marketplace, however strict",
    run: async (world, program) => {
      for (const folder of [ROOT, ...PLUGINS]) {
        const output = await runClient(world, program, ["plugin", "validate", "--strict", folder]);
        check(output.includes("Validation passed"), `${folder} is valid`, output);
      }
    },
  },
  {
    name: "loads the plugin, hands off, is refused, and recovers by following the refusal to the letter",
    run: async (world, program) => {
      const [number = 0] = await world.tickets("Backlog");
      const output = await claude(world, program, "Move it on.", ({ tools, results }) => {
        if (!tools.includes(`${TOOL}handoff_ticket`)) return aside;
        const [last] = results.slice(-1);
        if (last === undefined) {
          return call("handoff_ticket", { number, command: "ralph_impl", intent: "complete", reason: "Done." });
        }
        const [, command, to_state] = /Recovery: .*?with command="([^"]+)", to_state="([^"]+)"/.exec(last) ?? [];
        if (command) return call("handoff_ticket", { number, command, to_state, reason: "As the refusal says." });
        return { say: "Done." };
      });
      const { state, rows } = await world.look(number);
      check(
        output.includes('"signalbox:hero"') || output.includes("signalbox:hero"),
        "the plugin's skills are loaded",
        output,
      );
      check(state === "Research Needed", `it stands in ${state}`, output);
      check(
        rows.some(({ kind }) => kind === "refuse"),
        "the refusal stands in the ledger",
        output,
      );
      check(JSON.stringify(rows).includes('"agent":"main-'), "the hook has filled in the agent", output);
    },
  },
  slipsAndRecovers(play),
  {
    name: "tells two sub-agents apart that race for one ticket",
    run: async (world, program) => {
      const [number = 0] = await world.tickets("Research Needed");
      const refused: string[] = [];
      const output = await claude(world, program, "Let two researchers race.", ({ tools, results, task }) => {
        if (task.includes("Race for it")) {
          const [last] = results.slice(-1);
          const lock = { number, command: "ralph_research", intent: "lock", reason: "Mine." };
          if (last === undefined) return call("handoff_ticket", lock);
          if (last.includes("Recovery:")) refused.push(last);
          const [, token] = /"token":"([^"]+)"/.exec(last) ?? [];
          if (token) {
            const complete = { number, command: "ralph_research", intent: "complete", reason: "Found.", claim: token };
            return call("handoff_ticket", complete);
          }
          const [, id] = /sessionId="([^"]+)"/.exec(JSON.stringify(results)) ?? [];
          return id ? call("complete_ralph_session", { sessionId: id, outcome: "success" }) : { say: "Finished." };
        }
        const agents = tools.find((name) => name === "Agent" || name === "Task");
        if (agents === undefined || results.length > 0) return { say: "Both are back." };
        const input = { description: "race", prompt: "Race for it.", subagent_type: "signalbox:researcher" };
        return { calls: [1, 2].map(() => ({ name: agents, input })) };
      });
      const { rows } = await world.look(number);
      const agents = new Set(JSON.stringify(rows).match(/"agent":"researcher-[^"]+"/g));
      check(agents.size === 2, `two agents acted: ${[...agents].join(", ")}`, output);
      check(refused.length > 0, "one of them was refused", output);
      check(
        rows.filter(({ data }) => data["intent"] === "lock" && data["from"] !== data["to"]).length >= 1,
        "one got it",
        output,
      );
    },
  },
  {
    name: "holds the main agent to its command too, where it was started as one of the plugin's",
    run: async (world, program) => {
      const [number = 0] = await world.tickets("Plan in Review");
      const heard: string[] = [];
      const approve = { number, command: "ralph_review", intent: "complete", reason: "Looks good to me." };
      const reply = ({ tools, results }: Told): Reply => {
        if (!tools.includes(`${TOOL}handoff_ticket`)) return aside;
        heard.push(...results);
        return results.length === 0 ? call("handoff_ticket", approve) : { say: "So be it." };
      };
      const output = await claude(world, program, "Approve it.", reply, "--agent", "signalbox:researcher");
      check(heard.join().includes("acts as ralph_research and not as"), `it was told: ${heard.join()}`, output);
      const { state } = await world.look(number);
      check(state === "Plan in Review", `it stands in ${state}`, output);
    },
  },
  {
    name: "lets an idle teammate pick, be given and finish a ticket; it can't stop before it has handed off",
    run: async (world, program) => {
      const [number = 0] = await world.tickets("Research Needed");
      const heard: string[] = [];
      const output = await claude(world, program, "Have a teammate do what there is to do.", (told) => {
        if (told.task.includes("You are idle")) return teammate(told, number, heard);
        const agents = told.tools.find((name) => name === "Agent" || name === "Task");
        if (agents === undefined || told.results.length > 0) return { say: "The teammate is back." };
        const prompt = "You are idle. Pick something.";
        const input = { description: "work", name: "robin", prompt, subagent_type: "signalbox:researcher" };
        return { call: { name: agents, input: { ...input, run_in_background: false } } };
      });
      const { state, holder, rows } = await world.look(number);
      check(
        heard.some((text) => text.includes(`You still hold #${number}`)),
        "stop-guard kept it from stopping",
        output,
      );
      check(state === "Ready for Plan" && holder === null, `it stands in ${state}, held by ${holder}`, output);
      const takers = new Set(JSON.stringify(rows).match(/"agent":"researcher-[^"]+"/g));
      check(takers.size === 1, `one agent did it: ${[...takers].join(", ")}`, output);
      const sessions = await world.sessions(number);
      check(sessions.length === 1 && sessions[0]?.outcome === "success", "its session was opened and ended", output);
    },
  },
];

/** Picks; tries to stop while it holds the ticket; hands off when it is told to; ends its session; picks in vain. */
function teammate({ results, said }: Told, number: number, heard: string[]): Reply {
  const pick = { workflowState: "Research Needed", claim: true, command: "ralph_research", reason: "Idle." };
  const [last = ""] = results.slice(-1);
  const everything = `${said}\n${results.join("\n")}`;
  if (results.length === 0) return call("pick_actionable_issue", pick);
  const [, token] = /"token":"([^"]+)"/.exec(results[0] ?? "") ?? [];
  if (results.length === 1) {
    if (!everything.includes("You still hold")) return { say: "I stop here." };
    heard.push(everything);
    const handoff = { number, command: "ralph_research", intent: "complete", reason: "Found out.", claim: token };
    return call("handoff_ticket", handoff);
  }
  if (results.length === 2) {
    const [, sessionId] = /sessionId=\\?"([\w-]+)/.exec(everything) ?? [];
    return call("complete_ralph_session", { sessionId, outcome: "success" });
  }
  if (results.length === 3) return call("pick_actionable_issue", pick);
  return { say: last.includes('"found":false') ? "Nothing is left." : "There is more." };
}
