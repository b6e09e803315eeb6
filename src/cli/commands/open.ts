// signalbox open: a new link that lets a browser act as a person, once.

import { Command } from "commander";
import { inviteBy } from "../../app/keys/invitations.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { findAddress } from "../../setup/server-address.ts";
import { linkTo } from "../support/link.ts";
import { CliError } from "../support/output.ts";
import { findPerson, personCommand, printAnswer, type PersonOptions } from "../support/people.ts";
import { prepareServer } from "../serving/server-context.ts";

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
  const { app: lazy, database } = await prepareServer({ database: options.database, via: "cli" });
  try {
    const app = await lazy.open();
    const { name, operator, caller } = await findPerson(app.board, database, options);
    if (!process.stdout.isTTY) {
      throw new CliError(
        "the link is shown on a terminal only: whoever reads a log or a file could use it. Run it without redirecting its output",
      );
    }
    const code = await inviteBy(app, { caller: caller(false), operator: operator.token, name }, options.for);
    const server = (options.url ?? findAddress(database) ?? USUAL).replace(/\/+$/, "");
    const answer = isRefusal(code) ? code : { url: linkTo(server, code.code) };
    printAnswer(options, answer, ({ url }) => url);
  } finally {
    if (lazy.opened) await lazy.close();
  }
}
