// The project gets on the board the way everything does: by the tools, through a client of its own.

import { workflowSchema } from "../workflows/schema.ts";
import { created } from "./answers.ts";
import { Client } from "./client.ts";
import { projectTickets } from "./project.ts";
import { splitterOf, triageOf } from "./roles.ts";
import type { Stage } from "./stage.ts";

/** So many are looked at before the curtain rises, so that everybody has something to do at once. */
const BEGUN = 9;

export async function seedProject({ env, folder }: Pick<Stage, "env" | "folder">): Promise<void> {
  // On the stage, where no project's settings count.
  const client = await Client.start({ ...env, SIGNALBOX_AGENT: "lead" }, "lead", folder);
  try {
    const workflow = workflowSchema.parse(await client.read("signalbox://workflow/ticket"));
    const [triage, large] = [triageOf(workflow), splitterOf(workflow)?.estimates ?? []];
    const numbers = new Map<string, number>();
    const [grouped, loose]: [number[], number[]] = [[], []];
    for (const { parent, blockedBy, ...ticket } of projectTickets()) {
      const { number } = created.parse(
        await accepted(client, "create_ticket", {
          ...ticket,
          ...(parent === undefined ? {} : { parent: numbers.get(parent) }),
          ...(blockedBy ? { blockedBy: blockedBy.map((title) => numbers.get(title)) } : {}),
        }),
      );
      numbers.set(ticket.title, number);
      if (!large.includes(ticket.estimate ?? "")) (parent === undefined ? loose : grouped).push(number);
    }
    if (!triage) return;
    const { command, ways } = triage;
    const send = (number: number, toState: string | undefined, reason: string): Promise<unknown> =>
      accepted(client, "handoff_ticket", { number, command, to_state: toState, reason });
    for (const number of grouped.slice(0, BEGUN)) await send(number, ways[0], "Agreed on at the kick-off.");
    for (const number of loose) await send(number, ways.at(-1), "The cause is known already.");
  } finally {
    await client.leave();
  }
}

async function accepted(client: Client, tool: string, args: object): Promise<unknown> {
  const { refused, content } = await client.call(tool, args);
  if (refused) throw new Error(`${tool} was refused: ${JSON.stringify(content)}`);
  return content;
}
