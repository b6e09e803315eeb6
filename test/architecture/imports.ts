// Which way imports may point. The arrows of ARCHITECTURE.md, as data: between layers, and between the subjects of a layer.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { parseSync } from "oxc-parser";

/** What the files of a layer may import: other layers, and `node` or `npm` for modules from outside. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  workflows: ["engine", "node", "npm"],
  app: ["engine", "node"],
  store: ["app", "engine", "node", "npm"],
  github: ["app", "engine", "node", "npm"],
  git: ["app", "engine", "node", "npm"],
  mcp: ["app", "engine", "node", "npm"],
  http: ["mcp", "app", "engine", "node", "npm"],
  setup: ["app", "engine", "workflows", "store", "github", "git", "node", "npm"],
  demo: ["app", "engine", "workflows", "store", "node", "npm"],
  importers: ["app", "engine", "node", "npm"],
  cli: [
    "app",
    "engine",
    "workflows",
    "store",
    "github",
    "git",
    "setup",
    "demo",
    "importers",
    "mcp",
    "http",
    "node",
    "npm",
  ],
  library: ["engine", "workflows"],
};

/**
 * The subjects of a layer, which are its folders, and the other subjects of it that each may import. What lies directly in
 * a layer puts its subjects together, and may import all of them; a subject imports of it only what is named in `shared`.
 */
const SUBJECTS: Readonly<Record<string, LayerSubjects>> = {
  engine: {
    shared: ["acts.ts", "facts.ts", "names.ts", "refusal.ts", "refusal-codes.ts", "seen.ts", "words.ts"],
    may: {
      workflow: [],
      graph: ["workflow"],
      groups: ["graph", "workflow"],
      claims: ["workflow"],
      evidence: ["workflow"],
      tickets: ["claims", "evidence", "graph", "groups", "workflow"],
      // Where a group stands, and which handoffs come next.
      position: ["claims", "groups", "tickets", "workflow"],
      sessions: ["workflow"],
      // A run tells which handoff of an item's ticket is due.
      runs: ["position", "workflow"],
      compare: ["evidence", "graph", "workflow"],
      lint: ["evidence", "graph", "runs", "workflow"],
      // How each surface names what a text asks somebody to do.
      surfaces: [],
    },
  },
  app: {
    // What people are shown is types alone, and each subject fills in its own.
    shared: [
      "app.ts",
      "pages/evidence-views.ts",
      "pages/pull-views.ts",
      "pages/people-views.ts",
      "pages/run-views.ts",
      "pages/session-views.ts",
      "pages/views.ts",
    ],
    may: {
      // A port takes plans and gives rows; to commit a plan takes a port.
      ports: ["commit"],
      commit: ["ports"],
      workflows: ["claims", "commit", "ledger", "ports", "sessions"],
      keys: ["commit", "ports"],
      ledger: ["commit", "ports"],
      processes: ["ports"],
      sessions: ["commit", "ports", "processes"],
      runs: ["commit", "groups", "ledger", "ports", "processes", "workflows"],
      claims: ["commit", "ports", "processes", "sessions"],
      groups: ["commit", "ports"],
      evidence: ["commit", "ports"],
      tickets: ["claims", "commit", "evidence", "groups", "ports", "runs", "sessions", "workflows"],
      // What was decided, decided again.
      replay: ["claims", "commit", "evidence", "groups", "ledger", "ports"],
      // What people did where the tickets live, and what follows from it.
      elsewhere: ["ports", "tickets"],
      measures: ["commit", "ports", "runs", "sessions"],
      pages: ["commit", "evidence", "groups", "ledger", "measures", "ports", "runs", "sessions", "tickets"],
    },
  },
  store: {
    shared: [
      "ask.ts",
      "clock.ts",
      "driver.ts",
      "errors.ts",
      "private.ts",
      "queries.ts",
      "select.ts",
      "side-tables.ts",
      "tables.ts",
    ],
    may: {
      migrations: [],
      ledger: [],
      tickets: ["ledger"],
      transfer: ["ledger", "migrations"],
      sqlite: ["ledger", "migrations"],
      postgres: ["ledger", "migrations"],
      past: ["ledger", "migrations", "sqlite"],
    },
  },
  github: {
    // How tickets, markers, leases and the project are named on GitHub.
    shared: [
      "claims/lease.ts",
      "tracker/context.ts",
      "tracker/keys.ts",
      "tracker/marker.ts",
      "tracker/project-ids.ts",
      "tracker/remote.ts",
    ],
    may: {
      client: [],
      // How a project's fields and options are called.
      layout: [],
      operations: ["client", "layout"],
      setup: ["client", "evidence", "layout", "operations", "webhooks"],
      // What pull requests show, as facts.
      evidence: ["client", "operations"],
      read: ["client", "evidence", "layout", "operations"],
      claims: ["client", "operations", "read"],
      write: ["claims", "client", "layout", "operations", "read"],
      recover: ["claims", "read", "write"],
      // What GitHub says by itself, and where to look because of it.
      webhooks: ["client", "evidence", "operations", "read"],
      tracker: [
        "claims",
        "client",
        "evidence",
        "layout",
        "operations",
        "read",
        "recover",
        "setup",
        "webhooks",
        "write",
      ],
    },
  },
  git: {
    shared: ["environment.ts", "repository.ts", "run-git.ts", "work.ts"],
    may: {
      landing: [],
      check: [],
      anchors: [],
    },
  },
};

interface LayerSubjects {
  readonly shared: readonly string[];
  readonly may: Readonly<Record<string, readonly string[]>>;
}

export interface Import {
  readonly file: string;
  readonly imports: string;
}

export interface Violation extends Import {
  readonly why: string;
}

export function findViolations(root: string): Violation[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test(-d)?\.ts$/.test(file))
    .map((file) => file.split(sep).join("/"));
  return files.flatMap((file) =>
    importsOf(join(root, file)).flatMap((imports) => {
      const why = objection(file, imports);
      return why === null ? [] : [{ file, imports, why }];
    }),
  );
}

function objection(file: string, specifier: string): string | null {
  const from = layerOf(file);
  const allowed = LAYERS[from];
  if (!allowed) return `"${from}" is no layer: add it to LAYERS and to ARCHITECTURE.md`;
  const target = specifier.startsWith(".") ? resolve(file, specifier) : null;
  const to = target === null ? outside(specifier) : layerOf(target);
  if (to === from && target !== null) return subjectObjection(from, file, target);
  if (to === "data" || allowed.includes(to)) return null;
  return `${from} may import ${allowed.length > 0 ? allowed.join(", ") : "nothing"}, and not ${to}`;
}

function subjectObjection(layer: string, file: string, target: string): string | null {
  const subjects = SUBJECTS[layer];
  const [, from = ""] = file.split("/");
  const [, to = "", ...rest] = target.split("/");
  const within = target.slice(layer.length + 1);
  const isTop = !file.slice(layer.length + 1).includes("/");
  if (!subjects || isTop || from === to || subjects.shared.includes(within)) return null;
  const allowed = subjects.may[from];
  if (!allowed) return `"${layer}/${from}" is no subject: add it to SUBJECTS and to ARCHITECTURE.md`;
  if (rest.length > 0 && allowed.includes(to)) return null;
  const names = allowed.length > 0 ? allowed.join(", ") : "no other subject";
  return `${layer}/${from} may import ${names}, and not ${rest.length > 0 ? to : within}`;
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
