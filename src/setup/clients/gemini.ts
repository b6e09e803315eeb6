import type { Client } from "./client.ts";
import { jsonEdits } from "./json-file.ts";
import { commandAndArgs, entryOf } from "./plain-entry.ts";

/** Gemini CLI: it takes comments out of the file, and no more. */
export const gemini: Client = {
  name: "gemini",
  title: "Gemini CLI",
  files: [".gemini/settings.json"],
  own: ".gemini/settings.json",
  signs: { project: [".gemini", "GEMINI.md"], home: [".gemini"] },
  afterwards: "Gemini CLI reads this file only in a folder that it was told to trust.",
  ...jsonEdits({
    key: "mcpServers",
    entry: entryOf,
    preset: {},
    comments: true,
    trailingCommas: false,
    commandIn: commandAndArgs,
  }),
};
