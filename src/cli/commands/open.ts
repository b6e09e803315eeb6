// signalbox open: a new link that lets a browser act as a person, once.

import { Command } from "commander";
import { invite } from "../../app/invitations.ts";
import { isLive } from "../../app/tokens.ts";
import { refuse } from "../../engine/refusal.ts";
import { findOperator } from "../../setup/operator-key.ts";
import { findAddress } from "../../setup/server-address.ts";
import { personCommand, printAnswer, type PersonOptions } from "../people.ts";
import { personName } from "../person.ts";
import { prepareServer } from "../server-parts.ts";

interface OpenOptions extends PersonOptions {
  readonly url?: string;
  readonly for?: string;
}

const USUAL = "http://127.0.0.1:4747";

export function openCommand(): Command {
  return personCommand(new Command("open"))
    .description("print a link that lets a browser into the dashboard as a person: good once, for 15 minutes")
    .option("--url <address>", `where the server is, if not where it says itself or at ${USUAL}`)
    .option("--for <token>", "let it in with this token's role instead: its id, or its name")
    .action(runOpen);
}

async function runOpen(options: OpenOptions): Promise<void> {
  const { app: lazy, database } = prepareServer({ database: options.database, via: "cli" });
  try {
    const app = await lazy.open();
    const person = personName(options.as, process.env, process.cwd());
    const operator = await findOperator(app.board, { database, env: process.env, person });
    const [all, now] = await Promise.all([app.board.keys.tokens(), app.board.now()]);
    const wanted = options.for;
    const url = (options.url ?? findAddress(database) ?? USUAL).replace(/\/+$/, "");
    const token =
      wanted === undefined
        ? operator.token
        : all.find((one) => isLive(one, now) && one.role !== "agent" && (one.id === wanted || one.name === wanted));
    const answer = token
      ? {
          url: `${url}/open?code=${await invite(app, token, wanted === undefined ? person : token.name)}`,
        }
      : refuse(
          "token_not_found",
          `No live token of a person is called ${JSON.stringify(wanted)}.`,
          "find it with signalbox token list.",
        );
    printAnswer(options, answer, ({ url }) => url);
  } finally {
    if (lazy.opened) await lazy.close();
  }
}
