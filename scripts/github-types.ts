// src/github/operations/types.generated.ts: the types of what our operations send and get back.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { codegen } from "@graphql-codegen/core";
import * as operationTypes from "@graphql-codegen/typescript-operations";
import { Kind, parse, printSchema, type DocumentNode } from "graphql";
import type { Operation } from "../src/github/client/operation.ts";
import { ourSchema } from "./github-schema.ts";

const OPERATIONS = join(import.meta.dirname, "../src/github/operations");

/** Everything that the files of src/github/operations export and that can be sent. */
export async function findOperations(): Promise<Operation<unknown, never>[]> {
  const files = readdirSync(OPERATIONS)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .toSorted();
  const modules = await Promise.all(
    files.map((file) => import(join(OPERATIONS, file)) as Promise<Record<string, unknown>>),
  );
  // By name, as loaders list exports in different orders.
  return modules
    .flatMap((module) => Object.values(module).filter(isOperation))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export async function renderGitHubTypes(): Promise<string> {
  const operations = await findOperations();
  const types = await codegen({
    filename: "operations.generated.ts",
    schema: parse(printSchema(ourSchema())),
    documents: [{ location: "operations", document: inOneDocument(operations.map(({ text }) => text)) }],
    plugins: [{ operations: CONFIG }],
    pluginMap: { operations: operationTypes },
    config: {},
    skipDocumentsValidation: true,
  });
  const used = types.replace(/^\/\*\* Internal type.*\nexport type Incremental.*\n/m, "");
  return `// Generated from src/github/operations by \`npm run generate\`: edit those instead.\n\n${used.trim()}\n`;
}

/** A fragment stands in every text that uses it, and may be declared only once. */
function inOneDocument(texts: readonly string[]): DocumentNode {
  const all = texts.flatMap((text) => parse(text, { noLocation: true }).definitions);
  const once = new Map(all.map((definition) => ["name" in definition ? definition.name?.value : "", definition]));
  return { kind: Kind.DOCUMENT, definitions: [...once.values()] };
}

const CONFIG = {
  immutableTypes: true,
  arrayInputCoercion: false,
  enumType: "string-literal",
  skipTypename: true,
  disableDescriptions: true,
  defaultScalarType: "string",
  scalars: { DateTime: "string", ID: "string", GitObjectID: "string", GitRefname: "string", URI: "string" },
};

function isOperation(value: unknown): value is Operation<unknown, never> {
  return typeof value === "object" && value !== null && "text" in value && "kind" in value;
}
