// Which ticket is looked at and which kind is shown are part of the address: a reload and a sent link show the same. On a
// phone a ticket covers the list, and going back uncovers it.

import { useRef } from "react";
import { useSearchParams } from "wouter";
import { usePhone } from "../../lib/phone.ts";

export interface Address {
  readonly ticket: string | null;
  /** The verb of what is shown; null: all. */
  readonly only: string | null;
  /** By a person, to read it. */
  readonly open: (key: string) => void;
  /** In passing, or because it took the place of another one. */
  readonly follow: (key: string) => void;
  /** Back to the list. */
  readonly close: () => void;
  /** None is left. */
  readonly clear: () => void;
  /** A ticket covers the list. */
  readonly covers: boolean;
  readonly show: (only: string | null) => void;
}

export function useAddress(): Address {
  const [params, setParams] = useSearchParams();
  const phone = usePhone();
  const pushed = useRef(false);
  const ticket = params.get("ticket");

  const set = (name: "ticket" | "only", value: string | null, replace: boolean) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null) after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace },
    );
  return {
    ticket,
    only: params.get("only"),
    open(key) {
      const covers = phone && ticket === null;
      if (covers) pushed.current = true;
      set("ticket", key, !covers);
    },
    follow(key) {
      if (!phone || ticket !== null) set("ticket", key, true);
    },
    close() {
      if (!phone || ticket === null) return;
      if (pushed.current) history.back();
      else set("ticket", null, true);
      pushed.current = false;
    },
    clear: () => set("ticket", null, true),
    covers: phone && ticket !== null,
    show: (only) => set("only", only, true),
  };
}
