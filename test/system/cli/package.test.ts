// The package as it would be published: what is in it, and that it works where nothing but its tarball is.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { ROOT } from "../../support/program.ts";
import { fences } from "../docs/pages.ts";

function npm(folder: string, ...args: string[]): string {
  const { stdout, stderr, status } = spawnSync("npm", args, {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** One npm prints a list, another an object by name. */
function packed(output: string): Packed {
  const given = JSON.parse(output) as Packed[] | Record<string, Packed>;
  const [first] = Object.values(given);
  if (!first) throw new Error(output);
  return first;
}

/** A program of somebody else's. What must not compile is marked: an unused mark is an error too. */
const USE = `
import * as engine from "signalbox/engine";

const typed: string = JSON.parse('"Backlog"');
// @ts-expect-error there is no such state
engine.isValidTransition("Backlogg", "Done");
// @ts-expect-error nobody checked it
engine.isTerminal(typed);
const checked = engine.isValidState(typed) && engine.isValidTransition(typed, "Done");
const batches: engine.TaskBatch[] = [
  { id: "0", tasks: [{ id: "a", status: "pending", dependsOn: [] }], status: "pending" },
];
const items = [{ number: 1, title: "One", type: "code", documented: false }];
const run = { state: "work-item-router", currentItem: 1, items, batches, currentBatch: null, totalItems: 1, documentedItems: 0 };
const context = engine.buildTransitionContext(run);
const loaded = engine.loadStateMachine("none.json");
const own: readonly string[] = loaded.getAllowedTransitions("Any state");
console.log(
  JSON.stringify([
    checked,
    engine.getState("nope") ?? null,
    engine.getState("log-batch-complete"),
    context,
    engine.getNextState("work-item-router", context),
    engine.skillToState("executing-plans"),
    engine.getSkillForState("execute-batch"),
    engine.evaluateCondition({ type: "batches_remaining" }, context),
    Object.keys(loaded.workflow.states).length + own.length,
  ]),
);
`;

describe("the package", () => {
  let folder: string;
  let content: Packed;
  let paths: readonly string[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "signalbox-packed-"));
    content = packed(npm(ROOT, "pack", "--json", "--ignore-scripts", "--pack-destination", folder));
    paths = content.files.map(({ path }) => path);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it("holds what is needed", () => {
    for (const path of [
      "package.json",
      "README.md",
      "LICENSE",
      "SECURITY.md",
      "dist/THIRD-PARTY-NOTICES",
      "dist/sbom.cdx.json",
      "bin/signalbox.js",
      "dist/signalbox.js",
      "dist/engine.js",
      "dist/types/library.d.ts",
      "dist/web/index.html",
      "workflows/config.schema.json",
      "workflows/ticket.json",
      "workflows/workflow.schema.json",
      ".claude-plugin/marketplace.json",
      "plugin/.claude-plugin/plugin.json",
      "plugin/.mcp.json",
      "plugin/hooks/hooks.json",
      "plugin/skills/research/SKILL.md",
      "plugin-runs/.claude-plugin/plugin.json",
      "plugin-runs/skills/collab-start/SKILL.md",
    ]) {
      expect(paths).toContain(path);
    }
    for (const folder of ["plugin/skills", "plugin-runs/skills"]) {
      for (const name of readdirSync(join(ROOT, folder))) expect(paths).toContain(`${folder}/${name}/SKILL.md`);
    }
  });

  it("holds nothing else", () => {
    const allowed =
      /^(package\.json|(?:README|SECURITY)\.md|LICENSE|bin\/signalbox\.js|dist\/|workflows\/[\w.-]+\.json|\.claude-plugin\/marketplace\.json|plugin(?:-runs)?\/)/;
    expect(paths.filter((path) => !allowed.test(path))).toEqual([]);
    expect(paths.filter((path) => /\.(ts|map|test\.\w+|log|db|sha256)$/.test(path) && !path.endsWith(".d.ts"))).toEqual(
      [],
    );
    expect(content.unpackedSize).toBeLessThan(8_000_000);
  });

  it("says which packages are in it, and under which licences", () => {
    const read = (path: string): string => readFileSync(join(ROOT, "dist", path), "utf8");
    const sbom = JSON.parse(read("sbom.cdx.json")) as {
      readonly bomFormat: string;
      readonly metadata: { readonly component: object };
      readonly components: readonly { name: string; version: string; hashes: readonly object[]; licenses: object[] }[];
    };
    const { name, version } = packageJson;
    expect(sbom).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { name, version } } });
    const listed = sbom.components.map((one) => one.name);
    // The program's, a package of a package, the pages', and a font.
    expect(listed).toEqual(expect.arrayContaining(["hono", "pg", "pg-protocol", "react-dom", "@fontsource/barlow"]));
    // Tools, and what only names types.
    for (const tool of ["typescript", "vitest", "esbuild", "@types/node", "graphql"])
      expect(listed).not.toContain(tool);
    const text = read("THIRD-PARTY-NOTICES");
    for (const one of sbom.components) {
      expect(one.hashes.length, one.name).toBeGreaterThan(0);
      expect(one.licenses.length, one.name).toBeGreaterThan(0);
      expect(text).toContain(`\n${one.name} ${one.version}\nLicence: `);
    }
    expect(text).toContain("SIL OPEN FONT LICENSE");
  });

  describe("in an empty folder", () => {
    let home: string;
    let place: string;

    beforeAll(() => {
      [home, place] = [join(folder, "home"), join(folder, "place")];
      for (const made of [home, place]) mkdirSync(made);
      npm(folder, "install", "--prefix", place, "--offline", "--no-audit", "--no-fund", join(folder, content.filename));
    });

    it("works: it sets clients up, finds itself well, and takes itself out again", () => {
      const program = join(place, "node_modules/.bin/signalbox");
      const run = (...args: string[]): { status: number | null; out: string } => {
        const env = { PATH: process.env["PATH"], HOME: home, NO_COLOR: "1" };
        const { status, stdout, stderr } = spawnSync(program, args, { cwd: place, encoding: "utf8", env });
        return { status, out: stdout + stderr };
      };
      expect(run("--help")).toMatchObject({ status: 0, out: expect.stringContaining("doctor") });
      expect(run("init", "--client", "claude,codex")).toMatchObject({ status: 0 });
      expect(existsSync(join(place, ".mcp.json"))).toBe(true);
      // The clients' entries start what npx finds, which is this; every hook is fired for real.
      expect(run("doctor")).toMatchObject({ status: 0, out: expect.stringContaining("All is well.") });
      expect(run("init", "--undo")).toMatchObject({ status: 0 });
    });

    it("is a library whose types know the shipped states, and whose functions know their rules", () => {
      const types = join(place, "use.ts");
      writeFileSync(types, USE);
      const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
      const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--skipLibCheck", "false"];
      const checked = spawnSync(process.execPath, [compiler, ...options, "--types", "", types], {
        cwd: place,
        encoding: "utf8",
      });
      expect(checked.stdout).toBe("");
      const script = join(place, "use.mjs");
      writeFileSync(script, stripTypeScriptTypes(USE));
      const env = { PATH: process.env["PATH"], HOME: home };
      const ran = spawnSync(process.execPath, [script], { cwd: place, encoding: "utf8", env });
      expect(ran.stderr).toMatch(
        /^signalbox: The workflow file could not be used: .*none\.json.* The shipped one is used\.\n$/,
      );
      expect(JSON.parse(ran.stdout)).toEqual([
        true,
        null,
        { id: "log-batch-complete", skill: null, transitions: [{ to: "clear-post-batch" }] },
        { currentItemType: "code", itemsRemaining: 1, batchesRemaining: 1 },
        "brainstorm-exploring",
        "execute-batch",
        "executing-plans",
        true,
        11,
      ]);
      const strict = spawnSync(process.execPath, [script], { cwd: place, env: { ...env, SIGNALBOX_STRICT: "1" } });
      expect(strict.status).toBe(1);
    });

    it("takes the tasks in YAML that stand in docs/runs.md", async () => {
      const program = join(place, "node_modules/signalbox/bin/signalbox.js");
      const client = new StdioClient(join(place, "board.db"), { HOME: home }, program);
      await client.initialize();
      const graph = fences("docs/runs.md", "yaml")[0] ?? "";
      const answer = await client.ok("update_run", { project: "shop", session: "monday", graph });
      expect(answer["batches"]).toEqual([["schema"], ["queries", "page"]]);
      expect(await client.leave()).toBe(0);
    });
  });
});
