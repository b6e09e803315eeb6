// How a client starts this server: by a command that works where it is written and for a teammate. Which one that is
// depends on how this very program was installed.

import { realpathSync, statSync } from "node:fs";
import { delimiter, dirname, join, sep } from "node:path";
import type { LaunchWords } from "./client.ts";

export interface Launch {
  readonly words: LaunchWords;
  /** Whether a teammate's machine understands it too; else it belongs into the user's own files alone. */
  readonly shared: boolean;
  /** What to do where it does not start. */
  readonly mend: string;
}

export interface ThisProgram {
  /** Where the package lies. */
  readonly root: string;
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
}

const NAME = "signalbox";

export function launchIn(folder: string, { root, version, env }: ThisProgram): Launch {
  // npx keeps what it has fetched in a folder of this name.
  if (root.split(sep).includes("_npx")) {
    const words = ["npx", "-y", `${NAME}@${version}`, "mcp"] as const;
    return { words, shared: true, mend: "Check that npm reaches its registry, and run `npx -y signalbox --version`." };
  }
  if (isDependency(root, folder)) {
    const words = ["npx", "--no-install", NAME, "mcp"] as const;
    return { words, shared: true, mend: "Run `npm install` here." };
  }
  const program = join(root, "bin", "signalbox.js");
  if (isOnPath(program, root, env)) {
    return { words: [NAME, "mcp"], shared: true, mend: "Run `npm install -g signalbox`." };
  }
  // A checkout, or a copy that no name leads to: only this user's machine has it there.
  return { words: [process.execPath, program, "mcp"], shared: false, mend: `Look whether ${program} is built.` };
}

/** Of the project, or of one around it. */
function isDependency(root: string, folder: string): boolean {
  const holder = dirname(dirname(root));
  const isPackage = root === join(holder, "node_modules", NAME);
  const inside = realOf(folder) ?? folder;
  return isPackage && (inside === holder || inside.startsWith(holder + sep));
}

/** Whether the name leads to this program, and not to another copy. */
function isOnPath(program: string, root: string, env: NodeJS.ProcessEnv): boolean {
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => folder !== "");
  for (const folder of folders) {
    if (process.platform === "win32") {
      const shim = statSync(join(folder, `${NAME}.cmd`), { throwIfNoEntry: false });
      if (shim) return realOf(join(folder, "node_modules", NAME)) === root;
    }
    const found = realOf(join(folder, NAME));
    if (found !== null) return found === realOf(program);
  }
  return false;
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    // Not there, or out of reach: no shell would start it.
    return null;
  }
}
