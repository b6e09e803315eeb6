// Where things lie on the server's disk is nobody's business beyond its machine: of a path, only the last part is told.

import { KnownError } from "./errors.ts";

/** From a root or a drive on; what stands before it must not belong to a word, as in "and/or" or an address. */
const ABSOLUTE = /(?<![\w:/.])(?:[A-Za-z]:)?[\\/](?:[^\s"'`,;()\\/]+[\\/])+([^\s"'`,;()\\/]+)/g;

export function withoutPaths(error: unknown): unknown {
  if (!(error instanceof KnownError)) return error;
  return new KnownError(error.code, shortened(error.what), shortened(error.recovery), { cause: error });
}

function shortened(text: string): string {
  return text.replaceAll(ABSOLUTE, "$1");
}
