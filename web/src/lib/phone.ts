import { useSyncExternalStore } from "react";

const phone = typeof matchMedia === "function" ? matchMedia("(max-width: 720px)") : null;

/** Narrow enough that columns do not fit beside each other. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      phone?.addEventListener("change", listener);
      return () => phone?.removeEventListener("change", listener);
    },
    () => phone?.matches ?? false,
    () => false,
  );
}
