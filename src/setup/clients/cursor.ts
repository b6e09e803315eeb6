import type { Client } from "./client.ts";
import { jsonEdits } from "./json-file.ts";
import { commandAndArgs, entryOf } from "./plain-entry.ts";

export const cursor: Client = {
  name: "cursor",
  title: "Cursor",
  files: [".cursor/mcp.json"],
  own: ".cursor/mcp.json",
  signs: { project: [".cursor", ".cursorrules"], home: [".cursor"] },
  afterwards: "Cursor lists the server under Settings, MCP: switch it on there.",
  ...jsonEdits({
    key: "mcpServers",
    entry: entryOf,
    preset: {},
    comments: true,
    trailingCommas: true,
    commandIn: commandAndArgs,
  }),
};
