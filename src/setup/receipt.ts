// What init has changed, so that it can be undone to the byte: kept beside the board, out of the project's files.

import { createHash } from "node:crypto";
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, renameSync } from "node:fs";
import { readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { KnownError } from "../app/commit/errors.ts";
import { keepPrivate, makePrivateFile, refuseLink } from "../store/private.ts";
import { isWithin } from "./trust/within.ts";

const schema = z.object({
  version: z.literal(1),
  files: z.array(
    z.object({
      client: z.string(),
      path: z.string(),
      /** base64; null: the file was not there. */
      before: z.string().nullable(),
      /** SHA-256 of what was written. */
      after: z.string(),
      /** Folders that had to be made for it, the outermost first. */
      folders: z.array(z.string()),
    }),
  ),
});

export type ReceiptEntry = z.output<typeof schema>["files"][number];

export class Receipt {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = join(folder, "init.json");
  }

  read(): readonly ReceiptEntry[] {
    if (!existsSync(this.#file)) return [];
    const parsed = schema.safeParse(readJson(this.#file));
    if (parsed.success) return parsed.data.files;
    throw new ReceiptError(this.#file);
  }

  /** None left: the receipt goes, and the folder that was made for it. */
  write(files: readonly ReceiptEntry[]): void {
    for (const path of [dirname(this.#file), this.#file]) refuseLink(path);
    if (files.length > 0) {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      // It holds clients' files as they were, with whatever keys stood in them.
      makePrivateFile(this.#file);
      keepPrivate(this.#file, { named: false });
      writeBytes(this.#file, Buffer.from(`${JSON.stringify({ version: 1, files }, null, 2)}\n`));
      return;
    }
    rmSync(this.#file, { force: true });
    removeIfEmpty(dirname(this.#file));
  }
}

class ReceiptError extends KnownError {
  constructor(file: string) {
    super(
      "receipt_unreadable",
      `${file} can't be read, so that nobody knows what init has changed.`,
      "Look at it, or move it away and take the entries out by hand.",
    );
  }
}

export function digest(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export type FoundFile = { readonly bytes: Buffer | null } | { readonly refused: string };

/**
 * What is there now; or why it can't be changed by a program that nobody has asked to change it. `within`: the folder that a
 * link must not lead out of, whoever has put it there.
 */
export function lookAt(file: string, within: string): FoundFile {
  const folder = firstThatIs(dirname(file));
  if (!statSync(folder).isDirectory()) return { refused: `${folder} is no folder` };
  // In a folder that is not there yet, nothing can lead out.
  if (existsSync(within) && !isWithin(within, folder)) return { refused: OUTSIDE };
  if (!lstatSync(file, { throwIfNoEntry: false })) return { bytes: null };
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return { refused: "it is a link to a file that is not there" };
  if (!stat.isFile()) return { refused: "it is no file" };
  if (!isWithin(within, file)) return { refused: OUTSIDE };
  // Renaming another file over it would not even ask.
  if ((stat.mode & 0o222) === 0) return { refused: "it is read-only" };
  return { bytes: readFileSync(file) };
}

const OUTSIDE = "a link leads out of this folder";

/** Whole or not at all, through a link to what it points to, with the rights that the file had. */
export function writeBytes(file: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  const real = existsSync(file) ? realpathSync(file) : file;
  const aside = `${real}.${process.pid}.new`;
  try {
    writeFileSync(aside, bytes, { flag: "wx" });
    if (existsSync(real)) chmodSync(aside, statSync(real).mode);
    renameSync(aside, real);
  } finally {
    rmSync(aside, { force: true });
  }
}

export function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

export function missingFolders(folder: string): readonly string[] {
  if (existsSync(folder) || dirname(folder) === folder) return [];
  return [...missingFolders(dirname(folder)), folder];
}

function firstThatIs(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : firstThatIs(dirname(folder));
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
