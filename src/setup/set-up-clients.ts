// Puts our server into clients' configurations, and takes it out again. Planned as a whole before anything is written.

import { isUtf8 } from "node:buffer";
import { rmSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { CLIENTS, fileOf } from "./clients/list.ts";
import type { Client } from "./clients/client.ts";
import type { Launch } from "./clients/launch.ts";
import {
  digest,
  lookAt,
  missingFolders,
  removeIfEmpty,
  writeBytes,
  type Receipt,
  type ReceiptEntry,
} from "./receipt.ts";
import { shipped } from "../workflows/shipped.ts";
import { proofFile } from "./proof/proof-file.ts";
import { settingsFile } from "./settings-file.ts";

/** Where a project is set up, and for whom. */
export interface Surroundings {
  readonly folder: string;
  /** The user's home folder. */
  readonly home: string;
}

/** One file: what becomes of it, or why not. */
export interface FilePlan {
  readonly client: Client;
  readonly path: string;
  /** The folder that it must not lead out of. */
  readonly within: string;
  readonly before: Buffer | null;
  readonly outcome:
    | { readonly does: "write"; readonly text: Buffer }
    | { readonly does: "delete" }
    | { readonly does: "nothing"; readonly why: string }
    | { readonly does: "refuse"; readonly why: string };
  /** What a person should know beside the change. */
  readonly remark: string | null;
}

/** A command that only this user's machine has goes into their own files, and never into what a project shares. */
export function planSetUp(clients: readonly Client[], where: Surroundings, launch: Launch): readonly FilePlan[] {
  return clients.map((client) => {
    const { folder, home } = where;
    const isOwn = !launch.shared && client.own !== null;
    const path = isOwn ? join(home, client.own) : fileOf(client, folder);
    const within = isOwn ? home : folder;
    const found = textAt(path, within);
    const plan = { client, path, within, before: null, remark: null };
    if ("refused" in found) return { ...plan, outcome: { does: "refuse", why: found.refused } };
    const { before, text } = found;
    const edit = client.add(text, launch.words);
    if ("refused" in edit) return { ...plan, before, outcome: { does: "refuse", why: edit.refused } };
    if ("unchanged" in edit) return { ...plan, before, outcome: { does: "nothing", why: edit.unchanged } };
    const remark = isOwn ? OWN_REMARK : client.afterwards;
    return { ...plan, before, outcome: { does: "write", text: Buffer.from(edit.text) }, remark };
  });
}

const OWN_REMARK =
  "This is your own file, for all projects: the program is started by its path, which only this machine has.";

export function setUp(plans: readonly FilePlan[], receipt: Receipt): void {
  const writes = plans.flatMap(({ client, path, within, before, outcome }) =>
    outcome.does === "write" ? [{ client, path, within, before, text: outcome.text }] : [],
  );
  const entries = writes.map(({ client, path, before, text }): ReceiptEntry => {
    const folders = [...missingFolders(dirname(path))];
    return { client: client.name, path, before: before?.toString("base64") ?? null, after: digest(text), folders };
  });
  if (entries.length === 0) return;
  const earlier = receipt.read();
  // First the receipt: whatever happens in between, it is known what to take back.
  receipt.write([...earlier.filter(({ path }) => !writes.some((write) => write.path === path)), ...entries]);
  try {
    for (const { path, text } of writes) writeBytes(path, text);
  } catch (error) {
    for (const entry of entries) putBack(entry, writes.find(({ path }) => path === entry.path)?.within ?? "");
    receipt.write(earlier);
    throw error;
  }
}

/** The receipt is one for all worktrees, and may have come with a copy of the folder: only what init writes counts. */
export function planUndo(entries: readonly ReceiptEntry[], { folder, home }: Surroundings): readonly FilePlan[] {
  return entries.flatMap((entry) => {
    const client = [...CLIENTS, settingsFile({}), proofFile(shipped("ticket-proof").workflow, null)].find(
      ({ name }) => name === entry.client,
    );
    if (!client) return [];
    if (client.own !== null && entry.path === join(home, client.own)) return [planOneUndo(client, entry, home)];
    const isHere = client.files.some((file) => entry.path === join(folder, file));
    return isHere ? [planOneUndo(client, entry, folder)] : [];
  });
}

export function undo(plans: readonly FilePlan[], receipt: Receipt): void {
  const entries = receipt.read();
  for (const { path, within, outcome } of plans) {
    if (outcome.does === "write") writeBytes(path, outcome.text);
    if (outcome.does === "delete") remove(path, entries.find((entry) => entry.path === path)?.folders ?? [], within);
  }
  const undone = new Set(plans.filter(({ outcome }) => outcome.does !== "refuse").map(({ path }) => path));
  receipt.write(entries.filter(({ path }) => !undone.has(path)));
}

function planOneUndo(client: Client, { path, before: kept, after }: ReceiptEntry, within: string): FilePlan {
  const found = textAt(path, within);
  if ("refused" in found) {
    return { client, path, within, before: null, outcome: { does: "refuse", why: found.refused }, remark: null };
  }
  const { before: current, text } = found;
  const original = kept === null ? null : Buffer.from(kept, "base64");
  const plan = { client, path, within, before: current, remark: null };
  if (current === null || text === null) {
    return { ...plan, outcome: { does: "nothing", why: "it is not there any more" } };
  }
  if (original?.equals(current)) return { ...plan, outcome: { does: "nothing", why: "it is as it was" } };
  if (digest(current) === after) {
    return { ...plan, outcome: original === null ? { does: "delete" } : { does: "write", text: original } };
  }
  const edit = client.remove(text);
  if ("refused" in edit) return { ...plan, outcome: { does: "refuse", why: edit.refused } };
  if ("unchanged" in edit) return { ...plan, outcome: { does: "nothing", why: edit.unchanged } };
  const remark = "It was changed since: only the entry for signalbox is taken out.";
  return { ...plan, outcome: { does: "write", text: Buffer.from(edit.text) }, remark };
}

/** After something went wrong on the way: as it was, where it was changed already. */
function putBack({ path, before, after, folders }: ReceiptEntry, within: string): void {
  const found = lookAt(path, within);
  const current = "bytes" in found ? found.bytes : null;
  if (current === null || digest(current) !== after) {
    for (const folder of folders.toReversed()) removeIfEmpty(folder);
  } else if (before === null) {
    remove(path, folders, within);
  } else {
    writeBytes(path, Buffer.from(before, "base64"));
  }
}

/** `folders`: as the receipt has them; only those on the way to the file can have been made for it. */
function remove(path: string, folders: readonly string[], within: string): void {
  rmSync(path);
  const onTheWay = folders.filter(
    (folder) => path.startsWith(folder + sep) && `${folder}${sep}`.startsWith(within + sep),
  );
  for (const folder of onTheWay.toReversed()) removeIfEmpty(folder);
}

function textAt(
  path: string,
  within: string,
): { before: Buffer | null; text: string | null } | { readonly refused: string } {
  const found = lookAt(path, within);
  if ("refused" in found) return found;
  if (found.bytes === null) return { before: null, text: null };
  // What is no UTF-8 would come out as something else, far from our entry. A byte order mark is not to be swallowed.
  if (!isUtf8(found.bytes)) return { refused: "it is not written in UTF-8" };
  return { before: found.bytes, text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(found.bytes) };
}
