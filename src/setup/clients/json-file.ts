// Our entry in a file of JSON, put in and taken out by edits: comments, order, indentation and line ends stay as they are.

import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser";
import { HAS_NONE, HAS_ONE, SERVER, type Edit, type LaunchWords } from "./client.ts";
import { insertProperty, removeProperty } from "./json-edits.ts";

export interface JsonFile {
  /** The key under which servers stand. */
  readonly key: string;
  readonly entry: (words: LaunchWords) => Readonly<Record<string, unknown>>;
  /** What a new file has beside it. */
  readonly preset: Readonly<Record<string, unknown>>;
  /** What the client itself takes: a file that it can't read must not be taken for a good one. */
  readonly comments: boolean;
  readonly trailingCommas: boolean;
  /** The command line within an entry. */
  readonly commandIn: (entry: Record<string, unknown>) => unknown;
}

export function jsonEdits(file: JsonFile): {
  add: (text: string | null, words: LaunchWords) => Edit;
  remove: (text: string) => Edit;
  launch: (text: string) => readonly string[] | null;
} {
  return {
    add: (text, words) => addEntry(file, text, file.entry(words)),
    remove: (text) => removeEntry(file, text),
    launch: (text) => launchIn(file, text),
  };
}

function addEntry(file: JsonFile, whole: string | null, entry: object): Edit {
  if (whole === null || whole.trim() === "") {
    return { text: `${JSON.stringify({ ...file.preset, [file.key]: { [SERVER]: entry } }, null, 2)}\n` };
  }
  const { mark, text } = withoutMark(whole);
  const root = readRoot(file, text);
  if ("refused" in root) return root;
  const servers = findNodeAtLocation(root.node, [file.key]);
  if (servers && servers.type !== "object") return { refused: `"${file.key}" is no object` };
  // A client takes the last one, and we would write into the first.
  if (isTwice(root.node, file.key)) return { refused: `"${file.key}" stands in it twice` };
  if (findNodeAtLocation(root.node, [file.key, SERVER])) return { unchanged: HAS_ONE };
  const after = servers
    ? insertProperty(text, servers, SERVER, entry)
    : insertProperty(text, root.node, file.key, { [SERVER]: entry });
  return { text: mark + after };
}

function removeEntry(file: JsonFile, whole: string): Edit {
  const { mark, text } = withoutMark(whole);
  const root = readRoot(file, text);
  if ("refused" in root) return root;
  const servers = findNodeAtLocation(root.node, [file.key]);
  const property = findNodeAtLocation(root.node, [file.key, SERVER])?.parent;
  if (isTwice(root.node, file.key)) return { refused: `"${file.key}" stands in it twice` };
  if (servers && isTwice(servers, SERVER)) return { refused: `"${SERVER}" stands in it twice` };
  if (!servers || !property) return { unchanged: HAS_NONE };
  return { text: mark + removeProperty(text, servers, property) };
}

function launchIn(file: JsonFile, whole: string): readonly string[] | null {
  const root = readRoot(file, withoutMark(whole).text);
  if ("refused" in root) return null;
  const node = findNodeAtLocation(root.node, [file.key, SERVER]);
  const entry: unknown = node && getNodeValue(node);
  if (typeof entry !== "object" || entry === null) return null;
  const command = file.commandIn(entry as Record<string, unknown>);
  return Array.isArray(command) && command.every((word) => typeof word === "string") && command.length > 0
    ? command
    : null;
}

function readRoot(file: JsonFile, text: string): { readonly node: Node } | { readonly refused: string } {
  const errors: ParseError[] = [];
  const node = parseTree(text, errors, {
    disallowComments: !file.comments,
    allowTrailingComma: file.trailingCommas,
  });
  const [error] = errors;
  if (error) return { refused: `it has a syntax error at ${placeOf(text, error.offset)} (${wordsOf(error)})` };
  return node?.type === "object" ? { node } : { refused: "it holds no object" };
}

function isTwice(object: Node, name: string): boolean {
  return (object.children ?? []).filter((property) => property.children?.[0]?.value === name).length > 1;
}

/** Some editors put a byte order mark first, which is no part of the JSON. */
function withoutMark(text: string): { mark: string; text: string } {
  return text.startsWith("\uFEFF") ? { mark: "\uFEFF", text: text.slice(1) } : { mark: "", text };
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
}

function wordsOf(error: ParseError): string {
  return printParseErrorCode(error.error)
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}
