import fc from "fast-check";
import { describe, expect, it } from "vitest";
import session from "../../../workflows/session.json" with { type: "json" };
import skill from "../../../workflows/skill.json" with { type: "json" };
import ticket from "../../../workflows/ticket.json" with { type: "json" };
import { compile } from "../workflow/compile.ts";
import { mermaid } from "./mermaid.ts";
import type { Workflow } from "../workflow/format.ts";

describe("mermaid", () => {
  it("draws a session from its start to both ends", () => {
    expect(mermaid(compile(session as Workflow), { direction: "LR", current: "testing" })).toBe(`stateDiagram-v2
    direction LR
    state "idle" as s_idle
    state "analyzing" as s_analyzing
    state "implementing" as s_implementing
    state "testing" as s_testing
    state "committing" as s_committing
    state "reviewing" as s_reviewing
    state "done" as s_done
    state "failed" as s_failed
    [*] --> s_idle
    s_idle --> s_analyzing
    s_idle --> s_failed
    s_analyzing --> s_implementing
    s_analyzing --> s_failed
    s_implementing --> s_testing
    s_implementing --> s_failed
    s_testing --> s_implementing
    s_testing --> s_committing
    s_testing --> s_failed
    s_committing --> s_reviewing
    s_committing --> s_done
    s_committing --> s_failed
    s_reviewing --> s_done
    s_reviewing --> s_failed
    s_done --> [*]
    s_failed --> [*]
    classDef terminal fill:#e3f4e6,stroke:#2b7a3d,color:#10381a
    class s_done, s_failed terminal
    classDef current stroke-width:3px,font-weight:bold
    class s_testing current
`);
  });

  it("labels edges with their verb, their condition and their guards", () => {
    const tickets = mermaid(compile(ticket as Workflow));
    expect(tickets).toContain("    s_plan_in_review --> s_in_progress : Approve\n");
    expect(tickets).toContain(": Start planning #91;group_convergence Ready for Plan#93;\n");
    const skills = mermaid(compile(skill as Workflow));
    expect(skills).toContain("s_work_item_router --> s_systematic_debugging : #91;item_type bugfix#93;\n");
    expect(skills).toContain("s_batch_router --> s_execute_batch : #91;batches_remaining#93;\n");
  });

  it("tells a guard that only warns, and leaves out one that is off", () => {
    const guards: Workflow["edges"][0]["guards"] = [
      { type: "no_open_blockers", policy: "warn" },
      { type: "group_convergence", target: "b", policy: "off" },
    ];
    const drawn = mermaid(compile(workflow({ a: {}, b: { terminal: true } }, [{ from: "a", to: "b", guards }])));
    expect(drawn).toContain("s_a --> s_b : #91;no_open_blockers, warns#93;\n");
  });

  it("marks what is locked, waits for people, routes or ends", () => {
    const tickets = mermaid(compile(ticket as Workflow));
    expect(tickets).toContain("    class s_research_in_progress, s_plan_in_progress lock\n");
    expect(tickets).toContain("    class s_plan_in_review, s_in_review, s_human_needed human\n");
    expect(tickets).toContain("    class s_done, s_canceled terminal\n");
    expect(tickets).not.toContain("router");
    const skills = mermaid(compile(skill as Workflow));
    expect(skills).toContain(
      "class s_work_item_router, s_item_type_router, s_batch_router, s_log_batch_complete router\n",
    );
  });

  it.each([
    [`say "hi"`, "say #34;hi#34;", "s_say_hi"],
    ["a: b; c", "a#58; b#59; c", "s_a_b_c"],
    ["[x] {y} <z>", "#91;x#93; #123;y#125; #60;z#62;", "s_x_y_z"],
    ["two\r\n lines", "two lines", "s_two_lines"],
    ["50% #1", "50#37; #35;1", "s_50_1"],
    ["Prüfung", "Prüfung", "s_pr_fung"],
    ["検査", "検査", "s_"],
    ["🚀", "#128640;", "s_"],
    ["end", "end", "s_end"],
    ["my direction LR", "my direction#32;LR", "s_my_direction_lr"],
    ["  ", "s_", "s_"],
  ])("shows the name %j as it is, under a safe id", (name, label, id) => {
    expect(mermaid(compile(workflow({ [name]: {} })))).toContain(`    state "${label}" as ${id}\n`);
  });

  it("escapes the labels of edges too", () => {
    const drawn = mermaid(compile(workflow({ a: {} }, [{ from: "a", to: "a", label: `"no": why?` }])));
    expect(drawn).toContain("s_a --> s_a : #34;no#34;#58; why?\n");
  });

  it("keeps states apart whose names look alike", () => {
    const drawn = mermaid(compile(workflow({ "a b": {}, "a-b": {}, "A b 2": {}, a_b: {} })));
    expect([...drawn.matchAll(/state "([^"]*)" as (\w+)/g)].map((match) => [match[1], match[2]])).toEqual([
      ["a b", "s_a_b"],
      ["a-b", "s_a_b_2"],
      ["A b 2", "s_a_b_2_2"],
      ["a_b", "s_a_b_3"],
    ]);
  });

  it("draws no way in where the start is no state", () => {
    expect(mermaid(compile(workflow({ a: {} }, [], "b")))).not.toContain("[*]");
  });

  it("draws a state that only an edge names", () => {
    expect(mermaid(compile(workflow({ a: {} }, [{ from: "a", to: "ghost" }])))).toContain(`state "ghost" as s_ghost\n`);
  });

  it("gives every state a line, an id of its own and no sign of the language in a label, whatever the names", () => {
    const name = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("__proto__", "note", "--> x"));
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 10 }), (names) => {
        const edges = names.map((from, i) => ({ from, to: names[(i * 3) % names.length] ?? from, label: from }));
        const machine = compile(workflow(Object.fromEntries(names.map((one) => [one, {}])), edges, names[0]));
        const lines = mermaid(machine).trimEnd().split("\n");
        const states = lines.filter((line) => /^ {4}state "[^":;<>[\]{}%`]+" as \w+$/.test(unescaped(line)));
        expect(states).toHaveLength(names.length);
        expect(new Set(states.map((line) => line.split(" ").at(-1))).size).toBe(names.length);
        expect(
          lines.filter((line) => /^ {4}s_\w* --> s_\w*( : [^":;<>[\]{}%`]+)?$/.test(unescaped(line))),
        ).toHaveLength(names.length);
        expect(lines).toHaveLength(2 + names.length + 1 + names.length);
      }),
    );
  });
});

/** A line without its escapes, whose signs (# and ;) are the only ones of their kind. */
function unescaped(line: string): string {
  return line.replaceAll(/#\d+;/g, "_");
}

function workflow(states: Workflow["states"], edges: Workflow["edges"] = [], start = Object.keys(states)[0]): Workflow {
  return { name: "w", version: 1, title: "W", mode: "enforce", start: start ?? "", states, edges };
}
