// A webhook's payload with everything in it that GitHub's own schema asks for: what the fake knows is said, and the rest is
// filled in. Each is held against that schema.

import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import description from "@octokit/openapi-webhooks/generated/api.github.com.json" with { type: "json" };

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: unknown;
}

type Values = Readonly<Record<string, unknown>>;

const { webhooks, components } = description as unknown as {
  readonly webhooks: Readonly<Record<string, Described>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

interface Described {
  readonly post: {
    readonly requestBody: { readonly content: { readonly "application/json": { readonly schema: Schema } } };
  };
}

const ajv = new AjvJsonSchemaValidator();
const validators = new Map<string, ReturnType<typeof ajv.getValidator>>();

/** `action`: null where the event has none. */
export function payloadOf(event: string, action: string | null, known: Values): Values {
  const schema = schemaOf(event, action);
  const all = action === null ? known : { action, ...known };
  return merged(filledIn(schema, new Set()), all) as Values;
}

/** Somebody, with everything that GitHub says of them. */
export function userCalled(login: string): Values {
  return merged(filledIn({ $ref: "#/components/schemas/simple-user" }, new Set()), {
    login,
    type: "User",
    // Another schema of the same person takes no null.
    gravatar_id: "",
  }) as Values;
}

/** Why it is none that GitHub would send; null: it is one. */
export function problemOf(event: string, action: string | null, payload: unknown): string | null {
  const name = nameOf(event, action);
  const validate = validators.get(name) ?? ajv.getValidator({ ...schemaOf(event, action), components } as object);
  validators.set(name, validate);
  const { valid, errorMessage } = validate(payload);
  return valid ? null : `${name}: ${errorMessage}`;
}

function schemaOf(event: string, action: string | null): Schema {
  const described = webhooks[nameOf(event, action)];
  if (!described) throw new Error(`GitHub sends no ${nameOf(event, action)}`);
  return described.post.requestBody.content["application/json"].schema;
}

function nameOf(event: string, action: string | null): string {
  return [event, ...(action === null ? [] : [action])].join("-").replaceAll("_", "-");
}

/** `within`: what is being filled in, so that nothing holds itself. */
function filledIn(schema: Schema, within: ReadonlySet<string>): unknown {
  const { $ref, allOf, oneOf, anyOf } = schema;
  if ($ref !== undefined) {
    const name = $ref.split("/").at(-1) ?? "";
    const target = components.schemas[name];
    if (!target) throw new Error(`there is no schema ${name}`);
    if (within.has(name)) return null;
    return filledIn(target, new Set([...within, name]));
  }
  if (schema.const !== undefined) return schema.const;
  const [type] = [schema.type ?? []].flat().toSorted((a, b) => Number(b === "null") - Number(a === "null"));
  const alternatives = oneOf ?? anyOf;
  if (type === "null" && !alternatives) return null;
  if (schema.enum) return schema.enum[0];
  const own = schema.properties ? filledProperties(schema, within) : undefined;
  if (allOf) return allOf.map((part) => filledIn(part, within)).reduce(merged, own);
  if (alternatives) {
    const either = alternatives.find((one) => one.type === "null") ?? alternatives[0] ?? {};
    return merged(own, filledIn(either, within));
  }
  switch (type) {
    case "string":
      return TEXTS[schema.format ?? ""] ?? "x";
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return false;
    case "array":
      return [];
    default:
      return filledProperties(schema, within);
  }
}

const TEXTS: Readonly<Record<string, string>> = {
  "date-time": "2026-01-05T12:00:00Z",
  uri: "https://github.com/x",
  "uri-template": "https://github.com/x",
  email: "x@github.com",
};

function filledProperties({ properties = {}, required = [] }: Schema, within: ReadonlySet<string>): Values {
  return Object.fromEntries(required.map((name) => [name, filledIn(properties[name] ?? {}, within)]));
}

function merged(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over === undefined ? base : over;
  const names = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries(
    [...names].map((name) => [name, name in over ? merged(base[name], over[name]) : base[name]]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
