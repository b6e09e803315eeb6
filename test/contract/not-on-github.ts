// What the contract asks for and GitHub does not do.

export const NOT_ON_GITHUB: readonly { readonly test: string; readonly reason: string }[] = [
  {
    test: "comes to an end on tickets that hang below each other",
    reason: "GitHub itself refuses a parent that is below its child",
  },
  {
    test: "writes nothing for what was only looked at, or asked about a ticket that is not there",
    reason: "a look at the board notes its time, outside the ledger",
  },
  {
    test: "takes a label whole, letter by letter",
    reason: "GitHub takes labels that differ only in case for the same",
  },
  {
    test: "numbers tickets that come in together one after the other, and their links with them",
    reason: "GitHub numbers its issues itself, and tickets are imported into a board of our own",
  },
  ...[
    "moves a ticket out of no state as out of the start state, and warns",
    "knows the phase of a ticket without a state",
    "leaves a child without a state where it is",
  ].map((test) => ({ test, reason: "on GitHub a card without a state is in the start state" })),
];
