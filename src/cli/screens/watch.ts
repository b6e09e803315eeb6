// Prints once, or keeps what is printed up to date: drawn anew when somebody commits, and now and then because ages grow.

import type { Board } from "../../app/ports/board.ts";
import { plainJson } from "../../engine/words.ts";
import { harmless, print, printJson } from "../support/output.ts";
import { fitWindow, windowWidth } from "./table.ts";

export interface ShowOptions {
  readonly json?: boolean;
  readonly watch?: boolean;
}

const LEAST_PAUSE_MS = 200;
const AGES_MS = 5_000;
const KEEP_ALIVE_MS = 60_000;

const HIDE_CURSOR = "\u001b[?25l";
const SHOW_CURSOR = "\u001b[?25h";
const TO_TOP = "\u001b[H";
const CLEAR = "\u001b[2J";
const CLEAR_LINE = "\u001b[K";
const CLEAR_BELOW = "\u001b[J";

export async function showOrWatch<T>(
  board: Board,
  options: ShowOptions,
  read: () => Promise<T>,
  show: (value: T) => string,
): Promise<void> {
  if (!options.watch) {
    const value = await read();
    if (options.json) printJson(value);
    else print(fitWindow(show(value), windowWidth()));
    return;
  }
  const draw = options.json ? jsonLines() : process.stdout.isTTY ? screen() : blocks();
  const end = untilInterrupted();
  let drawn: Promise<void> = Promise.resolve();
  const bell = new Bell();
  const stop = board.watch(bell.ring);
  const leave = board.mirror?.attend();
  const resized = (): void => bell.ring();
  process.stdout.on("resize", resized);
  try {
    while (!end.aborted) {
      const value = await read();
      if (end.aborted) break;
      drawn = draw.frame(options.json ? plainJson(value) : harmless(fitWindow(show(value), windowWidth())));
      await drawn;
      await pause(LEAST_PAUSE_MS, end);
      await bell.rung(draw.ages ? AGES_MS : null, end);
    }
  } finally {
    stop();
    leave?.();
    process.stdout.off("resize", resized);
    await drawn;
    await draw.end();
  }
}

interface Frames {
  readonly frame: (text: string) => Promise<void>;
  readonly end: () => Promise<void>;
  /** Whether time alone is a reason to draw. */
  readonly ages: boolean;
}

/** Each line is written over, and only what is left over is cleared: a screen that is cleared first flickers. */
function screen(): Frames {
  let begun = false;
  return {
    ages: true,
    frame: (text) => {
      const room = (process.stdout.rows || 24) - 1;
      const lines = text.split("\n");
      const shown = lines.length > room ? [...lines.slice(0, room - 1), `… ${lines.length - room + 1} more`] : lines;
      const start = begun ? TO_TOP : HIDE_CURSOR + CLEAR + TO_TOP;
      begun = true;
      return write(start + shown.map((line) => `${line}${CLEAR_LINE}\n`).join("") + CLEAR_BELOW);
    },
    end: () => (begun ? write(SHOW_CURSOR) : Promise.resolve()),
  };
}

/** Into a pipe or a file: what has changed, one after the other. */
function blocks(): Frames {
  let last: string | null = null;
  return {
    ages: false,
    frame: async (text) => {
      if (text !== last) await write(last === null ? `${text}\n` : `\n${text}\n`);
      last = text;
    },
    end: () => Promise.resolve(),
  };
}

function jsonLines(): Frames {
  return { ages: false, frame: (text) => write(`${text}\n`), end: () => Promise.resolve() };
}

class Bell {
  #pending = false;
  #wake: (() => void) | null = null;

  ring = (): void => {
    this.#pending = true;
    this.#wake?.();
  };

  /** Comes back when it was rung since the last time, after so many milliseconds, or at the end. */
  async rung(most: number | null, end: AbortSignal): Promise<void> {
    if (!this.#pending && !end.aborted) {
      await new Promise<void>((resolve) => {
        // Nothing else may keep the process alive: not the file watch, and not an output that is a file.
        const timer = most === null ? setInterval(() => undefined, KEEP_ALIVE_MS) : setTimeout(resolve, most);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
        end.addEventListener("abort", this.#wake, { once: true });
      });
    }
    if (this.#wake) end.removeEventListener("abort", this.#wake);
    this.#wake = null;
    this.#pending = false;
  }
}

function pause(ms: number, end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      end.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    end.addEventListener("abort", done, { once: true });
    if (end.aborted) done();
  });
}

/** Ctrl-C, a polite kill, or a pipe whose reader has had enough: all of them are the usual end of a watch. */
export function untilInterrupted(): AbortSignal {
  const ended = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ended.abort());
  process.stdout.once("error", () => ended.abort());
  return ended.signal;
}

function write(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });
}
