// Codex, OpenCode and Gemini CLI: each with its own configuration, and a scripted model of its own kind.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { init, refusedOnce, slipsAndRecovers, type Play } from "./follow.ts";
import { geminiModel } from "./google.ts";
import type { Model } from "./model.ts";
import { chatModel, responsesModel } from "./openai.ts";
import type { Scenario } from "./scenario.ts";
import { runClient, type World } from "./world.ts";

const TASK = "Move the ticket on.";

const codex: Play = (world, program, script) => {
  init(world, "codex");
  return withModel(responsesModel(script), (url) => {
    place(
      world,
      ".codex/config.toml",
      [
        'model = "scripted"',
        'model_provider = "scripted"',
        'approval_policy = "never"',
        'sandbox_mode = "danger-full-access"',
        "[model_providers.scripted]",
        'name = "scripted"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        `[projects."${world.project}"]`,
        'trust_level = "trusted"',
        "",
      ].join("\n"),
    );
    return runClient(world, program, ["exec", "--skip-git-repo-check", "--json", TASK]);
  });
};

const opencode: Play = (world, program, script) => {
  init(world, "opencode");
  return withModel(chatModel(script), (url) => {
    const options = { baseURL: `${url}/v1`, apiKey: "scripted" };
    const provider = {
      scripted: { npm: "@ai-sdk/openai-compatible", name: "scripted", options, models: { scripted: {} } },
    };
    const config = { provider, model: "scripted/scripted", small_model: "scripted/scripted", autoupdate: false };
    place(world, ".config/opencode/opencode.json", JSON.stringify(config));
    return runClient(world, program, ["run", TASK], { OPENCODE_DISABLE_MODELS_FETCH: "1" });
  });
};

const gemini: Play = (world, program, script) => {
  init(world, "gemini");
  return withModel(geminiModel(script), (url) => {
    place(world, ".gemini/settings.json", JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } }));
    return runClient(world, program, ["-p", TASK, "--yolo", "-m", "gemini-2.5-flash"], {
      GEMINI_API_KEY: "scripted",
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    });
  });
};

export const CODEX = scenariosOf(codex);
export const OPENCODE = scenariosOf(opencode);
export const GEMINI = scenariosOf(gemini);

function scenariosOf(play: Play): readonly Scenario[] {
  return [refusedOnce(play), slipsAndRecovers(play)];
}

async function withModel(starting: Promise<Model>, use: (url: string) => Promise<string>): Promise<string> {
  const model = await starting;
  try {
    return await use(model.url);
  } finally {
    await model.close();
  }
}

function place(world: World, name: string, text: string): void {
  const file = join(world.home, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
