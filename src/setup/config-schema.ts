// The published JSON Schema of `.signalbox/config.json`, as text.

import * as z from "zod";
import { fileSchema } from "./settings.ts";

export function renderConfigSchema(): string {
  const { $schema, ...rest } = z.toJSONSchema(fileSchema(), { target: "draft-2020-12", io: "input" });
  const schema = {
    $schema,
    $id: "urn:signalbox:config:1",
    title: "Signalbox settings of a project",
    description:
      "What .signalbox/config.json may hold. Flags win over the environment, which wins over this file. Whatever leads elsewhere (database, agent, workflows, addresses) counts only after `signalbox trust`.",
    ...rest,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
