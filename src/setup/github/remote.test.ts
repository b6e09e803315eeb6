import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readSettings } from "../settings.ts";
import { TrustList } from "../trust/trust-list.ts";
import { remoteRepository } from "./remote.ts";

function checkout(origin: string | null): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-remote-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync("git", ["init", "-q", folder]);
  if (origin !== null) execFileSync("git", ["-C", folder, "remote", "add", "origin", origin]);
  return folder;
}

const SHOP = { owner: "acme", repo: "shop", url: "https://github.com/acme/shop" };

it.for([
  ["https://github.com/acme/shop.git"],
  ["https://me:secret@github.com/acme/shop"],
  ["git@github.com:acme/shop.git"],
  ["ssh://git@github.com:22/acme/shop.git"],
])("is what git's origin says: %s", ([origin]) => {
  const folder = checkout(origin ?? "");
  const { github } = readSettings({ SIGNALBOX_GITHUB_PULLS: "on", HOME: folder }, folder);
  expect(remoteRepository(github, folder)).toEqual(SHOP);
});

it.for([
  ["https://evil.example/acme/shop.git"],
  ["git@github.com.evil.example:acme/shop.git"],
  ["https://github.com@evil.example/acme/shop"],
  ["../shop"],
  [null],
])("is none where git's origin is %s", ([origin]) => {
  const folder = checkout(origin ?? null);
  const { github } = readSettings({ SIGNALBOX_GITHUB_PULLS: "on", HOME: folder }, folder);
  expect(remoteRepository(github, folder)).toHaveProperty("problem");
});

it("is what the user names, and the server is the one that the user has set", () => {
  const folder = checkout("https://github.com/other/thing");
  const env = { SIGNALBOX_GITHUB_PULLS: "acme/shop", GITHUB_API_URL: "https://git.acme.example/api/v3", HOME: folder };
  expect(remoteRepository(readSettings(env, folder).github, folder)).toEqual({
    ...SHOP,
    url: "https://git.acme.example/acme/shop",
  });
});

it("is looked at only where a person asks for it: a cloned file has to be trusted first", () => {
  const folder = checkout("https://github.com/acme/shop");
  const env = { HOME: folder, XDG_CONFIG_HOME: join(folder, "config") };
  mkdirSync(join(folder, ".signalbox"));
  const text = JSON.stringify({ github: { pulls: true, maxAge: 60 } });
  writeFileSync(join(folder, ".signalbox/config.json"), text);
  expect(readSettings({ ...env }, folder)).toMatchObject({
    github: { pulls: false, maxAgeMs: 60_000 },
    untrusted: { "github.pulls": true },
  });
  expect(readSettings({ ...env, SIGNALBOX_GITHUB_PULLS: "off" }, folder)).toMatchObject({
    github: { pulls: false },
    untrusted: {},
  });
  new TrustList(env, folder).add(Buffer.from(text));
  expect(readSettings({ ...env }, folder)).toMatchObject({ github: { pulls: true }, untrusted: {} });
});
