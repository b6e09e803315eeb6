import type { Client } from "./client.ts";
import { jsonEdits } from "./json-file.ts";

/** OpenCode: the command is one list, program and arguments together. */
export const opencode: Client = {
  name: "opencode",
  title: "OpenCode",
  files: ["opencode.json", "opencode.jsonc"],
  own: ".config/opencode/opencode.json",
  signs: { project: ["opencode.json", "opencode.jsonc", ".opencode"], home: [".config/opencode"] },
  afterwards: null,
  ...jsonEdits({
    key: "mcp",
    entry: (words) => ({ type: "local", command: [...words], enabled: true }),
    preset: { $schema: "https://opencode.ai/config.json" },
    comments: true,
    trailingCommas: true,
    commandIn: ({ command }) => command,
  }),
};
