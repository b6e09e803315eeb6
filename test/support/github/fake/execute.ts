// Carries an operation out against GitHub's own schema. What the fake does not know is an error, and never a silent null.

import {
  execute,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLFormattedError,
  type OperationDefinitionNode,
} from "graphql";
import { ourSchema } from "../../../../scripts/github-schema.ts";
import { costOf } from "./cost.ts";
import type { Fault } from "./faults.ts";
import { Problem } from "./problem.ts";
import type { Asking } from "./viewer.ts";
import { issueMutations } from "./mutations/issues.ts";
import { projectMutations } from "./mutations/projects.ts";
import { refMutations } from "./mutations/refs.ts";
import { queryRoot } from "./views/root.ts";

const schema = ourSchema();
const prepared = new Map<string, DocumentNode>();

export interface Request {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly name: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly points: number;
  /** How many there could be in its answer. */
  readonly nodes: number;
  /** How many issues and comments it makes. */
  readonly content: number;
}

export interface Executed {
  readonly data?: unknown;
  readonly errors?: readonly unknown[];
}

/** The request, or what GitHub answers where it would not look at it. */
export function prepare(body: unknown): Request | Executed {
  const { query, variables = {} } = body as { query?: unknown; variables?: Record<string, unknown> };
  if (typeof query !== "string")
    return { errors: [{ message: "A query attribute must be specified and must be a string." }] };
  const document = parsed(query);
  if (document instanceof Error) return { errors: [{ message: document.message }] };
  const operation = document.definitions.find(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (!operation) return { errors: [{ message: "There is no operation." }] };
  const { points, nodes, problems } = costOf(schema, document, operation, variables);
  if (problems.length > 0) return { errors: problems.map(({ type, message }) => ({ type, message })) };
  const content = operation.selectionSet.selections.filter(
    (selection) => selection.kind === Kind.FIELD && ["addComment", "createIssue"].includes(selection.name.value),
  ).length;
  return { document, operation, name: operation.name?.value ?? "anonymous", variables, points, nodes, content };
}

export function isRequest(prepared: Request | Executed): prepared is Request {
  return "document" in prepared;
}

/** Synchronous, so that a request is carried out as a whole: what others send comes before or after it. */
export function carryOut(request: Request, asking: Asking, failing: Extract<Fault, { kind: "part" }> | null): Executed {
  const mutating = request.operation.operation === OperationTypeNode.MUTATION;
  const result = execute({
    schema,
    document: request.document,
    variableValues: request.variables,
    rootValue: mutating
      ? { ...issueMutations(asking), ...projectMutations(asking), ...refMutations(asking) }
      : queryRoot(asking),
    fieldResolver: (source, args, context, info) => {
      const fails = mutating && info.path.prev === undefined && info.path.key === failing?.alias;
      if (!fails) return resolveField(source, args, context, info);
      if (failing.when === "after") resolveField(source, args, context, info);
      throw new Problem("", failing.message);
    },
  });
  if (result instanceof Promise) throw new Error("The fake resolves nothing later");
  return {
    ...(result.data === undefined ? {} : { data: result.data }),
    ...(result.errors ? { errors: result.errors.map(worded) } : {}),
  };
}

const resolveField: GraphQLFieldResolver<unknown, unknown> = (source, args, _, info) => {
  const object = source as Readonly<Record<string, unknown>>;
  if (!(info.fieldName in object)) throw new Error(`The fake does not know ${info.parentType.name}.${info.fieldName}`);
  const value = object[info.fieldName];
  return typeof value === "function" ? (value as (args: unknown) => unknown)(args) : value;
};

/** GitHub has the type beside the message. */
function worded(error: GraphQLError): GraphQLFormattedError & { type?: string } {
  const { originalError } = error;
  if (originalError && !(originalError instanceof Problem)) throw originalError;
  return { ...(originalError?.type ? { type: originalError.type } : {}), ...error.toJSON() };
}

function parsed(text: string): DocumentNode | Error {
  const known = prepared.get(text);
  if (known) return known;
  try {
    const document = parse(text);
    const [wrong] = validate(schema, document);
    if (wrong) return wrong;
    prepared.set(text, document);
    return document;
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}
