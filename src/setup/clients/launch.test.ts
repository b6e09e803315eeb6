import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { launchIn } from "./launch.ts";

let top: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "signalbox-launch-")));
});

afterEach(() => rmSync(top, { recursive: true }));

/** The package at a place below `top`. */
function packageAt(place: string): string {
  const root = join(top, place);
  mkdirSync(join(root, "bin"), { recursive: true });
  writeFileSync(join(root, "bin", "signalbox.js"), "");
  return root;
}

function folderAt(place: string): string {
  mkdirSync(join(top, place), { recursive: true });
  return join(top, place);
}

function launch(folder: string, root: string, path = "/usr/bin"): { words: readonly string[]; shared: boolean } {
  const { words, shared } = launchIn(folder, { root, version: "1.2.3", env: { PATH: path } });
  return { words, shared };
}

describe("the command that starts this server", () => {
  it("is pinned to this version where npx has fetched it", () => {
    const root = packageAt("cache/_npx/1a2b/node_modules/signalbox");
    expect(launch(folderAt("project"), root)).toEqual({
      words: ["npx", "-y", "signalbox@1.2.3", "mcp"],
      shared: true,
    });
  });

  it("is the project's own where it is a dependency of it, or of a project around it", () => {
    const root = packageAt("project/node_modules/signalbox");
    const own = { words: ["npx", "--no-install", "signalbox", "mcp"], shared: true };
    expect(launch(folderAt("project"), root)).toEqual(own);
    expect(launch(folderAt("project/packages/a"), root)).toEqual(own);
    expect(launch(folderAt("project-2"), root)).toEqual({
      words: [process.execPath, join(root, "bin/signalbox.js"), "mcp"],
      shared: false,
    });
  });

  it("is its name where the name leads to it, and not to another copy", () => {
    const [root, other] = [packageAt("lib/node_modules/signalbox"), packageAt("other/node_modules/signalbox")];
    const [bin, first] = [folderAt("bin"), folderAt("first")];
    symlinkSync("../lib/node_modules/signalbox/bin/signalbox.js", join(bin, "signalbox"));
    symlinkSync("../other/node_modules/signalbox/bin/signalbox.js", join(first, "signalbox"));
    const folder = folderAt("project");
    expect(launch(folder, root, `/nowhere:${bin}`)).toEqual({ words: ["signalbox", "mcp"], shared: true });
    expect(launch(folder, root, `${first}:${bin}`)).toMatchObject({ shared: false });
    expect(launch(folder, other, `${first}:${bin}`)).toMatchObject({ words: ["signalbox", "mcp"] });
  });

  it("is a path from a checkout, for the user's own files alone", () => {
    const root = packageAt("checkout");
    expect(launch(folderAt("project"), root)).toEqual({
      words: [process.execPath, join(root, "bin/signalbox.js"), "mcp"],
      shared: false,
    });
  });
});
