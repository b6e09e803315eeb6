import { expect, it } from "vitest";
import { eventWords } from "./event-words.ts";
import { toEventView } from "./events.ts";
import type { LedgerRow } from "../commit/plan.ts";

type Sketch = Partial<Pick<LedgerRow, "kind" | "subject" | "data" | "by">>;

function view(sketch: Sketch) {
  return toEventView({
    seq: 7,
    at: 0,
    kind: "move",
    subject: { type: "ticket", key: "114" },
    by: { connection: "desk", agent: "uma", via: "stdio" },
    data: {},
    texts: {},
    hash: "",
    ...sketch,
  });
}

const session = { type: "session", key: "abc" } as const;
const run = { type: "run", key: "p/s" } as const;
const board = { type: "board", key: "ticket" } as const;

it.each<[string, Sketch]>([
  ["impl #114 A → B", { data: { command: "impl", from: "A", to: "B" } }],
  ["impl #114 A → B (claimed)", { data: { command: "impl", from: "A", to: "B", claim: { type: "acquire" } } }],
  ["#114 (none) → B (override)", { kind: "override", data: { from: null, to: "B" } }],
  [
    "o/r#5 A → B (follows #3)",
    { kind: "propagate", subject: { type: "ticket", key: "o/r#5" }, data: { from: "A", to: "B", cause: "3" } },
  ],
  ["#114 session testing → coding", { subject: session, data: { ticket: "114", from: "testing", to: "coding" } }],
  ["session a → c (out of order)", { subject: session, data: { from: "a", to: "c", outOfOrder: true } }],
  ["#114 session client went away", { kind: "edit", subject: session, data: { ticket: "114", disconnected: true } }],
  ["#114 created in A", { kind: "create", data: { to: "A" } }],
  ["#114 stays in A", { kind: "stay", data: { from: "A", to: "A" } }],
  [
    "impl #114 A → C refused: not_an_edge",
    { kind: "refuse", data: { command: "impl", from: "A", to: "C", intent: null, code: "not_an_edge" } },
  ],
  [
    "impl #114 lock in A refused: held",
    { kind: "refuse", data: { command: "impl", from: "A", to: null, intent: "lock", code: "held" } },
  ],
  ["#114 refused: odd", { kind: "refuse", data: { code: "odd" } }],
  ["run p/s task t1 completed", { kind: "stay", subject: run, data: { task: "t1", status: "completed" } }],
  ["#114 lease cut short: its holder went away", { kind: "claim", data: { type: "grace" } }],
  ["#114 released, taken from ann", { kind: "release", data: { holder: "ann", deposed: true } }],
  ["#114 edited: title, body", { kind: "edit", data: { fields: ["title", "body"] } }],
  [
    "#114 linked: blocked by #2, no longer blocked by #4, below #1",
    { kind: "link", data: { parent: "1", formerParent: null, added: ["2"], removed: ["4"] } },
  ],
  ["#114 comment", { kind: "comment", data: { comment: "c" } }],
  [
    "ticket workflow mine takes force",
    { kind: "adopt", subject: board, data: { name: "mine", from: null, to: "hash" } },
  ],
  ["#114 row 3 redacted", { kind: "redact", data: { seq: 3 } }],
])("says “%s”", (words, sketch) => {
  expect(eventWords(view(sketch))).toBe(words);
});

it.each([
  [{ person: "Maria", via: "cli" }, "Maria (person)", true],
  [{ person: "ann", via: "http" }, "ann (person)", true],
  [{ connection: "ann@token", via: "http" }, "ann@token", false],
  [{ connection: "ann@http", via: "http" }, "ann@http", false],
  [{ connection: "ann", via: "stdio" }, "ann", false],
  [{ connection: "desk", agent: "uma", via: "stdio" }, "desk/uma", false],
  [{ via: "http" }, "http", false],
])("names who it was: %j", (by, who, person) => {
  expect(view({ by })).toMatchObject({ who, person, via: by.via });
});
