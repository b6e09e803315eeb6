// How much of a body is read.

import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

const MOST_BODY_BYTES = 1024 * 1024;

/** `tooLarge` makes the answer, in the words of whoever is asked. */
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
  return async (context, next) =>
    Number(context.req.header("content-length")) > MOST_BODY_BYTES
      ? tooLarge(context, sentence)
      : growing(context, next);
}
