// Builds dist/: the program (one bundle: start-up counts), the engine as a library, and the library's types.

import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { build } from "esbuild";

rmSync("dist", { recursive: true, force: true });

await build({
  entryPoints: { signalbox: "src/cli/start.ts", engine: "src/library.ts" },
  outdir: "dist",
  bundle: true,
  splitting: true,
  minify: true,
  platform: "node",
  format: "esm",
  target: "node22.22",
  chunkNames: "chunks/[name]-[hash]",
  legalComments: "none",
  // jsonc-parser's other form calls require in a way that no bundler can follow.
  mainFields: ["module", "main"],
  logLevel: "warning",
  // Some bundled packages are CommonJS and call require for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(import.meta.url);',
  },
});

const types = spawnSync("tsc", ["-p", "tsconfig.types.json"], {
  stdio: "inherit",
  shell: process.platform === "win32",
});
if (types.status !== 0) process.exit(types.status ?? 1);
