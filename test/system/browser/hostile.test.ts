import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StdioClient } from "../../support/clients/stdio-client.ts";
import { cardIn, openTicket, Stage } from "./stage.ts";

/** Each would show: a dialog, or an element that nobody of us makes. */
const HOSTILE = [
  `<img src="/hostile.png" onerror="alert(1)">`,
  `<script>alert(2)</script>`,
  `<svg onload="alert(3)"></svg>`,
  `<hostile-element></hostile-element>`,
  `[click](javascript:alert(4))`,
  `[click](data:text/html,<script>alert(5)</script>)`,
  `![x](/hostile.png"onerror="alert(6))`,
  `<a href="javascript:alert(7)">click</a>`,
  `"><iframe srcdoc="<script>alert(8)</script>"></iframe>`,
  `\`\`\`"><img src=/hostile.png onerror=alert(9)>\n<script>alert(10)</script>\n\`\`\``,
  `<http://hostile.example/"onmouseover="alert(11)>`,
].join("\n\n");
const SHORT = `<img src=/hostile.png onerror=alert(12)>`;
const TITLE = `${SHORT} in a title`;
const RUN = { project: "hostile/<b>project", session: `<img src=x onerror=alert(13)>` };

let stage: Stage;
let agent: StdioClient;
let number: number;

beforeAll(async () => {
  stage = await Stage.open();
  agent = await stage.agent(SHORT);
  number = await openTicket(agent, TITLE, { body: HOSTILE, labels: [SHORT], priority: "P1" });
  await agent.ok("add_comment", { number, body: HOSTILE });
  await agent.ok("handoff_ticket", { number, command: "triage", to_state: "Ready for Plan", reason: HOSTILE });
  await agent.call("handoff_ticket", { number, command: "impl", intent: "complete", reason: HOSTILE });
  const { sessionId } = await agent.ok("create_ralph_session", { ticket: number });
  await agent.ok("update_session_state", {
    sessionId,
    state: "analyzing",
    metadata: { files: [SHORT], error: HOSTILE, [SHORT]: SHORT, note: HOSTILE },
  });
  const locked = await agent.ok("handoff_ticket", { number, command: "plan", intent: "lock", reason: HOSTILE });
  const { token } = locked["claim"] as { token: string };
  await agent.ok("handoff_ticket", { number, command: "plan", intent: "escalate", reason: HOSTILE, claim: token });
  const started = await agent.ok("complete_skill", { ...RUN, skill: "collab-start" });
  await agent.ok("update_run", { ...RUN, items: [{ number: 1, title: SHORT, type: "code" }] });
  await agent.call("complete_skill", { ...RUN, skill: SHORT });
  expect(started["next_skill"]).not.toBeNull();
});

afterAll(() => stage.close());

describe("what an agent writes", () => {
  // What each page shows only once it has what was written.
  it.each([
    ["the board", "/", TITLE],
    ["the ticket beside the board", "/?ticket=1", "Description"],
    ["the ticket's page", "/ticket/1", "Description"],
    ["what needs a person", "/needs", "On the way here"],
    ["the sessions", "/sessions", TITLE],
    ["the runs", "/runs", RUN.session],
    ["a run", `/runs/${encodeURIComponent(RUN.project)}/${encodeURIComponent(RUN.session)}`, "Items"],
    ["the workflow", "/workflow", "Human Needed"],
    ["the ledger", "/ledger", "Following"],
    ["the measures", "/stats", "Throughput"],
  ])("is nothing but text on %s", async (_, path, words) => {
    const page = await stage.person(path);
    await page.getByText(words).first().waitFor();
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
    await expectHarmless(page);
    await page.context().close();
  });

  it("can be read as it was written", async () => {
    const page = await stage.person(`/ticket/${number}`);
    await page.getByRole("heading", { name: TITLE }).waitFor();
    await page.getByText("<script>alert(2)</script>").first().waitFor();
    await page.context().close();
  });

  it("is nothing but text in what a page announces and shows of the ledger while it is open", async () => {
    const page = await stage.person("/");
    await cardIn(page, "Human Needed", number).waitFor();
    const other = await openTicket(agent, `${SHORT} while you look`);
    await cardIn(page, "Backlog", other).waitFor();
    await agent.call("handoff_ticket", { number: other, command: "impl", intent: "complete", reason: HOSTILE });
    await page.getByRole("list", { name: "Latest ledger rows" }).getByText("refused").first().waitFor();
    await expectHarmless(page);
    await page.context().close();
  });
});

async function expectHarmless(page: Page): Promise<void> {
  const { dialogs, complaints } = stage.browser.watch(page);
  expect(dialogs).toEqual([]);
  expect(complaints).toEqual([]);
  const foreign = "hostile-element, iframe, img, object, embed, #root script, [onerror], [onload], [onmouseover]";
  expect(await page.locator(foreign).count()).toBe(0);
  const links = await page.locator("a[href]").evaluateAll((found) => found.map((one) => one.getAttribute("href")));
  expect(links.filter((link) => !/^(\/|#|https?:)/.test(link ?? ""))).toEqual([]);
}
