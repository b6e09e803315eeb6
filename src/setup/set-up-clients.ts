// Puts our server into clients' configurations, and takes it out again. Planned as a whole before anything is written.

import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { CLIENTS, fileOf } from "./clients/list.ts";
import type { Client } from "./clients/client.ts";
import {
  digest,
  missingFolders,
  readBytes,
  removeIfEmpty,
  writeBytes,
  type Receipt,
  type ReceiptEntry,
} from "./receipt.ts";

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
    const before = readBytes(path);
    const edit = client.add(before === null ? null : textOf(before));
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
  // First the receipt: whatever happens in between, it is known what to take back.
  receipt.write([...receipt.read().filter(({ path }) => !writes.some((write) => write.path === path)), ...entries]);
  for (const { path, text } of writes) writeBytes(path, text);
}

export function planUndo(entries: readonly ReceiptEntry[]): readonly FilePlan[] {
  return entries.flatMap((entry) => {
    const client = CLIENTS.find(({ name }) => name === entry.client);
    return client ? [planOneUndo(client, entry)] : [];
  });
}

export function undo(plans: readonly FilePlan[], receipt: Receipt): void {
  const entries = receipt.read();
  for (const { path, outcome } of plans) {
    if (outcome.does === "write") writeBytes(path, outcome.text);
    if (outcome.does === "delete") {
      rmSync(path);
      for (const folder of (entries.find((entry) => entry.path === path)?.folders ?? []).toReversed()) {
        removeIfEmpty(folder);
      }
    }
  }
  const undone = new Set(plans.filter(({ outcome }) => outcome.does !== "refuse").map(({ path }) => path));
  receipt.write(entries.filter(({ path }) => !undone.has(path)));
}

function planOneUndo(client: Client, { path, before: kept, after }: ReceiptEntry): FilePlan {
  const current = readBytes(path);
  const original = kept === null ? null : Buffer.from(kept, "base64");
  const plan = { client, path, before: current, remark: null };
  if (current === null) return { ...plan, outcome: { does: "nothing", why: "it is not there any more" } };
  if (original?.equals(current)) return { ...plan, outcome: { does: "nothing", why: "it is as it was" } };
  if (digest(current) === after) {
    return { ...plan, outcome: original === null ? { does: "delete" } : { does: "write", text: original } };
  }
  const edit = client.remove(textOf(current));
  if ("refused" in edit) return { ...plan, outcome: { does: "refuse", why: edit.refused } };
  if ("unchanged" in edit) return { ...plan, outcome: { does: "nothing", why: edit.unchanged } };
  const remark = "It was changed since: only the entry for signalbox is taken out.";
  return { ...plan, outcome: { does: "write", text: Buffer.from(edit.text) }, remark };
}

/** The decoder would swallow a byte order mark. */
function textOf(bytes: Buffer): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
