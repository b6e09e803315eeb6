// `c`, and the button on the board, open the form for a new ticket. It is fetched when it is asked for.

import { lazy, Suspense, useSyncExternalStore } from "react";
import { useBoard } from "../api/queries.ts";
import { useKeys } from "../lib/keys.ts";
import { useMayAct } from "../lib/may.ts";
import { Button } from "../parts/controls.tsx";
import { Icon } from "../parts/icon.tsx";

const NewTicketDialog = lazy(async () => ({
  default: (await import("../pages/new-ticket/dialog.tsx")).NewTicketDialog,
}));

let open = false;
const listeners = new Set<() => void>();

export function NewTicket() {
  const isOpen = useSyncExternalStore(subscribe, () => open);
  const board = useBoard().data;
  const may = useMayAct();
  useKeys({
    c: (event) => {
      if (!may.write) return;
      event.preventDefault();
      setOpen(true);
    },
  });
  if (!isOpen || !board) return null;
  return (
    <Suspense fallback={null}>
      <NewTicketDialog board={board} onClose={() => setOpen(false)} />
    </Suspense>
  );
}

/** Only for those who may make one. */
export function NewTicketButton({ className }: { readonly className?: string }) {
  const may = useMayAct();
  if (!may.write) return null;
  return (
    <Button small className={className} aria-keyshortcuts="c" onClick={() => setOpen(true)}>
      <Icon name="plus" small />
      New ticket <kbd aria-hidden="true">c</kbd>
    </Button>
  );
}

function setOpen(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
