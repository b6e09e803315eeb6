// Where the board is on GitHub, put into `.signalbox/config.json` and taken out again as our entry is in clients' files.

import { isDeepStrictEqual } from "node:util";
import { findNodeAtLocation, getNodeValue, parseTree, type Node, type ParseError } from "jsonc-parser";
import type { Client, Edit } from "./clients/client.ts";
import { insertProperty, removeProperty } from "./clients/json-edits.ts";
import type { GitHubFile } from "./github/github-settings.ts";
import { SETTINGS_FILE } from "./settings.ts";

const KEY = "github";
const ADDRESS = ["owner", "repo", "project", "projectOwner"] as const;
/** Said beside the address, where init was asked for it. */
const APP = ["app", "installation"] as const;
const LAYOUT = ["fields", "options", "status"] as const;

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

/** Pull requests of tickets that live here are shown: of git's origin, or of `owner/name`. */
export function pullsFile(pulls: true | string): Client {
  return {
    ...settingsFile({}),
    afterwards: "It counts once you run `signalbox trust` in a terminal here. Commit it; it holds no token.",
    add: (text) => addPulls(text, pulls),
  };
}

function addPulls(text: string | null, pulls: true | string): Edit {
  if (text === null || text.trim() === "") return { text: `${JSON.stringify({ [KEY]: { pulls } }, null, 2)}\n` };
  const root = readRoot(text);
  if ("refused" in root) return root;
  const there = findNodeAtLocation(root.node, [KEY]);
  if (!there) return { text: insertProperty(text, root.node, KEY, { pulls }) };
  const said = findNodeAtLocation(there, ["pulls"]);
  if (!said) return { text: insertProperty(text, there, "pulls", pulls) };
  if (getNodeValue(said) === pulls) return { unchanged: "it says so already" };
  return { refused: `it says another thing under "${KEY}": "pulls": ${JSON.stringify(getNodeValue(said))}` };
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
  const more = APP.filter((name) => github[name] !== undefined && says(name) !== github[name]);
  if (isSame && more.every((name) => says(name) === undefined)) {
    const edit = withLayout(text, root.node, there, github);
    if (more.length === 0 || "refused" in edit) return edit;
    return { text: withMore("text" in edit ? edit.text : text, more, github) };
  }
  return { refused: `it names another place under "${KEY}": ${JSON.stringify(getNodeValue(there))}` };
}

function withMore(text: string, names: readonly (keyof GitHubFile)[], github: GitHubFile): string {
  return names.reduce((now, name) => {
    const there = findNodeAtLocation(parseTree(now) as Node, [KEY]) as Node;
    return insertProperty(now, there, name, github[name]);
  }, text);
}

/** The same place: only what the project's fields and options are called may be new. */
function withLayout(text: string, root: Node, there: Node, github: GitHubFile): Edit {
  const before = JSON.parse(JSON.stringify(getNodeValue(there))) as Record<string, unknown>;
  const rest = Object.entries(before).filter(([name]) => !LAYOUT.some((known) => known === name));
  const said = LAYOUT.flatMap((name) => (github[name] === undefined ? [] : [[name, github[name]] as const]));
  const after = Object.fromEntries([...rest, ...said]);
  if (isDeepStrictEqual(before, after)) return { unchanged: "it says so already" };
  const property = there.parent;
  if (!property) return { refused: "it is no JSON object" };
  const without = removeProperty(text, root, property);
  const node = readRoot(without);
  return "refused" in node ? node : { text: insertProperty(without, node.node, KEY, after) };
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
