// The anchors that can be found: in the repository of a folder, and in files that somebody has named.

import { existsSync, readFileSync } from "node:fs";
import { readAnchors } from "../../app/ledger/anchor.ts";
import type { FoundAnchor, Signed } from "../../app/ledger/judge-anchors.ts";
import { readNotes, readTags } from "../../git/anchors/keep.ts";
import { checkSignature } from "../../git/anchors/signature.ts";
import { orUnknown, Repository } from "../../git/repository.ts";
import { commonGitFolder } from "../trust/git-folder.ts";
import { AnchorError } from "./error.ts";

export interface AnchorSearch {
  readonly folder: string;
  readonly files: readonly string[];
  /** The file of allowed signers; null: there is none. */
  readonly signers: string | null;
  readonly env: NodeJS.ProcessEnv;
}

interface Place {
  readonly where: string;
  readonly named: boolean;
  readonly text: string;
}

export async function findAnchors(search: AnchorSearch): Promise<readonly FoundAnchor[]> {
  const { files, signers, env } = search;
  if (signers !== null) demandFile(signers);
  const found: FoundAnchor[] = [];
  for (const { where, named, text } of [...(await inRepository(search)), ...files.map(inFile)]) {
    const written = readAnchors(text);
    if (!written || (named && written.length === 0)) {
      throw new AnchorError(
        written ? `There is no anchor in ${where}.` : `An anchor in ${where} can't be read: it was changed or cut off.`,
        "Look at it, and find out who changed it; --no-anchors verifies without any.",
      );
    }
    for (const { anchor, text: body, signature } of written) {
      const signed: Signed =
        signature === null
          ? { kind: "unsigned" }
          : await checkSignature({ text: body, signature, time: anchor.time, signers }, env);
      found.push({ anchor, where, named, signed });
    }
  }
  return found;
}

async function inRepository({ folder, env }: AnchorSearch): Promise<readonly Place[]> {
  if (commonGitFolder(folder) === null) return [];
  const repository = new Repository(folder, { env });
  const places = [
    ["a git note", readNotes],
    ["a git tag", readTags],
  ] as const;
  const found: Place[] = [];
  for (const [where, read] of places) {
    const text = await orUnknown(read(repository));
    if (typeof text === "string") found.push({ where, named: false, text });
    else if (!NO_REPOSITORY.test(text.why)) {
      throw new AnchorError(`git can't say which anchors it has: ${text.why}`, "--no-anchors verifies without any.");
    }
  }
  return found;
}

/** A folder of git's that is not whole, or git itself is missing: there is nobody to ask. */
const NO_REPOSITORY = /not a git repository|Is git installed/;

function inFile(file: string): Place {
  demandFile(file);
  return { where: file, named: true, text: readFileSync(file, "utf8") };
}

function demandFile(file: string): void {
  if (!existsSync(file)) throw new AnchorError(`There is no file ${file}.`, "Name one that is there.");
}
