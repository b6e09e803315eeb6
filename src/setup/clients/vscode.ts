import type { Client } from "./client.ts";
import { jsonEdits } from "./json-file.ts";
import { commandAndArgs, entryOf } from "./plain-entry.ts";

const OWN: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: "Library/Application Support/Code/User/mcp.json",
  win32: "AppData/Roaming/Code/User/mcp.json",
};

export const vscode: Client = {
  name: "vscode",
  title: "VS Code",
  files: [".vscode/mcp.json"],
  own: OWN[process.platform] ?? ".config/Code/User/mcp.json",
  signs: { project: [".vscode"], home: [".vscode", ".config/Code", "Library/Application Support/Code"] },
  afterwards: "VS Code asks once whether to trust the server.",
  ...jsonEdits({
    key: "servers",
    entry: (words) => ({ type: "stdio", ...entryOf(words) }),
    preset: {},
    comments: true,
    trailingCommas: true,
    commandIn: commandAndArgs,
  }),
};
