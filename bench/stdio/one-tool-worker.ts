// A server with one tool, and nothing behind it.

import { serveEcho } from "./echo.ts";

const [answers = ""] = process.argv.slice(2);
serveEcho(answers, () => {});
