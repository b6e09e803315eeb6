// The program as one bundle (start-up counts), and the engine as a library.

import { build, type BuildOptions, type Metafile } from "esbuild";

const OPTIONS = {
  entryPoints: { signalbox: "src/cli/start.ts", engine: "src/library.ts" },
  bundle: true,
  splitting: true,
  minify: true,
  metafile: true,
  platform: "node",
  format: "esm",
  target: "node22.22",
  chunkNames: "chunks/[name]-[hash]",
  legalComments: "none",
  // React and Ink as they are for users; what helps their developers is left out, and its package is not installed.
  define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
  external: ["react-devtools-core"],
  // jsonc-parser's other form calls require in a way that no bundler can follow.
  mainFields: ["module", "main"],
  logLevel: "warning",
  // Some bundled packages are CommonJS and call require for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(import.meta.url);',
  },
} satisfies BuildOptions;

/** Written to `outdir`; the answer says which file of which package went into it, and who imports it. */
export async function bundle(root: string, outdir: string): Promise<Metafile> {
  const { metafile } = await build({ ...OPTIONS, absWorkingDir: root, outdir });
  const broken = brokenImports(metafile);
  if (broken.length > 0) throw new Error(broken.join("\n"));
  return metafile;
}

/**
 * Lazy imports that work in the sources and not in the bundle: esbuild makes a chunk of its own of what is imported so, and
 * the chunk of a CommonJS package has a default export and no other.
 */
export function brokenImports({ inputs }: Pick<Metafile, "inputs">): readonly string[] {
  return Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports
      .filter(({ kind, path }) => kind === "dynamic-import" && inputs[path]?.format === "cjs")
      .map(
        ({ original }) =>
          `${file}: import("${original}") has no named exports in the bundle, because ${original} is CommonJS. ` +
          "Import it in a module of its own with a plain import, and load that module with import().",
      ),
  );
}

/** The packages that our own code names in an import that stays in the bundle. */
export function bundledPackages({ inputs }: Pick<Metafile, "inputs">): readonly string[] {
  const names = Object.entries(inputs)
    .filter(([file]) => !file.includes("node_modules/"))
    .flatMap(([, { imports }]) => imports.map(({ path }) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]));
  return [...new Set(names.filter((name) => name !== undefined))].toSorted();
}
