import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { expect, it } from "vitest";

/** A newcomer reads a folder's list of files at a glance. */
const MOST = 25;
/** Folders that list one kind of thing: a glance at one of them tells what the others are. */
const LISTS = new Set(["cli/commands", "mcp/tools", "mcp/__toolsnaps__"]);

function crowdedFolders(root: string): readonly string[] {
  const folders = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((folder) => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).length > MOST)
    .map((folder) => relative(root, folder).split(sep).join("/"))
    .filter((folder) => !LISTS.has(folder));
}

it("has no folder of more files than a glance takes in", () => {
  expect(crowdedFolders(join(import.meta.dirname, "../../src"))).toEqual([]);
});

it("would find one", () => {
  // The commands are such a folder, and named as a list.
  expect(crowdedFolders(join(import.meta.dirname, "../../src/cli"))).toEqual(["commands"]);
});
