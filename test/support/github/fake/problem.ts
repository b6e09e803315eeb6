// An error as GitHub words it in `errors`: with a type beside the message.

export class Problem extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export function notFound(id: string): Problem {
  return new Problem("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
}

export function unprocessable(message: string): Problem {
  return new Problem("UNPROCESSABLE", message);
}

/** The thing, or the error that GitHub gives where there is none. */
export function found<T>(thing: T | null | undefined, id: string): T {
  if (thing === null || thing === undefined) throw notFound(id);
  return thing;
}
