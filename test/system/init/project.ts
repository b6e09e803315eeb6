// A project of somebody's, and init run in it as they would.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { PROGRAM, runProgramSync } from "../../support/program.ts";

const bin = mkdtempSync(join(tmpdir(), "signalbox-bin-"));
symlinkSync(PROGRAM, join(bin, "signalbox"));
afterAll(() => rmSync(bin, { recursive: true }));

/** Where the program is found by its name, as after `npm install -g`. */
export const INSTALLED = `${bin}:${process.env["PATH"]}`;

export function project(files: Record<string, string | Buffer> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-init-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export function init(folder: string, ...args: string[]): { out: string; err: string; status: number | null } {
  const { stdout, stderr, status } = runProgramSync(["init", ...args], {
    cwd: folder,
    env: { PATH: INSTALLED, HOME: join(folder, "home"), NO_COLOR: "1" },
  });
  return { out: stdout, err: stderr, status };
}

/** Every file with its bytes, and every folder. */
export function everything(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isDirectory() ? "folder" : readFileSync(path).toString("hex")];
    }),
  );
}
