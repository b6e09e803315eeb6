// Lines end with a newline and with nothing else: readline also splits at U+2028, which may stand in any text.

import type { Readable } from "node:stream";

export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = "";
  stream.setEncoding("utf8");
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
