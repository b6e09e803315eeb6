// `npm run audit` with npm's own audit, against a registry of the test's.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { ROOT } from "../../support/program.ts";

type Advisories = Readonly<Record<string, readonly object[]>>;

/** null: it fails. */
async function startRegistry(advisories: Advisories | null): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const isAsked = request.method === "POST" && request.url === "/-/npm/v1/security/advisories/bulk";
      const name = decodeURIComponent(request.url?.slice(1) ?? "");
      response.statusCode = advisories === null ? 405 : 200;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(isAsked ? advisories : { name, "dist-tags": {}, versions: {} }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function audit(advisories: Advisories | null, ...args: string[]): Promise<{ status: number; out: string }> {
  const registry = await startRegistry(advisories);
  const env = { ...process.env, npm_config_registry: registry, npm_config_fetch_retries: "0", NODE_ENV: "production" };
  const child = spawn(process.execPath, [join(ROOT, "scripts/audit.ts"), ...args], { env });
  const [out, err, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number]>,
  ]);
  return { status, out: out + err };
}

function advisory(title: string): object {
  return { id: 1, url: "https://example.org/1", title, severity: "high", vulnerable_versions: "*" };
}

describe("npm run audit", () => {
  it("ends with 0 where nothing is known", async () => {
    expect(await audit({})).toEqual({ status: 0, out: "Nothing is known against any package.\n" });
  });

  it("ends with 1 and names the package, where something is known against one that is shipped", async () => {
    const line = "hono (shipped), high: It opens doors. https://example.org/1\n";
    for (const args of [[], ["--shipped"]]) {
      expect(await audit({ hono: [advisory("It opens doors")] }, ...args)).toEqual({ status: 1, out: line });
    }
  });

  it("tells tools from what is shipped", async () => {
    const known = { esbuild: [advisory("It opens doors")] };
    expect(await audit(known)).toMatchObject({ status: 1, out: expect.stringContaining("esbuild (a tool), high:") });
    expect(await audit(known, "--shipped")).toEqual({ status: 0, out: "Nothing is known against what is shipped.\n" });
  });

  it("ends with 2 where the registry does not say", async () => {
    const { status, out } = await audit(null);
    expect({ status, out }).toEqual({ status: 2, out: expect.stringContaining("The registry did not say") });
  });
});
