// Projects as GitHub's templates make them, set up by init with Status as the field of the state: no second field, and no
// card loses its column.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { startBoard, STATES, TOKEN } from "../../support/github/board.ts";
import { addFromTemplate, TEMPLATES, type TemplateName } from "../../support/github/fake/templates.ts";
import { bareEnv, PROGRAM, runProgram } from "../../support/program.ts";

async function start(template: TemplateName) {
  const board = await startBoard({ now: Date.now });
  const { github, repository } = board;
  const project = addFromTemplate(github, "acme", 9, template);
  const { status } = TEMPLATES[template];
  const cards = status.map((option) =>
    github.addIssue(repository, `In ${option}`, { project, card: { Status: option } }),
  );
  const folder = mkdtempSync(join(tmpdir(), "signalbox-template-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = join(folder, "board.db");
  const env = {
    PATH: "/nowhere",
    HOME: join(folder, "home"),
    XDG_CACHE_HOME: bareEnv()["XDG_CACHE_HOME"] ?? "",
    NO_COLOR: "1",
    GITHUB_API_URL: board.url,
    SIGNALBOX_GITHUB_TOKEN: TOKEN,
    SIGNALBOX_GITHUB_LOCKS: "off",
    SIGNALBOX_DATABASE: database,
  };
  return {
    ...board,
    project,
    cards,
    columns: () => cards.map((card) => github.see(card).card?.["Status"]),
    run: async (...args: string[]) => {
      const { status: code, stdout, stderr } = await runProgram(args, { cwd: folder, env });
      return { status: code, out: stdout, err: stderr };
    },
    config: (): unknown => JSON.parse(readFileSync(join(folder, ".signalbox/config.json"), "utf8")),
    agent: async () => {
      const client = new StdioClient(database, env, PROGRAM, folder);
      await client.initialize();
      return client;
    },
  };
}

const SET_UP = ["init", "--github", "acme/9", "--repo", "acme/shop", "--field", "Status"];

describe("a project from GitHub's template", () => {
  it.each(Object.keys(TEMPLATES) as TemplateName[])("%s is set up with its own Status", async (template) => {
    const { project, run, columns, config } = await start(template);
    const field = project.fields.find(({ name }) => name === "Status");
    const [before, ids] = [columns(), field?.options.map(({ id }) => id)];
    expect(await run(...SET_UP)).toMatchObject({ status: 0, err: "" });
    // Every card is where it was, every option has its id, and what is new stands among them.
    expect(columns()).toEqual(before);
    expect(field?.options.map(({ id }) => id).filter((id) => ids?.includes(id))).toEqual(ids);
    expect(project.fields.map(({ name }) => name)).not.toContain("Workflow State");
    expect(config()).toMatchObject({ github: { project: 9, fields: { state: "Status" } } });
    const { tickets } = JSON.parse((await run("ticket", "list", "--all", "--json")).out) as { tickets: Listed[] };
    expect(tickets).toHaveLength(before.length);
    expect(tickets.filter(({ state }) => !STATES.includes(state))).toEqual([]);
  });

  it("is worked on by an agent, and shows it in its own columns", async () => {
    const { run, agent, cards, columns, project } = await start("Team planning");
    const { out } = await run(...SET_UP);
    expect(out).toContain(
      '"Status" stays as it is: Ready = Ready for Plan, In progress = In Progress, In review = In Review.',
    );
    const options = project.fields.find(({ name }) => name === "Status")?.options ?? [];
    expect(options.map(({ name }) => name)).toEqual([
      "Backlog",
      "Research Needed",
      "Research in Progress",
      "Ready",
      "Plan in Progress",
      "Plan in Review",
      "In progress",
      "In review",
      "Human Needed",
      "Done",
      "Canceled",
    ]);
    const client = await agent();
    const [first, , built] = cards;
    const move = (number: number | undefined, command: string, how: object) =>
      client.call("handoff_ticket", { number, command, reason: "its turn", ...how });
    expect(await move(first?.number, "triage", { to_state: "Ready for Plan" })).toMatchObject({
      structuredContent: { previousState: "Backlog", newState: "Ready for Plan" },
    });
    expect(await move(built?.number, "impl", { intent: "lock" })).toMatchObject({
      structuredContent: { changed: false },
    });
    expect(await move(built?.number, "impl", { intent: "complete" })).toMatchObject({
      structuredContent: { previousState: "In Progress", newState: "In Review" },
    });
    await client.call("update_ticket", { number: first?.number, priority: "P1", estimate: "S" });
    await client.leave();
    expect(columns()).toEqual(["Ready", "Ready", "In review", "In review", "Done"]);
    expect((await run(...SET_UP)).out).toContain("Nothing to do.");
    const { findings } = JSON.parse((await run("doctor", "--json")).out) as { findings: Record<string, unknown>[] };
    expect(findings.find(({ check }) => check === "GitHub fields")).toMatchObject({ ok: true });
  });

  it("is left alone where an option stands for nothing, and a person may say for what", async () => {
    const { run, github, project, config } = await start("Table");
    const status = project.fields.find(({ name }) => name === "Status");
    if (!status) throw new Error("there is no Status");
    github.addOption(status, "Somewhere");
    const { out } = await run(...SET_UP, "--dry-run");
    expect(out).toContain('"Somewhere" stands for no state of the workflow: say which with --map "Somewhere=STATE".');
    expect(await run(...SET_UP, "--map", "Somewhere=Human Needed")).toMatchObject({ status: 0 });
    expect(config()).toMatchObject({
      github: { options: { state: { Todo: "Backlog", Somewhere: "Human Needed" } } },
    });
    expect(status.options.map(({ name }) => name)).not.toContain("Human Needed");
    github.renameOption(status, "Todo", "Later");
    const { findings } = JSON.parse((await run("doctor", "--json")).out) as { findings: Record<string, unknown>[] };
    expect(findings.filter(({ check, ok }) => check === "GitHub fields" && !ok).map(({ what }) => what)).toEqual([
      'Still to do: Add Backlog to the field "Status"; its 11 options stay.',
      'The settings say that "Todo" of the field "Status" stands for "Backlog", and the field has no such option.',
    ]);
    expect(await run(...SET_UP, "--map", "Later=Backlog")).toMatchObject({ status: 0 });
    expect(config()).toMatchObject({ github: { options: { state: { Later: "Backlog", Somewhere: "Human Needed" } } } });
    expect(config()).not.toHaveProperty("github.options.state.Todo");
    expect(await run(...SET_UP.slice(0, 5), "--field", "Stato")).toMatchObject({
      status: 1,
      err: expect.stringContaining('no single select field "Stato"; it has Status, Priority and Estimate'),
    });
  });
});

interface Listed {
  readonly title: string;
  readonly state: string;
}
