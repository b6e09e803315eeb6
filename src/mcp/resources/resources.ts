// What can be read without a tool: the workflow, the board, a ticket.

export const JSON_TYPE = "application/json";

export const RESOURCES = [
  {
    uri: "signalbox://board",
    name: "board",
    title: "The board",
    description: "How many tickets stand in each state, and the ledger's head.",
    mimeType: JSON_TYPE,
  },
  {
    uri: "signalbox://workflow/ticket",
    name: "ticket workflow",
    title: "The ticket workflow in force",
    description: "States, edges, commands and intents, as data.",
    mimeType: JSON_TYPE,
  },
] as const;

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: "signalbox://workflow/{name}",
    name: "workflow",
    title: "A workflow",
    description: "A workflow in force, by name.",
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: "signalbox://ticket/{number}",
    name: "ticket",
    title: "A ticket",
    description:
      "One ticket with its links, comments and moves; on GitHub also as owner/repo#7, percent-encoded. What is long goes on at ?cursor= and the answer's cursor.",
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: "signalbox://session/{id}",
    name: "session",
    title: "A session",
    description:
      "What an agent does on a ticket, with its history. What is long goes on at ?cursor= and the answer's cursor.",
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: "signalbox://run/{project}/{session}",
    name: "run",
    title: "A run",
    description:
      "A run of skills: where it stands, its items and tasks, its history. What is long goes on at ?cursor= and the answer's cursor.",
    mimeType: JSON_TYPE,
  },
] as const;
