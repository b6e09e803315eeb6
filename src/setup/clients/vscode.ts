import { LAUNCH, type Client } from "./client.ts";
import { jsonEdits } from "./json-file.ts";
import { commandAndArgs, entryOf } from "./plain-entry.ts";

export const vscode: Client = {
  name: "vscode",
  title: "VS Code",
  files: [".vscode/mcp.json"],
  signs: { project: [".vscode"], home: [".vscode", ".config/Code", "Library/Application Support/Code"] },
  afterwards: "VS Code asks once whether to trust the server.",
  ...jsonEdits({
    key: "servers",
    entry: { type: "stdio", ...entryOf(LAUNCH) },
    preset: {},
    comments: true,
    trailingCommas: true,
    commandIn: commandAndArgs,
  }),
};
