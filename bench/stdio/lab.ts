// A folder and surroundings of their own for a row's servers: nothing of the user's settings gets in, nothing is left.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROGRAM } from "../../test/support/program.ts";
import type { Start } from "./server-process.ts";

export interface Lab {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The connection's name in the ledger. */
  readonly agent: string;
}

export async function inLab<T>(use: (lab: Lab) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-bench-"));
  try {
    // Node keeps compiled code in the folder for temporary files.
    const env = { PATH: process.env["PATH"] ?? "", HOME: folder, TMPDIR: folder };
    return await use({ folder, env, agent: "bench-agent" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `signalbox mcp` as it is shipped, on a file of its own. */
export function signalboxMcp({ folder, env, agent }: Lab, database: string): Start {
  return {
    command: [PROGRAM, "mcp"],
    folder,
    env: { ...env, SIGNALBOX_DATABASE: database, SIGNALBOX_AGENT: agent },
  };
}
