// The published JSON Schema of workflow files, as text.

import * as z from "zod";
import { workflowSchema } from "./schema.ts";

export function renderJsonSchema(): string {
  const { $schema, ...rest } = z.toJSONSchema(workflowSchema, { target: "draft-2020-12", io: "input" });
  const schema = {
    $schema,
    $id: "urn:signalbox:workflow:1",
    title: "Signalbox workflow",
    description:
      "States, legal steps, and who may take them. `signalbox workflow lint FILE` checks what a schema can't.",
    ...rest,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
