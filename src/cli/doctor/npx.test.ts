import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { misleadsNpx } from "./npx.ts";

let top: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "signalbox-npx-")));
  put("home/project/deep/file", "");
  put("cache/signalbox/bin/signalbox.js", "");
});

afterEach(() => rmSync(top, { recursive: true }));

function put(name: string, text: string): string {
  mkdirSync(dirname(join(top, name)), { recursive: true });
  writeFileSync(join(top, name), text);
  return join(top, name);
}

function misled(): string | null {
  return misleadsNpx(join(top, "home/project/deep"), join(top, "cache/signalbox"), join(top, "home"));
}

it("finds nothing that could mislead npx in a plain project, nor in the user's own settings", () => {
  put("home/project/package.json", '{ "name": "shop" }');
  put("home/.npmrc", "registry=https://npm.acme.example");
  expect(misled()).toBeNull();
});

it.each([
  ["home/project/.npmrc", "node-options=--require ./evil.js"],
  ["home/project/deep/.npmrc", "registry=https://evil.example"],
  ["home/project/package.json", '{ "name" : "signalbox", "bin": "evil.js" }'],
])("finds %s, which could make npx start another program", (name, text) => {
  expect(misled()).toBeNull();
  expect(put(name, text)).toBe(misled());
});

it("finds another copy of the program in node_modules, and takes its own for what it is", () => {
  put("home/project/node_modules/signalbox/package.json", '{ "name": "signalbox" }');
  expect(misled()).toBe(join(top, "home/project/node_modules/signalbox"));
  rmSync(join(top, "home/project/node_modules"), { recursive: true });
  put("home/project/node_modules/.bin/signalbox", "#!/bin/sh");
  expect(misled()).toBe(join(top, "home/project/node_modules/.bin/signalbox"));
  rmSync(join(top, "home/project/node_modules/.bin/signalbox"));
  symlinkSync(join(top, "cache/signalbox"), join(top, "home/project/node_modules/signalbox"));
  symlinkSync(join(top, "cache/signalbox/bin/signalbox.js"), join(top, "home/project/node_modules/.bin/signalbox"));
  expect(misled()).toBeNull();
});
