// What GitHub says before it looks at a single node: what a query costs, and whether its pages are of a size that it
// takes. One request for each connection below each item, a hundred of them a point, and never less than one.

import {
  getNamedType,
  Kind,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { Problem } from "./problem.ts";

export interface Cost {
  readonly points: number;
  /** How many there could be in the answer. */
  readonly nodes: number;
  readonly problems: readonly Problem[];
}

type Variables = Readonly<Record<string, unknown>>;

const MOST_NODES = 500_000;

export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Cost {
  const connections = connectionsIn(schema, document);
  const fragments = new Map(
    document.definitions
      .filter((definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const problems: Problem[] = [];
  let [requests, nodes] = [0, 0];

  const walk = ({ selections }: SelectionSetNode, times: number): void => {
    for (const selection of selections) {
      if (!isIncluded(selection, variables)) continue;
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        if (fragment) walk(fragment.selectionSet, times);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        walk(selection.selectionSet, times);
      } else if (selection.selectionSet) {
        walk(selection.selectionSet, times * multiplier(selection, times));
      }
    }
  };
  const multiplier = (field: FieldNode, times: number): number => {
    const args = argumentsOf(field, variables);
    if (field.name.value === "nodes" && Array.isArray(args["ids"])) return args["ids"].length;
    if (!connections.has(field)) return 1;
    const size = pageSize(field.name.value, args, problems);
    requests += times;
    nodes += times * size;
    return size;
  };
  walk(operation.selectionSet, 1);
  if (nodes > MOST_NODES) {
    problems.push(
      new Problem(
        "MAX_NODE_LIMIT_EXCEEDED",
        `This query requests up to ${nodes} possible nodes, which exceeds 500,000.`,
      ),
    );
  }
  return { points: Math.max(1, Math.round(requests / 100)), nodes, problems };
}

function pageSize(name: string, args: Variables, problems: Problem[]): number {
  const size = args["first"] ?? args["last"];
  if (typeof size !== "number") {
    const message = `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`;
    problems.push(new Problem("MISSING_PAGINATION_BOUNDARIES", message));
    return 1;
  }
  if (size > 100) {
    const which = args["first"] === undefined ? "last" : "first";
    const message = `Requesting ${size} records on the \`${name}\` connection exceeds the \`${which}\` limit of 100 records.`;
    problems.push(new Problem("EXCESSIVE_PAGINATION", message));
  }
  return size;
}

/** Told by the type: only GitHub's lists in pages are called so. */
function connectionsIn(schema: GraphQLSchema, document: DocumentNode): Set<FieldNode> {
  const found = new Set<FieldNode>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: (node) => {
        const type = types.getType();
        if (type && getNamedType(type).name.endsWith("Connection")) found.add(node);
      },
    }),
  );
  return found;
}

function argumentsOf(field: FieldNode, variables: Variables): Variables {
  return Object.fromEntries(
    (field.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]),
  );
}

function isIncluded(selection: SelectionSetNode["selections"][number], variables: Variables): boolean {
  return (selection.directives ?? []).every(({ name, arguments: args }) => {
    const [condition] = args ?? [];
    const holds = condition ? valueFromASTUntyped(condition.value, variables) : true;
    return name.value === "skip" ? holds !== true : holds !== false;
  });
}
