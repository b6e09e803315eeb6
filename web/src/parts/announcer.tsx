// What is said to screen readers, and the short notes that everybody sees.

import { useSyncExternalStore } from "react";
import { Banner } from "./answers.tsx";
import { Button } from "./controls.tsx";
import { Icon } from "./icon.tsx";

interface Note {
  readonly id: number;
  readonly tone: "done" | "danger";
  readonly title: string;
  readonly text: string;
}

interface Said {
  readonly polite: string;
  readonly assertive: string;
  readonly notes: readonly Note[];
}

const NOTE_MS = 7000;
const listeners = new Set<() => void>();
let said: Said = { polite: "", assertive: "", notes: [] };
let lastNote = 0;

/** Moves are said politely, refusals at once. */
export function announce(text: string, how: "polite" | "assertive"): void {
  set({ [how]: text });
}

/** A note at the edge of the page, said to everybody. It goes away by itself, unless it is bad news. */
export function toast(tone: Note["tone"], title: string, text: string): void {
  lastNote += 1;
  const note = { id: lastNote, tone, title, text };
  set({ notes: [...said.notes.slice(-2), note] });
  if (tone === "done") setTimeout(() => dismiss(note.id), NOTE_MS);
}

/** What was said about the last try is not about the next. */
export function clearToasts(): void {
  if (said.notes.length > 0) set({ notes: [] });
}

export function Announcer() {
  const { polite, assertive, notes } = useSyncExternalStore(
    subscribe,
    () => said,
    () => said,
  );
  return (
    <>
      <div className="vh" aria-live="polite">
        {polite}
      </div>
      <div className="vh" aria-live="assertive">
        {assertive}
      </div>
      <div className="toasts">
        {notes.map((note) => (
          <Banner
            key={note.id}
            tone={note.tone}
            role={note.tone === "danger" ? "alert" : "status"}
            title={note.title}
            {...(note.tone === "done" ? { mark: <Icon name="check" /> } : {})}
            action={
              <Button small look="quiet" onClick={() => dismiss(note.id)}>
                Dismiss
              </Button>
            }
          >
            {note.text}
          </Banner>
        ))}
      </div>
    </>
  );
}

function dismiss(id: number): void {
  set({ notes: said.notes.filter((note) => note.id !== id) });
}

function set(changes: Partial<Said>): void {
  said = { ...said, ...changes };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
