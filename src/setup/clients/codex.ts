import { LAUNCH, type Client } from "./client.ts";
import { entryOf } from "./plain-entry.ts";
import { addTable, removeTable, tableIn } from "./toml-file.ts";

const { command, args } = entryOf(LAUNCH);
const LINES = [
  `command = ${JSON.stringify(command)}`,
  `args = [${args.map((word) => JSON.stringify(word)).join(", ")}]`,
];

export const codex: Client = {
  name: "codex",
  title: "Codex",
  files: [".codex/config.toml"],
  signs: { project: [".codex"], home: [".codex"] },
  afterwards: "Codex reads this file only in a project that it was told to trust.",
  add: (text) => addTable(text, LINES, { command, args }),
  remove: removeTable,
  launch: (text) => {
    const own = tableIn(text);
    const words = own && [own["command"], ...(Array.isArray(own["args"]) ? own["args"] : [])];
    return words?.every((word) => typeof word === "string") ? words : null;
  },
};
