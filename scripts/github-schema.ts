// GitHub's schema as we use it: npm's, and our overlay of what that lacks.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  buildASTSchema,
  extendSchema,
  Kind,
  parse,
  visit,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
} from "graphql";

/** Read as a file: importing the package would parse two more megabytes of JSON. */
const NPM = join(import.meta.dirname, "../node_modules/@octokit/graphql-schema/schema.graphql");
const OVERLAY = join(import.meta.dirname, "../src/github/schema/overlay.graphql");

export function ourSchema(): GraphQLSchema {
  const overlay = parse(readFileSync(OVERLAY, "utf8"), { noLocation: true });
  const base = withoutReplaced(parse(readFileSync(NPM, "utf8"), { noLocation: true }), overlay);
  return extendSchema(buildASTSchema(base, LENIENT), overlay, LENIENT);
}

/** A schema from a file, as it is. */
export function schemaFrom(path: string): GraphQLSchema {
  return buildASTSchema(parse(readFileSync(path, "utf8"), { noLocation: true }), LENIENT);
}

/** GitHub's own files break rules that do not matter here (names, directives that are not declared). */
const LENIENT = { assumeValid: true, assumeValidSDL: true };

/** An extension can't change a field, so the base goes without those that the overlay brings. */
function withoutReplaced(base: DocumentNode, overlay: DocumentNode): DocumentNode {
  const replaced = new Set(overlay.definitions.flatMap(fieldsOf));
  const prune = (node: DefinitionNode) =>
    "fields" in node && node.fields && "name" in node
      ? { ...node, fields: node.fields.filter((field) => !replaced.has(`${node.name.value}.${field.name.value}`)) }
      : node;
  return visit(base, { [Kind.OBJECT_TYPE_DEFINITION]: prune, [Kind.INPUT_OBJECT_TYPE_DEFINITION]: prune });
}

function fieldsOf(node: DefinitionNode): string[] {
  if (node.kind !== Kind.OBJECT_TYPE_EXTENSION && node.kind !== Kind.INPUT_OBJECT_TYPE_EXTENSION) return [];
  return (node.fields ?? []).map((field) => `${node.name.value}.${field.name.value}`);
}
