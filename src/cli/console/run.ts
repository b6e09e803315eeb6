// The interactive board from its first frame to its last. However it ends, the terminal is given back as it was: the screen
// of before, the cursor, and keys that are echoed.

import { basename } from "node:path";
import { render, type Instance } from "ink";
import { createElement as h } from "react";
import { readSettings } from "../../setup/settings.ts";
import type { PersonOptions } from "../support/people.ts";
import { withReader } from "../support/reading.ts";
import { report } from "../support/report.ts";
import { Screen } from "./screen.ts";
import { ConsoleSession } from "./session.ts";

export async function runConsole(options: PersonOptions): Promise<void> {
  await withReader(options, async (reader) => {
    let instance: Instance | null = null;
    const session = await ConsoleSession.begin(reader, options, {
      redraw: () => instance?.clear(),
      // Terminals that know this put it on the clipboard; others ignore it.
      copy: (text) => process.stdout.write(`\u001b]52;c;${Buffer.from(text).toString("base64")}\u0007`),
    });
    const errors = holdErrors();
    const { stdin } = process;
    // Before the first frame: a key that is pressed at once would be echoed into it.
    stdin.setRawMode(true);
    const leave = (): void => {
      instance?.unmount();
      stdin.setRawMode(false);
      errors.release();
    };
    const unhook = onEnd(session.quit, leave);
    try {
      instance = render(h(Screen, { session, name: boardName() }), {
        alternateScreen: true,
        incrementalRendering: true,
        exitOnCtrlC: false,
        interactive: true,
        patchConsole: false,
      });
      await session.follow();
    } finally {
      leave();
      await instance?.waitUntilExit();
      unhook();
    }
  });
}

/** A kill, a terminal that is closed, or a bug: the first two end it politely, the last says what happened. */
function onEnd(quit: () => void, leave: () => void): () => void {
  const crash = (error: unknown): void => {
    leave();
    process.exit(report(error));
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, quit);
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
  process.stdin.once("end", quit);
  return () => {
    for (const signal of signals) process.off(signal, quit);
    process.off("uncaughtException", crash);
    process.off("unhandledRejection", crash);
    process.stdin.off("end", quit);
  };
}

/** What would be written over the board is written when it is gone. */
function holdErrors(): { readonly release: () => void } {
  const { stderr } = process;
  const write = stderr.write.bind(stderr);
  const held: string[] = [];
  stderr.write = (chunk: string | Uint8Array): boolean => {
    held.push(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    return true;
  };
  return {
    release: () => {
      stderr.write = write;
      for (const text of held.splice(0)) stderr.write(text);
    },
  };
}

/** As the dashboard calls it. */
function boardName(): string {
  return readSettings(process.env, process.cwd()).board ?? basename(process.cwd());
}
