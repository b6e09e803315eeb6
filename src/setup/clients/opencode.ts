import { LAUNCH, type Client } from "./client.ts";
import { jsonEdits } from "./json-file.ts";

/** OpenCode: the command is one list, program and arguments together. */
export const opencode: Client = {
  name: "opencode",
  title: "OpenCode",
  files: ["opencode.json", "opencode.jsonc"],
  signs: { project: ["opencode.json", "opencode.jsonc", ".opencode"], home: [".config/opencode"] },
  afterwards: null,
  ...jsonEdits({
    key: "mcp",
    entry: { type: "local", command: [...LAUNCH], enabled: true },
    preset: { $schema: "https://opencode.ai/config.json" },
    comments: true,
    trailingCommas: true,
    commandIn: ({ command }) => command,
  }),
};
