// Calling a person who looks elsewhere: a note of the browser and a sound, each only for somebody who asked for it here.

import { useEffect, useEffectEvent, useRef } from "react";
import { isRecord, keepInBrowser } from "./kept.ts";

export interface CallSettings {
  readonly notify: boolean;
  readonly sound: boolean;
}

const settings = keepInBrowser<CallSettings>("calls", (kept) => ({
  notify: isRecord(kept) && kept["notify"] === true,
  sound: isRecord(kept) && kept["sound"] === true,
}));

export const useCallSettings = settings.use;

/** Why not, where the browser does not let us; null: it will. */
export async function setNotify(on: boolean): Promise<string | null> {
  const refusal = on ? await askForNotes() : null;
  settings.set({ ...settings.get(), notify: on && refusal === null });
  return refusal;
}

/** Turned on, it is heard once: so a person knows it, and the browser lets the page make sounds later. */
export function setSound(on: boolean): void {
  settings.set({ ...settings.get(), sound: on });
  if (on) ring();
}

/** `waiting`: the tickets that wait for this person, by key; undefined: not known yet. */
export function useCalls(waiting: ReadonlyMap<string, string> | undefined, open: (ticket: string) => void): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  const call = useEffectEvent((tickets: readonly (readonly [string, string])[]) => {
    const { notify, sound } = settings.get();
    const [first] = tickets;
    if (!first) return;
    if (sound) ring();
    if (notify && canNote() && Notification.permission === "granted") note(first, tickets.length, open);
  });
  useEffect(() => {
    if (!waiting) return;
    const before = known.current;
    known.current = new Set(waiting.keys());
    // What waited already when the page was opened calls nobody.
    if (before) call([...waiting].filter(([key]) => !before.has(key)));
  }, [waiting]);
}

function note([ticket, words]: readonly [string, string], count: number, open: (ticket: string) => void): void {
  const title = count === 1 ? words : `${count} tickets need you`;
  const shown = new Notification(title, { tag: "signalbox-needs", body: count === 1 ? "Needs you" : words });
  shown.addEventListener("click", () => {
    window.focus();
    open(ticket);
    shown.close();
  });
}

async function askForNotes(): Promise<string | null> {
  if (!canNote()) return "This browser has no notifications here: it takes HTTPS, or this machine's own address.";
  if ((await Notification.requestPermission()) === "granted") return null;
  return "The browser does not allow it. Allow notifications for this address in its settings, then try again.";
}

function canNote(): boolean {
  return isSecureContext && "Notification" in globalThis;
}

const TONES = [660, 880] as const;
const TONE_SECONDS = 0.16;

/** Two short tones, made on the spot: there is no file to load. */
function ring(): void {
  const audio = new AudioContext();
  for (const [index, frequency] of TONES.entries()) {
    const begin = audio.currentTime + index * TONE_SECONDS;
    const tone = new OscillatorNode(audio, { frequency });
    const volume = new GainNode(audio, { gain: 0.08 });
    volume.gain.setTargetAtTime(0, begin + TONE_SECONDS / 2, TONE_SECONDS / 4);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + TONE_SECONDS);
    if (index === TONES.length - 1) tone.addEventListener("ended", () => void audio.close());
  }
}
