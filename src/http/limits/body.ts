// How much of a body is read.

import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

const MOST_BODY_BYTES = 1024 * 1024;

/** `tooLarge` makes the answer, in the form that the route answers in. */
export function limitBody(tooLarge: (context: Context, sentence: string) => Response): MiddlewareHandler {
  const sentence = `The body is larger than ${MOST_BODY_BYTES} bytes.`;
  /** A body that grows over the limit on its way: what is left of it is not read, so that its connection ends with it. */
  const growing = bodyLimit({
    maxSize: MOST_BODY_BYTES,
    onError: (context) => {
      context.header("Connection", "close");
      return tooLarge(context, sentence);
    },
  });
  // A body that says itself that it is too large is refused untouched.
  return async (context, next) => {
    const length = context.req.header("content-length");
    if (Number(length) > MOST_BODY_BYTES) return tooLarge(context, sentence);
    // Node reads no more of a body than it says it has.
    return length !== undefined && context.req.header("transfer-encoding") === undefined
      ? next()
      : growing(context, next);
  };
}
