// Which way imports may point. The arrows of ARCHITECTURE.md, as data.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { parseSync } from "oxc-parser";

/** What the files of a layer may import: other layers, and `node` or `npm` for modules from outside. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  workflows: ["engine", "node", "npm"],
  app: ["engine", "node"],
  store: ["app", "engine", "node", "npm"],
  github: ["app", "engine", "node", "npm"],
  mcp: ["app", "engine", "node", "npm"],
  http: ["mcp", "app", "engine", "node", "npm"],
  setup: ["app", "engine", "workflows", "store", "github", "node", "npm"],
  hooks: ["engine"],
  demo: ["app", "engine", "workflows", "store", "node", "npm"],
  importers: ["app", "engine", "node", "npm"],
  cli: [
    "app",
    "engine",
    "workflows",
    "store",
    "github",
    "setup",
    "hooks",
    "demo",
    "importers",
    "mcp",
    "http",
    "node",
    "npm",
  ],
  library: ["engine", "workflows"],
};

export interface Violation {
  readonly file: string;
  readonly imports: string;
  readonly why: string;
}

export function findViolations(root: string): Violation[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test(-d)?\.ts$/.test(file))
    .map((file) => file.split(sep).join("/"));
  return files.flatMap((file) =>
    importsOf(join(root, file)).flatMap((specifier) => {
      const why = objection(file, specifier);
      return why === null ? [] : [{ file, imports: specifier, why }];
    }),
  );
}

function objection(file: string, specifier: string): string | null {
  const from = layerOf(file);
  const allowed = MAY_IMPORT[from];
  if (!allowed) return `"${from}" is no layer: add it to MAY_IMPORT and to ARCHITECTURE.md`;
  const to = specifier.startsWith(".") ? layerOf(resolve(file, specifier)) : outside(specifier);
  if (to === from || to === "data" || allowed.includes(to)) return null;
  return `${from} may import ${allowed.length > 0 ? allowed.join(", ") : "nothing"}, and not ${to}`;
}

function outside(specifier: string): "node" | "npm" {
  return specifier.startsWith("node:") ? "node" : "npm";
}

function resolve(file: string, specifier: string): string {
  return relative("/src", join("/src", dirname(file), specifier))
    .split(sep)
    .join("/");
}

/** The folder under src; a file directly in it is a layer by itself; what lies outside src is data (JSON). */
function layerOf(path: string): string {
  if (path.startsWith("..")) return "data";
  const [first = ""] = path.split("/");
  return first.replace(/\.tsx?$/, "");
}

/** Every way to import: types, re-exports and calls of import() count too. */
function importsOf(file: string): string[] {
  const { module, errors } = parseSync(file, readFileSync(file, "utf8"));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const text = readFileSync(file, "utf8");
  const called = module.dynamicImports.map(({ moduleRequest }) =>
    text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
  );
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
  );
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported, ...called];
}
