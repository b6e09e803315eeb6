// The list in the address: which view, by what it is sorted, and which way.

import { useSearchParams } from "wouter";
import type { FilterName } from "../filters.ts";
import { isSort, type Order } from "./sort.ts";

/** A list of exactly the tickets that match. */
export function listPath(filters: Partial<Record<FilterName, string>>): string {
  return `/?${new URLSearchParams({ view: "list", ...filters })}`;
}

/** The same view with one more filter. */
export function withFilter(params: URLSearchParams, name: FilterName, value: string): string {
  const next = new URLSearchParams(params);
  next.set(name, value);
  return `/?${next}`;
}

export function useView(): readonly ["board" | "list", (view: "board" | "list") => void] {
  const [params, setParams] = useSearchParams();
  const set = (view: "board" | "list") =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      for (const name of ["view", "sort", "dir"]) after.delete(name);
      if (view === "list") after.set("view", view);
      return after;
    });
  return [params.get("view") === "list" ? "list" : "board", set];
}

const FIRST: Order = { by: "state", down: false };

export function useOrder(): readonly [Order, (order: Order) => void] {
  const [params, setParams] = useSearchParams();
  const by = params.get("sort");
  const order: Order = { by: isSort(by) ? by : FIRST.by, down: params.get("dir") === "desc" };
  const set = (next: Order) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete("sort");
        after.delete("dir");
        if (next.by !== FIRST.by) after.set("sort", next.by);
        if (next.down) after.set("dir", "desc");
        return after;
      },
      { replace: true },
    );
  return [order, set];
}
