// Where the board is on GitHub, put into `.signalbox/config.json` and taken out again as our entry is in clients' files.

import { findNodeAtLocation, getNodeValue, parseTree, type Node, type ParseError } from "jsonc-parser";
import type { Client, Edit } from "./clients/client.ts";
import { insertProperty, removeProperty } from "./clients/json-edits.ts";
import type { GitHubFile } from "./github/github-settings.ts";
import { SETTINGS_FILE } from "./settings.ts";

const KEY = "github";
const ADDRESS = ["owner", "repo", "project", "projectOwner"] as const;

export function settingsFile(github: GitHubFile): Client {
  return {
    name: "signalbox",
    title: "Signalbox",
    files: [SETTINGS_FILE],
    own: null,
    signs: { project: [], home: [] },
    afterwards: "Commit it, so that everybody here works on the same board. It holds no token.",
    add: (text) => addGitHub(text, github),
    remove: removeGitHub,
    launch: () => null,
  };
}

function addGitHub(text: string | null, github: GitHubFile): Edit {
  if (text === null || text.trim() === "") return { text: `${JSON.stringify({ [KEY]: github }, null, 2)}\n` };
  const root = readRoot(text);
  if ("refused" in root) return root;
  const tracker = findNodeAtLocation(root.node, ["tracker"]);
  if (tracker && getNodeValue(tracker) !== KEY)
    return { refused: `it says that tickets don't live on GitHub: "tracker"` };
  const there = findNodeAtLocation(root.node, [KEY]);
  if (!there) return { text: insertProperty(text, root.node, KEY, github) };
  // Somebody may have said more there than we would.
  const says = (name: string): unknown => {
    const value = findNodeAtLocation(there, [name]);
    return value && getNodeValue(value);
  };
  const isSame = ADDRESS.every((name) => says(name) === github[name]);
  if (isSame) return { unchanged: "it says so already" };
  return { refused: `it names another place under "${KEY}": ${JSON.stringify(getNodeValue(there))}` };
}

function removeGitHub(text: string): Edit {
  const root = readRoot(text);
  if ("refused" in root) return root;
  const property = findNodeAtLocation(root.node, [KEY])?.parent;
  return property ? { text: removeProperty(text, root.node, property) } : { unchanged: `it has no "${KEY}" any more` };
}

function readRoot(text: string): { readonly node: Node } | { readonly refused: string } {
  const errors: ParseError[] = [];
  const node = parseTree(text, errors, { disallowComments: true });
  return node?.type === "object" && errors.length === 0 ? { node } : { refused: "it is no JSON object" };
}
