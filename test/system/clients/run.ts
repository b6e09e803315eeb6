// Real clients, led by a scripted model, on a real board: `npm run clients`. With names for some of them, and with other
// words for the scenarios whose names hold them: `npm run clients -- claude "whole run"`. They are installed from npm in the
// versions of versions.json, into a folder that is kept for the next time.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLAUDE } from "./claude.ts";
import { CLAUDE_PROOF } from "./claude-proof.ts";
import { CLAUDE_RUNS } from "./claude-runs.ts";
import { CLAUDE_WHOLE_RUN } from "./claude-whole-run.ts";
import { CODEX, GEMINI, OPENCODE } from "./others.ts";
import { Failed, type Scenario } from "./scenario.ts";
import versions from "./versions.json" with { type: "json" };
import { makeWorld } from "./world.ts";

type Name = keyof typeof versions;

const SCENARIOS: Partial<Record<Name, readonly Scenario[]>> = {
  claude: [...CLAUDE, ...CLAUDE_PROOF, ...CLAUDE_RUNS, ...CLAUDE_WHOLE_RUN],
  codex: CODEX,
  opencode: OPENCODE,
  gemini: GEMINI,
};

const asked = process.argv.slice(2).filter((word) => word in SCENARIOS);
const words = process.argv.slice(2).filter((word) => !(word in SCENARIOS));
let failures = 0;
for (const [name, scenarios] of Object.entries(SCENARIOS) as [Name, readonly Scenario[]][]) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const program = install(name);
  const chosen = scenarios.filter((scenario) => words.every((word) => scenario.name.includes(word)));
  for (const scenario of chosen) failures += (await passes(name, program, scenario)) ? 0 : 1;
}
process.exitCode = failures > 0 ? 1 : 0;

async function passes(name: Name, program: string, scenario: Scenario): Promise<boolean> {
  const world = makeWorld();
  try {
    const shown = (await scenario.run(world, program)) ?? [];
    console.log(`ok   ${name} ${versions[name].version}: ${scenario.name}`);
    for (const text of shown) console.log(text.replaceAll(/^/gm, "     | "));
    return true;
  } catch (error) {
    console.log(`FAIL ${name} ${versions[name].version}: ${scenario.name}\n     ${String(error)}`);
    if (error instanceof Failed) {
      const file = join(tmpdir(), `signalbox-client-${name}.log`);
      writeFileSync(file, error.output);
      console.log(`     what it printed: ${file}`);
    }
    return false;
  } finally {
    world.remove();
  }
}

function install(name: Name): string {
  const { package: packageName, version, bin } = versions[name];
  const then = name === "claude" ? versions[name].then : null;
  const folder = join(process.env["SIGNALBOX_CLIENTS"] ?? join(tmpdir(), "signalbox-clients"), `${name}-${version}`);
  const program = join(folder, "node_modules/.bin", bin);
  if (existsSync(program)) return program;
  console.log(`installing ${packageName}@${version} into ${folder}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const args = ["install", "--no-audit", "--no-fund", "--foreground-scripts", `${packageName}@${version}`];
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) throw new Error(`npm could not install ${packageName}@${version}`);
  // Where npm runs no scripts of packages, the one that this client can't do without is run here.
  if (then !== null)
    spawnSync(process.execPath, [join(folder, "node_modules", packageName, then)], { stdio: "inherit" });
  return program;
}
