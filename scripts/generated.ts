// The files that are made from other files: where each stands, and what it says.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mermaid } from "../src/engine/graph/mermaid.ts";
import { renderConfigSchema } from "../src/setup/config-schema.ts";
import { renderJsonSchema } from "../src/workflows/json-schema.ts";
import { shipped } from "../src/workflows/shipped.ts";
import { renderGitHubTypes } from "./github-types.ts";
import { renderBenchmarks } from "./benchmarks.ts";
import { renderListedTools } from "./listed-tools.ts";
import { renderCostsPage } from "./costs-page.ts";
import { renderEvidencePage } from "./landing-table.ts";
import { renderToolsPage } from "./tools-page.ts";
import { renderTroubleshootingPage } from "./troubleshooting-page.ts";

interface Generated {
  readonly path: string;
  readonly text: string;
}

export async function generate(): Promise<Generated[]> {
  return [
    { path: "workflows/workflow.schema.json", text: renderJsonSchema() },
    { path: "workflows/config.schema.json", text: renderConfigSchema() },
    { path: "src/workflows/names.generated.ts", text: renderNames() },
    { path: "src/mcp/listed-tools.generated.ts", text: renderListedTools() },
    { path: "src/github/operations/types.generated.ts", text: await renderGitHubTypes() },
    { path: "README.md", text: renderReadme() },
    { path: "docs/tools.md", text: renderToolsPage() },
    { path: "docs/costs.md", text: renderCostsPage() },
    { path: "docs/evidence.md", text: renderEvidencePage() },
    { path: "docs/troubleshooting.md", text: renderTroubleshootingPage() },
    ...renderBenchmarks(),
  ];
}

/** The generated files under `root` that are missing or do not say what they would say if they were made now. */
export async function findStale(root: string): Promise<string[]> {
  return (await generate()).filter(({ path, text }) => readIfThere(join(root, path)) !== text).map(({ path }) => path);
}

/** The README is written by hand but for the graph between its marks. */
function renderReadme(): string {
  const text = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
  const graph = `\`\`\`mermaid\n${mermaid(shipped("ticket")).trimEnd()}\n\`\`\``;
  return text.replace(
    /(<!-- ticket graph -->\n)[^]*(\n<!-- \/ticket graph -->)/,
    (_, open, close) => `${open}${graph}${close}`,
  );
}

function renderNames(): string {
  const ticket = shipped("ticket");
  const intents = [...ticket.intents.keys()];
  return [
    "// Generated from workflows/*.json by `npm run generate`: edit those instead.\n",
    renderUnion("WORKFLOW_STATES", "WorkflowState", ticket.states.keys()),
    renderUnion(
      "RALPH_COMMANDS",
      "RalphCommand",
      [...ticket.commands.values()].map((command) => command.shown),
    ),
    renderUnion("SEMANTIC_INTENTS", "SemanticIntent", intents),
    renderUnion(
      "WRAPPED_INTENTS",
      "WrappedIntent",
      intents.map((name) => `__${name.toUpperCase()}__`),
    ),
    renderUnion("SESSION_STATES", "SessionState", shipped("session").states.keys()),
    renderUnion("STATE_IDS", "StateId", shipped("skill").states.keys()),
  ].join("\n");
}

function renderUnion(constant: string, type: string, names: Iterable<string>): string {
  const lines = Array.from(names, (name) => `  ${JSON.stringify(name)},\n`).join("");
  return `export const ${constant} = [\n${lines}] as const;\nexport type ${type} = (typeof ${constant})[number];\n`;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
