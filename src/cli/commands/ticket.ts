// signalbox ticket new | list | show | edit | comment | link: the board, for people and scripts.

import { Command } from "commander";
import { personCommand } from "../support/people.ts";
import { readKey, readKeys, readWords } from "../support/arguments.ts";
import { storeCommand } from "../support/store.ts";
import { commentOn } from "./ticket/comment.ts";
import { editOne } from "./ticket/edit.ts";
import { linkOne } from "./ticket/link.ts";
import { listAll } from "./ticket/list.ts";
import { newTicket } from "./ticket/new.ts";
import { showOne } from "./ticket/show.ts";

export function ticketCommand(): Command {
  const ticket = new Command("ticket").description("tickets: make, list, show, edit, comment on and link them");

  personCommand(ticket.command("new"))
    .description("make a ticket; it begins in the workflow's start state")
    .argument("<title>")
    .option("--body <text>", "what is wanted; - reads it from stdin")
    .option("--priority <priority>", "P0 to P3")
    .option("--estimate <size>", "XS, S, M, L or XL")
    .option("--label <labels>", "labels, with commas between them; may be repeated", readWords)
    .option("--parent <number>", "the ticket that it is a part of", readKey)
    .option("--blocked-by <numbers>", "tickets that it waits for", readKeys)
    .action(newTicket);

  storeCommand(ticket.command("list"))
    .description("list tickets; open ones where nothing else is asked for")
    .option("--state <state>", "in this state")
    .option("--priority <priority>", "P0 to P3")
    .option("--label <label>", "with this label")
    .option("--type <type>", "of this type, on GitHub")
    .option("--milestone <title>", "of this milestone, on GitHub")
    .option("--iteration <title>", "of this iteration, on GitHub")
    .option("--parent <number>", "parts of this ticket", readKey)
    .option("--text <text>", "with this in the title")
    .option("--all", "closed ones too")
    .action(listAll);

  storeCommand(ticket.command("show"))
    .description("one ticket: fields, links, comments, and where it could go")
    .argument("<number>", "the ticket", readKey)
    .action(showOne);

  personCommand(ticket.command("edit"))
    .description("change what a ticket says; its state is changed by signalbox move")
    .argument("<number>", "the ticket", readKey)
    .option("--title <title>")
    .option("--body <text>", "- reads it from stdin")
    .option("--priority <priority>", "P0 to P3, or none")
    .option("--estimate <size>", "XS, S, M, L, XL, or none")
    .option("--label <labels>", "all of its labels, with commas between them", readWords)
    .action(editOne);

  personCommand(ticket.command("comment"))
    .description("say something on a ticket")
    .argument("<number>", "the ticket", readKey)
    .argument("<text>", "what to say; - reads it from stdin")
    .action(commentOn);

  personCommand(ticket.command("link"))
    .description("link tickets: a parent, and what blocks what")
    .argument("<number>", "the ticket", readKey)
    .option("--parent <number>", "make it a part of this ticket; none takes it out")
    .option("--blocked-by <numbers>", "tickets that it waits for", readKeys)
    .option("--not-blocked-by <numbers>", "tickets that it waits for no longer", readKeys)
    .action(linkOne);

  return ticket;
}
