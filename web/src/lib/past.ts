// Whether what is below shows the past: by its clock, and nothing can be changed there.

import { createContext, useContext } from "react";
import type { PastView } from "../../../src/http/contract.ts";

/** null: it is now. */
export const PastContext = createContext<PastView | null>(null);

export function usePast(): PastView | null {
  return useContext(PastContext);
}

/** The board after a row, or at a time. */
export function pastPath(at: number | string): string {
  return `/?${new URLSearchParams({ at: String(at) })}`;
}
