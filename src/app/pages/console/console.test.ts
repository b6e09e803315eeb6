import { describe, expect, it } from "vitest";
import { card, pageOf, TestConsole } from "../../../../test/support/console/console.ts";
import { notSent, pageFailed, pageRead, sent, textsFound, undoTold } from "./live.ts";
import { columnsOf } from "./columns.ts";
import { filterOf, type EditForm, type MoveForm } from "./state.ts";

const CARDS = [
  card(1, "Backlog"),
  card(2, "Backlog", { priority: "P0" }),
  card(3, "Research Needed", { title: "Match supplier rows", labels: ["import"] }),
  card(4, "Plan in Review"),
  card(5, "Plan in Review", { priority: "P1" }),
  card(6, "In Progress"),
];

function movesTo(from: number, state: string): typeof CARDS {
  return CARDS.map((one) => (one.number === from ? card(from, state) : one));
}

/** With the form to move #4 open, and its ways read. */
function moving(): TestConsole {
  const console = new TestConsole(CARDS);
  console.state = { ...console.state, aim: { key: "4", column: "Plan", place: 1 } };
  console.press("m");
  expect(console.effects).toEqual([{ type: "read", key: "4" }]);
  return console.take(pageRead(console.state, "4", pageOf(4, "Plan in Review"), console.now));
}

function formOf({ state }: TestConsole): MoveForm {
  if (state.dialog?.type !== "move") throw new Error("no move form is open");
  return state.dialog;
}

function shown({ state }: TestConsole): readonly string[] {
  return columnsOf(state.view, filterOf(state)).flatMap(({ cards }) => cards.map(({ key }) => key));
}

describe("what is aimed at", () => {
  it("is at first what has waited longest for a person", () => {
    expect(new TestConsole(CARDS).state.aim).toMatchObject({ key: "4", column: "Plan" });
    expect(new TestConsole([card(1, "Backlog")]).state.aim.key).toBe("1");
    expect(new TestConsole([]).state.aim.key).toBeNull();
  });

  it("follows the arrows, past columns that are empty", () => {
    const console = new TestConsole(CARDS).press("up");
    expect(console.state.aim.key).toBe("5");
    expect(console.press("down", "down").state.aim.key).toBe("4");
    expect(console.press("right").state.aim.key).toBe("6");
    expect(console.press("right").state.aim.key).toBe("6");
    expect(console.press("left", "left", "left").state.aim.key).toBe("2");
    expect(console.press("G").state.aim.key).toBe("1");
    expect(console.press("g").state.aim.key).toBe("2");
  });

  it("stays the same ticket wherever others move it, and whatever comes before it", () => {
    const console = new TestConsole(CARDS);
    console.board([...CARDS, card(7, "Plan in Review", { priority: "P0" })]);
    expect(console.state.aim.key).toBe("4");
    console.board(movesTo(4, "In Progress"));
    expect(console.state.aim).toMatchObject({ key: "4", column: "Build" });
    expect(console.press("enter").effects).toEqual([{ type: "read", key: "4" }]);
  });

  it("stays the same ticket when that leaves the board; the arrows go on from where it was", () => {
    const console = new TestConsole(CARDS).press("up");
    console.board(CARDS.filter(({ number }) => number !== 5));
    expect(console.state.aim.key).toBe("5");
    console.press("m");
    expect(console.state.dialog).toMatchObject({ type: "move", key: "5" });
    expect(console.press("escape", "down").state.aim.key).toBe("4");
  });
});

describe("a search", () => {
  it("narrows the board while it is typed, and Esc takes it back", () => {
    const console = new TestConsole(CARDS).press("/", "text:import supp");
    expect(console.state.search).toBe("import supp");
    expect(console.state.aim.key).toBe("3");
    expect(console.press("enter", "enter").effects).toEqual([{ type: "read", key: "3" }]);
    expect(console.press("escape").state).toMatchObject({ ticket: null, search: "import supp" });
    expect(console.press("/", "text:zzz", "escape").state.search).toBe("import supp");
    expect(console.press("escape").state.search).toBe("");
  });

  it("asks for texts, and shows what they have beside what the cards have", () => {
    const console = new TestConsole(CARDS).press("/", "text:supplier");
    expect(console.effects).toEqual([{ type: "search", text: "supplier" }]);
    console.take(textsFound(console.state, { text: "supplie", keys: ["1"], more: false }));
    expect(shown(console)).toEqual(["3"]);
    console.take(textsFound(console.state, { text: "supplier", keys: ["6", "99"], more: false }));
    expect(shown(console)).toEqual(["3", "6"]);
    expect(console.state.aim.key).toBe("3");
    expect(shown(console.press("text:s"))).toEqual([]);
    expect(console.state.aim.key).toBeNull();
    console.take(textsFound(console.state, { text: "suppliers", keys: ["6"], more: false }));
    expect(console.state.aim.key).toBe("6");
  });

  it("is made again when the board changes, and lets nothing go that is aimed at", () => {
    const console = new TestConsole(CARDS).press("/", "text:quoted");
    console.take(textsFound(console.state, { text: "quoted", keys: ["6"], more: false })).press("enter");
    expect(console.board(CARDS).effects).toEqual([{ type: "search", text: "quoted" }]);
    console.take(textsFound(console.state, { text: "quoted", keys: ["1"], more: false }));
    expect(console.state.aim.key).toBe("6");
    expect(shown(console)).toEqual(["1"]);
    expect(console.press("escape").board(CARDS).effects).toEqual([]);
  });

  it("takes letters as letters: none of them is a command", () => {
    const console = new TestConsole(CARDS).press("/", "text:qmcw?/neu");
    expect(console.state.search).toBe("qmcw?/neu");
    expect(console.effects).toEqual([{ type: "search", text: "qmcw?/neu" }]);
  });

  it("can be for what waits for people alone", () => {
    const console = new TestConsole(CARDS).press("w", "left");
    expect(console.state.aim.key).toBe("4");
    expect(console.press("escape", "left").state.aim.key).not.toBe("4");
  });
});

describe("a move", () => {
  it("has nothing chosen to begin with, and is not sent without a choice and a reason", () => {
    const console = moving();
    expect(formOf(console).choices?.map(({ label }) => label)).toEqual([
      "Approve",
      "Send back",
      "Escalate",
      "Comment, don't move",
    ]);
    expect(formOf(console).chosen).toBeNull();
    expect(console.press("tab", "text:Good", "ctrl+s").effects).toEqual([]);
    console.press("tab", "1").press("ctrl+u", "ctrl+s");
    expect(console.effects).toEqual([]);
    expect(console.press("text:Good 1", "ctrl+s").effects).toEqual([
      { type: "move", key: "4", from: "Plan in Review", to: "In Progress", reason: "Good 1" },
    ]);
  });

  it("is sent once, however often the key is pressed", () => {
    const console = moving().press("1", "text:Good", "ctrl+s");
    expect(console.effects).toHaveLength(1);
    expect(console.press("ctrl+s").effects).toEqual([]);
    expect(formOf(console.press("text:more")).field.text).toBe("Good");
  });

  it("can be a comment instead", () => {
    expect(moving().press("4", "text:Why?", "ctrl+s").effects).toEqual([{ type: "comment", key: "4", body: "Why?" }]);
  });

  it("is not turned to another state by somebody else's move: nothing is chosen, and the text is kept", () => {
    const console = moving().press("1", "text:Good");
    console.board(movesTo(4, "Human Needed"));
    expect(console.effects).toEqual([{ type: "read", key: "4" }]);
    const timeline = [{ who: "ann", kind: "move", from: "Plan in Review", to: "Human Needed" }];
    const page = pageOf(4, "Human Needed", { timeline: timeline as never });
    console.take(pageRead(console.state, "4", page, console.now));
    expect(formOf(console)).toMatchObject({
      chosen: null,
      seen: "Human Needed",
      changed: "ann moved it from Plan in Review to Human Needed.",
      field: { text: "Good" },
    });
    expect(console.press("ctrl+s").effects).toEqual([]);
    // A digit that was on its way was meant for what stood there before.
    expect(formOf(console.press("tab", "1")).chosen).toBeNull();
    console.now += 501;
    expect(console.press("1", "ctrl+s").effects).toEqual([
      { type: "move", key: "4", from: "Human Needed", to: "Backlog", reason: "Good" },
    ]);
  });

  it("keeps its choice where something else about the ticket changes", () => {
    const console = moving().press("2", "text:Not yet");
    console.take(pageRead(console.state, "4", pageOf(4, "Plan in Review"), console.now));
    expect(formOf(console)).toMatchObject({ chosen: 1, changed: null });
    console.take(pageRead(console.state, "6", pageOf(6, "In Progress"), console.now));
    expect(formOf(console)).toMatchObject({ key: "4", seen: "Plan in Review", chosen: 1 });
  });

  it("that is refused keeps what was typed; its command can be copied, and it is looked at again", () => {
    const console = moving().press("1", "text:Good", "ctrl+s");
    console.take(notSent(console.state, { what: "No.", recovery: "run `signalbox check 4`." }));
    expect(console.press("y").effects).toEqual([{ type: "copy", text: "signalbox check 4" }]);
    expect(console.press("enter").effects).toEqual([{ type: "read", key: "4" }]);
    expect(formOf(console)).toMatchObject({ refused: null, chosen: 0, field: { text: "Good" } });
    console.press("escape");
    expect(console.state.dialog).toBeNull();
    expect(formOf(console.press("m")).field.text).toBe("Good");
  });

  it("that was done closes its form, and nothing of it comes back", () => {
    const console = moving().press("1", "text:Good", "ctrl+s");
    console.take(sent(console.state, "move", "4", "#4: Plan in Review → In Progress."));
    expect(console.state).toMatchObject({ dialog: null, notice: "#4: Plan in Review → In Progress." });
    expect(formOf(console.press("m")).field.text).toBe("");
  });

  it("of a ticket that is gone says so at the form", () => {
    const console = moving().press("1", "text:Good");
    console.take(pageFailed(console.state, "4", { what: "There is no ticket #4.", recovery: "look at the board." }));
    expect(formOf(console)).toMatchObject({ field: { text: "Good" }, refused: { what: "There is no ticket #4." } });
  });
});

describe("a way that takes a commit", () => {
  const WAY = {
    takes: "commit",
    lacks: [],
    why: null,
    recovery: null,
    warnings: [],
    legal: true,
    override: false,
  } as const;

  function submitting(): TestConsole {
    const console = new TestConsole(CARDS).press("right", "m");
    const moves = [
      { ...WAY, to: "In Review", label: "Submit work" },
      { ...WAY, takes: null, to: "Human Needed", label: "Escalate" },
    ];
    return console.take(pageRead(console.state, "6", pageOf(6, "In Progress", { moves }), console.now));
  }

  it("asks for it between the choice and the reason, and is not sent without it", () => {
    const console = submitting().press("1");
    expect(formOf(console).focus).toBe("commit");
    console.press("tab", "text:Done");
    expect(console.press("ctrl+s").effects).toEqual([]);
    console.press("tab", "tab", "text:HEAD", "enter");
    expect(formOf(console)).toMatchObject({ focus: "text", commit: { text: "HEAD" }, field: { text: "Done" } });
    expect(console.press("ctrl+s").effects).toEqual([
      { type: "move", key: "6", from: "In Progress", to: "In Review", reason: "Done", commit: "HEAD" },
    ]);
  });

  it("keeps it with the reason while the form is away; another way is sent without it", () => {
    const console = submitting().press("1", "text:abc123", "tab", "text:Done", "escape", "m");
    expect(formOf(console)).toMatchObject({ commit: { text: "abc123" }, field: { text: "Done" } });
    const again = submitting().press("1", "text:abc123", "tab", "tab", "2", "text:Why", "ctrl+s");
    expect(again.effects).toEqual([{ type: "move", key: "6", from: "In Progress", to: "Human Needed", reason: "Why" }]);
    again.take(sent(again.state, "move", "6", "done"));
    expect(formOf(again.press("m")).commit.text).toBe("");
  });
});

describe("undo", () => {
  it("is of the move that was made here last, once, and of nothing else", () => {
    const console = moving();
    expect(new TestConsole(CARDS).press("u").effects).toEqual([]);
    console.press("1", "text:Good u", "ctrl+s");
    console.take(sent(console.state, "move", "4", "moved", { key: "4", event: 12, at: 0 }));
    expect(console.press("right", "u").effects).toEqual([{ type: "undo", key: "4", event: 12 }]);
    expect(console.press("u").effects).toEqual([]);
  });

  it("is told beside a form that is open by then, and leaves it as it is", () => {
    const console = new TestConsole(CARDS).press("c", "text:Half");
    console.take(undoTold(console.state, "4", "Too late."));
    expect(console.state).toMatchObject({ notice: "Too late.", dialog: { field: { text: "Half" }, refused: null } });
  });
});

describe("an edit", () => {
  function editing(): TestConsole {
    return new TestConsole(CARDS).press("up", "e");
  }

  function editOf({ state }: TestConsole): EditForm {
    if (state.dialog?.type !== "edit") throw new Error("no edit is open");
    return state.dialog;
  }

  const page = (more: Parameters<typeof card>[2]) =>
    pageOf(5, "Plan in Review", { card: card(5, "Plan in Review", more) });

  it("begins with what stands there, and sends what was changed with what was seen", () => {
    const console = editing();
    expect(console.effects).toEqual([{ type: "read", key: "5" }]);
    expect(editOf(console).fields).toMatchObject({ title: { text: "Title 5" }, priority: { text: "P1" } });
    expect(console.press("ctrl+s").effects).toEqual([]);
    console.press("text: again", "down", "ctrl+u", "tab", "text:xs", "enter", "text:till, , network");
    expect(console.press("ctrl+s").effects).toEqual([
      {
        type: "edit",
        key: "5",
        fields: { title: "Title 5 again", priority: null, estimate: "XS", labels: ["till", "network"] },
        seen: { title: "Title 5", priority: "P1", estimate: null, labels: [] },
      },
    ]);
    expect(console.press("text:x", "ctrl+s").effects).toEqual([]);
    console.take(sent(console.state, "edit", "5", "changed"));
    expect(console.state.dialog).toBeNull();
  });

  it("follows what others write where the person has written nothing, and never overwrites it in silence", () => {
    const console = editing().press("text: mine");
    console.board(CARDS);
    expect(console.effects).toEqual([{ type: "read", key: "5" }]);
    console.take(pageRead(console.state, "5", page({ title: "Theirs", priority: "P0" }), console.now));
    expect(editOf(console)).toMatchObject({
      fields: { title: { text: "Title 5 mine" }, priority: { text: "P0" } },
      changed: 'Somebody changed the title: it is "Theirs" now. Somebody changed the priority: it is "P0" now.',
    });
    const seen = { title: "Title 5" };
    expect(console.press("ctrl+s").effects).toMatchObject([{ fields: { title: "Title 5 mine" }, seen }]);
    // As the verb refuses it; whoever looks again has seen the other text.
    console.take(notSent(console.state, { what: "The title changed.", recovery: "look at it." })).press("enter");
    expect(console.effects).toEqual([{ type: "read", key: "5" }]);
    console.take(pageRead(console.state, "5", page({ title: "Theirs", priority: "P0" }), console.now));
    expect(console.press("ctrl+s").effects).toMatchObject([{ seen: { title: "Theirs" } }]);
  });

  it("that was left is taken up again with what was seen then, also after the ticket has changed", () => {
    const console = editing().press("text: mine", "escape");
    console.board(CARDS.map((one) => (one.number === 5 ? card(5, "Plan in Review", { title: "Theirs" }) : one)));
    console.press("e");
    expect(editOf(console)).toMatchObject({ fields: { title: { text: "Title 5 mine" } }, seen: { title: "Title 5" } });
    const untouched = editing().press("escape");
    expect(untouched.state.edits).toEqual({});
  });
});

describe("other keys", () => {
  it("open a comment and a new ticket, whose texts are kept by ticket", () => {
    const console = new TestConsole(CARDS).press("c", "text:Half", "escape", "n", "text:A title", "escape");
    expect(console.press("c").state.dialog).toMatchObject({ type: "comment", key: "4", field: { text: "Half" } });
    expect(console.press("enter", "text:done", "ctrl+s").effects).toEqual([
      { type: "comment", key: "4", body: "Half\ndone" },
    ]);
    console.take(sent(console.state, "comment", "4", "said"));
    expect(console.press("n", "enter").effects).toEqual([{ type: "create", title: "A title" }]);
    expect(new TestConsole(CARDS).press("c", "ctrl+s").effects).toEqual([]);
  });

  it("paste into one line, or into several", () => {
    const title = new TestConsole(CARDS).press("n").paste("two\nlines");
    expect(title.state.dialog).toMatchObject({ field: { text: "two lines" } });
    const comment = new TestConsole(CARDS).press("c").paste("two\nlines");
    expect(comment.state.dialog).toMatchObject({ field: { text: "two\nlines" } });
  });

  it("scroll an open ticket within its text", () => {
    const console = new TestConsole(CARDS).press("enter", "down", "page down");
    expect(console.state.ticket).toMatchObject({ key: "4", scroll: 11 });
    expect(console.press("end").state.ticket?.scroll).toBe(100);
    expect(console.press("top", "up").state.ticket?.scroll).toBe(0);
    expect(console.press("escape").state.ticket).toBeNull();
  });

  it("show help, and end it all", () => {
    const console = new TestConsole(CARDS).press("?");
    expect(console.state.dialog).toEqual({ type: "help", from: 0 });
    expect(console.press("down", "down", "up").state.dialog).toEqual({ type: "help", from: 1 });
    expect(console.press("q").effects).toEqual([]);
    expect(console.press("q").effects).toEqual([{ type: "quit" }]);
    expect(new TestConsole(CARDS).press("c", "text:half", "ctrl+c").effects).toEqual([{ type: "quit" }]);
    expect(new TestConsole(CARDS).press("ctrl+l").effects).toEqual([{ type: "redraw" }]);
  });
});
