// An operation is a GraphQL document with a name, the types of what goes in and what comes back, and what it costs before
// anybody has asked GitHub. The types come from `npm run generate`, so that a field that is not asked for can't be read.

import { quote } from "../../engine/words.ts";

export interface Operation<Data, Variables> {
  readonly kind: "query" | "mutation";
  /** The name in the document; requests are counted, logged and typed by it. */
  readonly name: string;
  readonly text: string;
  /** Points of the hourly limit, at most; what it really was is learnt from the answer. */
  readonly points: number;
  /** How much it writes that notifies people (issues, comments): these have limits of their own. */
  readonly content: number;
  /** It brings what is known up to date, and decides nothing: a reserve of points is kept free of it. */
  readonly spare: boolean;
  /** Which token it is sent with, where there are two. */
  readonly reach: "repository" | "project";
  /** Fields that a token may not be allowed to see: they are null then, and that is told with the answer. */
  readonly mayBeForbidden: readonly string[];
  /** Never there; it carries the types. */
  readonly types?: (variables: Variables) => Data;
}

interface Costs {
  readonly points?: number;
  readonly content?: number;
  readonly spare?: boolean;
  readonly reach?: "repository" | "project";
  readonly mayBeForbidden?: readonly string[];
}

export interface Query<Data, Variables> extends Operation<Data, Variables> {
  readonly kind: "query";
}

export interface Mutation<Data, Variables> extends Operation<Data, Variables> {
  readonly kind: "mutation";
}

export function query<Data, Variables>(text: string, costs: Costs = {}): Query<Data, Variables> {
  return { kind: "query", ...described("query", text, costs) };
}

export function mutation<Data, Variables>(text: string, costs: Costs = {}): Mutation<Data, Variables> {
  return { kind: "mutation", ...described("mutation", text, costs) };
}

function described(kind: string, text: string, costs: Costs) {
  const { points = 1, content = 0, spare = false, reach = "project", mayBeForbidden = [] } = costs;
  const name = new RegExp(`${kind} (\\w+)`).exec(text)?.[1];
  if (name === undefined) throw new Error(`This is no ${kind} with a name: ${quote(text)}`);
  return { name, text: text.trim(), points, content, spare, reach, mayBeForbidden };
}
