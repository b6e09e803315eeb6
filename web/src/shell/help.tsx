import { useEffect, useRef } from "react";
import { Button } from "../parts/controls.tsx";
import { PAGES, SECOND_VIEWS } from "./pages.ts";
import styles from "./help.module.css";

const KEYS: readonly (readonly [string, string])[] = [
  ["/", "search tickets"],
  ...[...PAGES, ...SECOND_VIEWS].map((page) => [`g ${page.letter}`, page.name] as const),
  ["← → ↑ ↓", "move between cards"],
  ["j k", "next and previous row"],
  ["Enter", "open"],
  ["m", "list the legal moves of a card"],
  ["c", "new ticket"],
  ["e p l", "on a ticket: text, priority, link"],
  ["u", "undo your last move"],
  ["Esc", "go back"],
  ["1 … 9", "in Needs you: choose a way"],
  ["z", "in Needs you: snooze"],
  ["Ctrl Enter", "send a reason"],
  ["?", "this help"],
];

export function Help({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} className={styles.help} aria-label="Keyboard" onClose={onClose}>
      <h2>Keyboard</h2>
      <dl>
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="small dim">Letters are off while a form holds text.</p>
      <Button onClick={onClose}>Close</Button>
    </dialog>
  );
}
