import type { Client, LaunchWords } from "./client.ts";
import { entryOf } from "./plain-entry.ts";
import { addTable, removeTable, tableIn } from "./toml-file.ts";

export const codex: Client = {
  name: "codex",
  title: "Codex",
  files: [".codex/config.toml"],
  own: ".codex/config.toml",
  signs: { project: [".codex"], home: [".codex"] },
  afterwards: "Codex reads this file only in a project that it was told to trust.",
  add: (text, words) => addTable(text, linesOf(words), entryOf(words)),
  remove: removeTable,
  launch: (text) => {
    const own = tableIn(text);
    const words = own && [own["command"], ...(Array.isArray(own["args"]) ? own["args"] : [])];
    return words?.every((word) => typeof word === "string") ? words : null;
  },
};

function linesOf(words: LaunchWords): readonly string[] {
  const { command, args } = entryOf(words);
  const listed = args.map((word) => JSON.stringify(word)).join(", ");
  return [`command = ${JSON.stringify(command)}`, `args = [${listed}]`];
}
