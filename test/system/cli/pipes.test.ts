import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { PROGRAM } from "../../support/program.ts";

it("a reader who has seen enough ends a command quietly", async () => {
  const child = spawn(process.execPath, [PROGRAM, "workflow", "show", "ticket"], { stdio: ["ignore", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  child.stdout.destroy();
  const [status] = (await once(child, "close")) as [number | null];
  expect({ status, complaint }).toEqual({ status: 0, complaint: "" });
});
