// Puts our server into clients' configurations, and takes it out again. Planned as a whole before anything is written.

import { isUtf8 } from "node:buffer";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { CLIENTS, fileOf } from "./clients/list.ts";
import type { Client } from "./clients/client.ts";
import {
  digest,
  lookAt,
  missingFolders,
  removeIfEmpty,
  writeBytes,
  type Receipt,
  type ReceiptEntry,
} from "./receipt.ts";
import { settingsFile } from "./settings-file.ts";

/** One file: what becomes of it, or why not. */
export interface FilePlan {
  readonly client: Client;
  readonly path: string;
  readonly before: Buffer | null;
  readonly outcome:
    | { readonly does: "write"; readonly text: Buffer }
    | { readonly does: "delete" }
    | { readonly does: "nothing"; readonly why: string }
    | { readonly does: "refuse"; readonly why: string };
  /** What a person should know beside the change. */
  readonly remark: string | null;
}

export function planSetUp(clients: readonly Client[], folder: string): readonly FilePlan[] {
  return clients.map((client) => {
    const path = fileOf(client, folder);
    const found = textAt(path);
    if ("refused" in found) {
      return { client, path, before: null, outcome: { does: "refuse", why: found.refused }, remark: null };
    }
    const { before, text } = found;
    const edit = client.add(text);
    if ("refused" in edit)
      return { client, path, before, outcome: { does: "refuse", why: edit.refused }, remark: null };
    if ("unchanged" in edit) {
      return { client, path, before, outcome: { does: "nothing", why: edit.unchanged }, remark: null };
    }
    const remark = client.afterwards;
    return { client, path, before, outcome: { does: "write", text: Buffer.from(edit.text) }, remark };
  });
}

export function setUp(plans: readonly FilePlan[], receipt: Receipt): void {
  const writes = plans.flatMap(({ client, path, before, outcome }) =>
    outcome.does === "write" ? [{ client, path, before, text: outcome.text }] : [],
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
    for (const entry of entries) putBack(entry);
    receipt.write(earlier);
    throw error;
  }
}

export function planUndo(entries: readonly ReceiptEntry[]): readonly FilePlan[] {
  return entries.flatMap((entry) => {
    const client = [...CLIENTS, settingsFile({})].find(({ name }) => name === entry.client);
    return client ? [planOneUndo(client, entry)] : [];
  });
}

export function undo(plans: readonly FilePlan[], receipt: Receipt): void {
  const entries = receipt.read();
  for (const { path, outcome } of plans) {
    if (outcome.does === "write") writeBytes(path, outcome.text);
    if (outcome.does === "delete") remove(path, entries.find((entry) => entry.path === path)?.folders ?? []);
  }
  const undone = new Set(plans.filter(({ outcome }) => outcome.does !== "refuse").map(({ path }) => path));
  receipt.write(entries.filter(({ path }) => !undone.has(path)));
}

function planOneUndo(client: Client, { path, before: kept, after }: ReceiptEntry): FilePlan {
  const found = textAt(path);
  if ("refused" in found) {
    return { client, path, before: null, outcome: { does: "refuse", why: found.refused }, remark: null };
  }
  const { before: current, text } = found;
  const original = kept === null ? null : Buffer.from(kept, "base64");
  const plan = { client, path, before: current, remark: null };
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
function putBack({ path, before, after, folders }: ReceiptEntry): void {
  const found = lookAt(path);
  const current = "bytes" in found ? found.bytes : null;
  if (current === null || digest(current) !== after) {
    for (const folder of folders.toReversed()) removeIfEmpty(folder);
  } else if (before === null) {
    remove(path, folders);
  } else {
    writeBytes(path, Buffer.from(before, "base64"));
  }
}

function remove(path: string, folders: readonly string[]): void {
  rmSync(path);
  for (const folder of folders.toReversed()) removeIfEmpty(folder);
}

function textAt(path: string): { before: Buffer | null; text: string | null } | { readonly refused: string } {
  const found = lookAt(path);
  if ("refused" in found) return found;
  if (found.bytes === null) return { before: null, text: null };
  // What is no UTF-8 would come out as something else, far from our entry. A byte order mark is not to be swallowed.
  if (!isUtf8(found.bytes)) return { refused: "it is not written in UTF-8" };
  return { before: found.bytes, text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(found.bytes) };
}
