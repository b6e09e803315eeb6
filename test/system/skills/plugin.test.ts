import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import packageJson from "../../../package.json" with { type: "json" };
import { commandOfAgent } from "../../../src/cli/hooks/identity.ts";
import { TOOLS } from "../../../src/mcp/all-tools.ts";
import { TICKET } from "../../support/engine/situation.ts";
import { CALLS, SKILLS } from "./calls.ts";

const ROOT = join(import.meta.dirname, "../../..");
const PREFIX = "mcp__plugin_signalbox_signalbox__";

function json(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Record<string, unknown>;
}

const agents = readdirSync(join(ROOT, "plugin/agents")).map((file) => {
  const text = readFileSync(join(ROOT, "plugin/agents", file), "utf8");
  const head = parse(/^---\n([^]+?)\n---\n/.exec(text)?.[1] ?? "") as Record<string, string>;
  return { name: head["name"] ?? "", file, skill: head["skills"], tools: head["tools"]?.split(", ") ?? [] };
});

describe("the plugins' manifests", () => {
  it("have the version of the package, and so has what the registry is told", () => {
    const { version, mcpName } = packageJson;
    expect(json("plugin/.claude-plugin/plugin.json")).toMatchObject({ name: "signalbox", version });
    expect(json("plugin-runs/.claude-plugin/plugin.json")).toMatchObject({ name: "signalbox-runs", version });
    expect(json("server.json")).toMatchObject({
      name: mcpName,
      version,
      packages: [{ registryType: "npm", identifier: packageJson.name, version, transport: { type: "stdio" } }],
    });
    expect(String(json("server.json")["description"]).length).toBeLessThanOrEqual(100);
  });

  it("lead to the plugins and to the server, which is started once for both", () => {
    const { plugins } = json(".claude-plugin/marketplace.json") as { plugins: Record<string, string>[] };
    expect(plugins).toMatchObject([
      { name: "signalbox", source: "./plugin" },
      { name: "signalbox-runs", source: "./plugin-runs" },
    ]);
    for (const { source = "", description } of plugins) {
      expect(json(`${source}/.claude-plugin/plugin.json`)["description"]).toBe(description);
    }
    expect(json("plugin-runs/.claude-plugin/plugin.json")["dependencies"]).toEqual(["signalbox"]);
    expect(readdirSync(join(ROOT, "plugin-runs")).toSorted()).toEqual([".claude-plugin", "README.md", "skills"]);
    expect(json("plugin/.mcp.json")).toEqual({ mcpServers: { signalbox: { command: "signalbox", args: ["mcp"] } } });
  });
});

describe("the plugin's agents", () => {
  it("are the four roles of the workflow, each with its skill", () => {
    expect(agents.map(({ name }) => name).toSorted()).toEqual(["implementer", "planner", "researcher", "reviewer"]);
    for (const { name, file, skill } of agents) {
      expect(file).toBe(`${name}.md`);
      expect(commandOfAgent(TICKET, `signalbox:${name}`)?.name).toBe(skill);
      expect(SKILLS.map((known) => known.name)).toContain(skill);
    }
  });

  it.each(agents)("$name has every tool that its skill calls, and no tool that is not there", ({ skill, tools }) => {
    const ours = tools.filter((tool) => tool.startsWith(PREFIX)).map((tool) => tool.slice(PREFIX.length));
    const known = new Set(TOOLS.map(({ name }) => name));
    expect(ours.filter((tool) => !known.has(tool))).toEqual([]);
    const called = CALLS.filter((call) => call.skill === skill).map(({ tool }) => tool);
    expect(called.filter((tool) => !ours.includes(tool))).toEqual([]);
  });

  it("can't change files or run commands, but for the one that builds", () => {
    for (const { name, tools } of agents) {
      expect(tools.includes("Bash") || tools.includes("Edit") || tools.includes("Write")).toBe(name === "implementer");
      expect(tools).not.toContain(`${PREFIX}update_ticket`);
      expect(tools).not.toContain(`${PREFIX}advance_children`);
    }
  });
});
