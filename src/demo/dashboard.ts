// The dashboard on the demo's board: a server of its own, and a browser where there is a desktop to show it on.

import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { thisProgram } from "./program.ts";

export interface Dashboard {
  readonly process: ChildProcess;
  readonly address: string;
  /** Lets a browser act as a person, once; null: nobody may. */
  readonly link: string | null;
  readonly end: () => Promise<void>;
}

export async function serveDashboard(
  env: Readonly<Record<string, string>>,
  folder: string,
  port: number,
): Promise<Dashboard> {
  const { file, args } = thisProgram("demo", "dashboard", "--port", String(port));
  const server = spawn(file, args, {
    env,
    cwd: folder,
    // In a group of its own: Ctrl-C is for the demo, which ends this last. Over the channel it hears when the demo has ended.
    detached: true,
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const ended = new Promise<void>((resolve) => {
    server.once("exit", () => resolve());
  });
  const { address, link } = await readAddress(server, ended);
  return {
    process: server,
    address,
    link,
    end: async () => {
      server.kill("SIGTERM");
      await ended;
    },
  };
}

async function readAddress(server: ChildProcess, ended: Promise<void>): Promise<Pick<Dashboard, "address" | "link">> {
  const { promise, resolve, reject } = Promise.withResolvers<Pick<Dashboard, "address" | "link">>();
  void ended.then(() => reject(new Error("the dashboard's server ended before it was ready")));
  let address = "";
  if (server.stdout) {
    createInterface({ input: server.stdout }).on("line", (line) => {
      address = /dashboard at (\S+?),/.exec(line)?.[1] ?? address;
      if (/to act as a person/.test(line)) resolve({ address, link: /https?:\S+/.exec(line)?.[0] ?? null });
    });
  }
  return promise;
}

/** The program that opens an address in a browser here; null: there is no desktop. */
export function browserOpener(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): readonly string[] | null {
  if (env["CI"] || env["SSH_CONNECTION"]) return null;
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["cmd", "/c", "start", ""];
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? ["xdg-open"] : null;
}

/** Where there is no such program, the person opens the printed address by hand. */
export function openBrowser([program = "", ...args]: readonly string[], address: string): void {
  const browser = spawn(program, [...args, address], { stdio: "ignore", detached: true });
  browser.once("error", () => undefined);
  browser.unref();
}
