import type { Client } from "./client.ts";
import { jsonEdits } from "./json-file.ts";
import { commandAndArgs, entryOf } from "./plain-entry.ts";

/** Claude Code: the project's own file, which it takes as strict JSON. */
export const claude: Client = {
  name: "claude",
  title: "Claude Code",
  files: [".mcp.json"],
  own: ".claude.json",
  signs: { project: [".mcp.json", ".claude", "CLAUDE.md"], home: [".claude", ".claude.json"] },
  afterwards:
    "Claude Code asks once whether to trust the server. Skills, agents and hooks come with the plugin: see plugin/README.md of the package.",
  ...jsonEdits({
    key: "mcpServers",
    entry: entryOf,
    preset: {},
    comments: false,
    trailingCommas: false,
    commandIn: commandAndArgs,
  }),
};
