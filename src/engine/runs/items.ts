// A run's work items: what a caller may say about them. Whether one is documented is what the run's way through its
// states says, so nobody can set it.

import type { Machine } from "../workflow/compile.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { didYouMean, listed, nearest, quote } from "../words.ts";

export interface Item {
  readonly number: number;
  readonly title: string;
  readonly type: string;
  readonly documented: boolean;
}

export interface ItemUpdate {
  readonly number: number;
  readonly title?: string;
  readonly type?: string;
  /** Never taken over: callers send back what they were shown. */
  readonly status?: string;
}

export interface ItemList {
  readonly kind: "items";
  /** In number order. */
  readonly items: readonly Item[];
  readonly warnings: readonly string[];
}

export function showItemStatus(item: Item): "pending" | "documented" {
  return item.documented ? "documented" : "pending";
}

/** Adds items, or changes them by number. What is not mentioned stays. */
export function checkItems(
  machine: Machine,
  existing: readonly Item[],
  updates: readonly ItemUpdate[],
): ItemList | Refusal {
  const merged = new Map(existing.map((item) => [item.number, item]));
  const mentioned = new Set<number>();
  const warnings: string[] = [];
  for (const update of updates) {
    const { number } = update;
    if (!Number.isSafeInteger(number) || number < 1) return badNumber(number);
    if (mentioned.has(number)) return duplicateItem(number);
    mentioned.add(number);
    const item = merged.get(number);
    const type = update.type ?? item?.type;
    if (type === undefined || !isItemType(machine, type)) return badType(machine, number, type);
    if (item?.documented && type !== item.type) return typeIsFixed(item, type);
    const title = update.title ?? item?.title ?? `Item ${number}`;
    const changed: Item = { number, title, type, documented: item?.documented ?? false };
    if (update.status !== undefined && update.status !== showItemStatus(changed)) {
      warnings.push(statusIgnored(machine, changed, update.status));
    }
    merged.set(number, changed);
  }
  return { kind: "items", items: [...merged.values()].toSorted((a, b) => a.number - b.number), warnings };
}

function isItemType(machine: Machine, type: string): boolean {
  const types = machine.workflow.itemTypes;
  return types ? types.includes(type) : type.trim() !== "";
}

function statusIgnored(machine: Machine, item: Item, status: string): string {
  const documenting = [...machine.states.values()].filter((state) => state.work === "document");
  const skills = documenting.flatMap((state) => state.skill ?? []);
  return (
    `Item ${item.number} stays ${showItemStatus(item)}: its status ${quote(status)} was not taken over.` +
    (skills.length > 0 ? ` An item is documented when its ${listed(skills)} is completed.` : "")
  );
}

function badNumber(number: number): Refusal {
  return refuse(
    "invalid_item",
    `${number} is no item number.`,
    `Number the items 1, 2, 3 and so on, and send them again. Nothing was stored.`,
    { number },
  );
}

function duplicateItem(number: number): Refusal {
  return refuse(
    "duplicate_item",
    `Item ${number} stands in this call twice.`,
    `Send item ${number} once, or give the second one a number of its own. Nothing was stored.`,
    { number },
  );
}

function badType(machine: Machine, number: number, type: string | undefined): Refusal {
  const types = machine.workflow.itemTypes ?? [];
  const meant = type === undefined ? undefined : nearest(type, types);
  return refuse(
    "unknown_item_type",
    `Item ${number} has ${type === undefined ? "no type" : `the unknown type ${quote(type)}`}.${didYouMean(meant)}`,
    `Send item ${number} again with type ${listed(types.map((known) => `"${known}"`)) || "set to a word"}. ` +
      `Nothing was stored.`,
    { number, type: type ?? null, types, ...(meant === undefined ? {} : { nearest: meant }) },
  );
}

function typeIsFixed(item: Item, type: string): Refusal {
  return refuse(
    "item_documented",
    `Item ${item.number} is documented as ${quote(item.type)} and can't become ${quote(type)}.`,
    `Leave its type as it is. If there is more to do, add it as a new item, under a number of its own. ` +
      `Nothing was stored.`,
    { number: item.number, type: item.type, given: type },
  );
}
