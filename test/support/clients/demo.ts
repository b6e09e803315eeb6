// A demo that plays, in a process of its own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PROGRAM } from "../program.ts";
import { linkIn } from "./http-server.ts";

const PACE = ["--wait-for-me", "--agents", "4", "--seed", "7", "--speed", "8", "--quiet", "--no-open"];

export interface Demo {
  /** Where it keeps what it needs. */
  readonly temp: string;
  /** Lets a browser act as a person, once. */
  readonly link: URL;
  readonly said: readonly string[];
  /** Ctrl-C; settled with its exit code and signal when it is gone. */
  stop(): Promise<unknown[]>;
  /** What it left behind goes too. */
  forget(): void;
}

export async function playDemo(): Promise<Demo> {
  const temp = mkdtempSync(join(tmpdir(), "signalbox-demo-test-"));
  const demo = spawn(process.execPath, [PROGRAM, "demo", ...PACE], {
    env: { PATH: process.env["PATH"], HOME: temp, TMPDIR: temp },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(demo, "exit");
  const said: string[] = [];
  const linked = Promise.withResolvers<string>();
  createInterface({ input: demo.stdout }).on("line", (line) => {
    said.push(line);
    const link = linkIn(line);
    if (link !== "") linked.resolve(link);
  });
  const link = await Promise.race([linked.promise, gone.then(() => Promise.reject(new Error(said.join("\n"))))]);
  return {
    temp,
    link: new URL(link),
    said,
    stop() {
      demo.kill("SIGINT");
      return gone;
    },
    forget: () => rmSync(temp, { recursive: true, force: true }),
  };
}
