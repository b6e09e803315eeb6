// Servers as they are installed: the built program, each a process of its own.

import { spawn } from "node:child_process";
import { PROGRAM } from "../../test/support/program.ts";
import { track } from "../../test/support/processes/child.ts";

export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

export function startServer(database: string, env: Readonly<Record<string, string>>): Promise<Server> {
  const child = spawn(process.execPath, [PROGRAM, "serve", "--port", "0", "--database", database], {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  track(child);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = (): Promise<void> => {
    child.kill("SIGTERM");
    return ended;
  };
  return new Promise((resolve, reject) => {
    void ended.then(() => reject(new Error("the server has ended")));
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const [, url] = /MCP at (\S+)\/mcp\n/.exec(printed) ?? [];
      if (url !== undefined && child.pid !== undefined) resolve({ url, pid: child.pid, stop });
    });
  });
}
