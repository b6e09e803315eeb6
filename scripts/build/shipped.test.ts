import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { filesInBundle, filesInPages, notices, packagesOf, sbomOf, type Sbom } from "./shipped.ts";

let root: string;

function install(folder: string, about: object, files: Readonly<Record<string, string>> = {}): void {
  const place = join(root, folder);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), JSON.stringify(about));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "signalbox-shipped-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  install("node_modules/a", { name: "a", version: "1.0.0", license: "MIT" }, { LICENSE: "A's words", "index.js": "" });
  install("node_modules/a/node_modules/@s/b", { name: "@s/b", version: "2.0.0", license: "ISC", author: "Bo" });
  install(
    "node_modules/@s/b",
    { name: "@s/b", version: "3.0.0", license: "ISC", repository: "github:s/b" },
    { "LICENCE.md": "B's words\r\nin two lines", NOTICE: "B notes" },
  );
});

describe("packages in a build", () => {
  it("are those of which something is left", () => {
    const outputs = {
      "dist/x.js": {
        bytes: 1,
        imports: [],
        exports: [],
        inputs: { "node_modules/a/index.js": { bytesInOutput: 5 }, "node_modules/gone/i.js": { bytesInOutput: 0 } },
      },
    };
    expect(filesInBundle({ outputs })).toEqual(["node_modules/a/index.js"]);
    const modules = {
      "/x/node_modules/a/i.js": { renderedLength: 3 },
      "/x/node_modules/gone/i.js": { renderedLength: 0 },
    };
    expect(filesInPages([{ modules }, { originalFileNames: ["../node_modules/font/f.woff2"] }])).toEqual([
      "/x/node_modules/a/i.js",
      "../node_modules/font/f.woff2",
    ]);
  });

  it("are found from each form of a file's name, the innermost one, and each once", () => {
    const files = [
      "node_modules/a/index.js",
      `${root}/node_modules/a/lib/deep.js`,
      "../node_modules/@s/b/files/f.woff2",
      "node_modules/a/node_modules/@s/b/i.js",
      "src/own_node_modules/c/ours.ts",
      "src/ours.ts",
    ];
    const found = packagesOf(root, files).map(({ name, version }) => `${name} ${version}`);
    expect(found.toSorted()).toEqual(["@s/b 2.0.0", "@s/b 3.0.0", "a 1.0.0"]);
  });

  it("are named with their licence, where their source is, and every legal text", () => {
    const text = notices(packagesOf(root, ["node_modules/@s/b/i.js", "node_modules/a/node_modules/@s/b/i.js"]));
    expect(text).toContain(
      "@s/b 3.0.0\nLicence: ISC\nSource: https://github.com/s/b\n\nB's words\nin two lines\n\nB notes\n",
    );
    expect(text).toContain(
      "@s/b 2.0.0\nLicence: ISC\n\nThe package has no licence text of its own. Its author is Bo.\n",
    );
  });

  it("can't be without a licence", () => {
    install("node_modules/c", { name: "c", version: "1.0.0" });
    expect(() => packagesOf(root, ["node_modules/c/i.js"])).toThrow("names no licence");
  });
});

describe("the SBOM", () => {
  const component = (name: string, version: string): Sbom["components"][number] => ({
    "bom-ref": `${name}@${version}`,
    name,
    version,
    scope: "optional",
    properties: [{ name: "cdx:npm:package:development", value: "true" }],
  });
  const whole: Sbom = {
    bomFormat: "CycloneDX",
    serialNumber: "urn:uuid:random",
    metadata: { timestamp: "now", component: { "bom-ref": "us@1", name: "folder", version: "1" } },
    components: [component("a", "1.0.0"), component("tool", "9.0.0")],
    dependencies: [
      { ref: "us@1", dependsOn: ["a@1.0.0", "tool@9.0.0"] },
      { ref: "a@1.0.0", dependsOn: [] },
      { ref: "tool@9.0.0", dependsOn: ["a@1.0.0"] },
    ],
  };

  it("lists what is shipped and nothing else, the same at every build", () => {
    expect(sbomOf(whole, "us", packagesOf(root, ["node_modules/a/index.js"]))).toEqual({
      bomFormat: "CycloneDX",
      metadata: { lifecycles: [{ phase: "build" }], component: { "bom-ref": "us@1", name: "us", version: "1" } },
      components: [
        {
          ...component("a", "1.0.0"),
          scope: "required",
          properties: [{ name: "cdx:npm:package:bundled", value: "true" }],
        },
      ],
      dependencies: [
        { ref: "us@1", dependsOn: ["a@1.0.0"] },
        { ref: "a@1.0.0", dependsOn: [] },
      ],
    });
  });

  it("is not made of another version than the one in the lock file", () => {
    expect(() => sbomOf(whole, "us", packagesOf(root, ["node_modules/@s/b/i.js"]))).toThrow("not in package-lock.json");
  });
});
