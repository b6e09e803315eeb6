// Pictures of one board on both sides, with a project as GitHub's template "Team planning" makes it: what GitHub holds before
// and after `signalbox init --github --field Status`, and the dashboard. `npm run screenshots:github`. GitHub's side is drawn
// from what the fake GitHub holds; it is no picture of github.com.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TestBrowser } from "../test/support/browser/browser.ts";
import { unpackChromium } from "../test/support/browser/chromium.ts";
import { HttpServer } from "../test/support/clients/http-server.ts";
import { StdioClient } from "../test/support/clients/stdio-client.ts";
import { TOKEN } from "../test/support/github/board.ts";
import { FakeGitHub } from "../test/support/github/fake/fake.ts";
import { addFromTemplate } from "../test/support/github/fake/templates.ts";
import type { Issue, Project } from "../test/support/github/fake/world.ts";
import { PROGRAM, runProgram } from "../test/support/program.ts";

const IMAGES = join(import.meta.dirname, "..", "docs", "images");
const CARDS: readonly (readonly [title: string, status: string, priority: string, size: string])[] = [
  ["Tyre sizes are rounded twice", "Backlog", "P1", "S"],
  ["Invoice numbers skip at midnight", "Backlog", "P0", "M"],
  ["Search finds discontinued parts", "Backlog", "P2", "S"],
  ["Print labels for rental bikes", "Ready", "P1", "M"],
  ["Returns without a receipt", "Ready", "P2", "L"],
  ["Cash drawer opens by itself", "In progress", "P0", "S"],
  ["Opening hours on public holidays", "In review", "P2", "XS"],
  ["Gift cards expire too early", "Done", "P1", "S"],
];

const folder = mkdtempSync(join(tmpdir(), "signalbox-github-pictures-"));
const database = join(folder, "board.db");
const github = new FakeGitHub();
for (const login of ["octo", "maria"]) github.addAccount("User", login);
github.addAccount("Organization", "acme");
github.addToken({ token: TOKEN, login: "octo" });
const repository = github.addRepository("acme", "shop");
const project = addFromTemplate(github, "acme", 7, "Team planning");
const issues = CARDS.map(([title, Status, Priority, Size]) =>
  github.addIssue(repository, title, { project, card: { Status, Priority, Size }, by: "maria" }),
);
const added = github.addIssue(repository, "Bell rings twice on the till", { project, by: "maria" });
const env = {
  HOME: join(folder, "home"),
  NO_COLOR: "1",
  GITHUB_API_URL: await github.listen(),
  SIGNALBOX_GITHUB_TOKEN: TOKEN,
  SIGNALBOX_GITHUB_LOCKS: "off",
  SIGNALBOX_AGENT: "ann",
};
const browser = await TestBrowser.launch(await unpackChromium());
await drawGitHub("github-status-before", "as the template makes it; one card was just added");
const set = await runProgram(["init", "--github", "acme/7", "--repo", "acme/shop", "--field", "Status", "--yes"], {
  cwd: folder,
  env,
});
if (set.status !== 0) throw new Error(set.stderr);
process.stdout.write(set.stdout);
const server = await HttpServer.start(database, env, 0, folder);
try {
  await work();
  const page = await browser.open({ theme: "light", size: { width: 1500, height: 560 } });
  await page.goto(await server.link());
  await page.getByText("Bell rings twice on the till").first().waitFor();
  // What has no state on GitHub gets the first one after the look.
  while (github.see(added).card?.["Status"] === undefined) await page.waitForTimeout(500);
  await page.screenshot({ path: join(IMAGES, "github-status-dashboard.png") });
  await drawGitHub("github-status-after", "after init, and some moves of agents");
} finally {
  await server.stop();
  await browser.close();
  await github.close();
  rmSync(folder, { recursive: true });
}

/** Agents by their tools, and a person by dragging. */
async function work(): Promise<void> {
  const client = new StdioClient(database, env, PROGRAM, folder);
  await client.initialize();
  const hand = (number: number, command: string, how: object) =>
    client.call("handoff_ticket", { number, command, reason: "its turn", ...how });
  await hand(1, "triage", { to_state: "Research Needed" });
  await hand(1, "research", { intent: "lock" });
  await hand(2, "triage", { to_state: "Ready for Plan" });
  await hand(4, "plan", { intent: "lock" });
  await hand(5, "plan", { intent: "lock" });
  await hand(5, "plan", { intent: "complete" });
  await hand(6, "impl", { intent: "lock" });
  const [, , third] = issues;
  if (third) github.drag(third, "Research Needed", { field: "Status", by: "maria" });
  await client.leave();
}

async function drawGitHub(name: string, when: string): Promise<void> {
  const page = await browser.open({ theme: "light", size: { width: 1500, height: 260 } });
  await page.setContent(boardPage(project, [...issues, added], when));
  await page.screenshot({ path: join(IMAGES, `${name}.png`) });
  await page.context().close();
}

function boardPage({ fields, title }: Project, cards: readonly Issue[], when: string): string {
  const status = fields.find((field) => field.name === "Status");
  const names = ["No Status", ...(status?.options.map((option) => option.name) ?? [])];
  const columns = names.map((column) => {
    const inside = cards
      .map((issue) => github.see(issue))
      .filter(({ card }) => (card?.["Status"] ?? "No Status") === column);
    if (column === "No Status" && inside.length === 0) return "";
    const shown = inside.map(
      (issue) =>
        `<article><small>shop #${issue.number}</small><p>${escaped(issue.title)}</p>${["Priority", "Size"]
          .flatMap((field) => issue.card?.[field] ?? [])
          .map((value) => `<b>${escaped(value)}</b>`)
          .join("")}</article>`,
    );
    return `<section><h2>${escaped(column)} <i>${inside.length}</i></h2>${shown.join("")}</section>`;
  });
  return `<!doctype html><style>
    body { font: 13px system-ui; margin: 16px; background: #f6f8fa; color: #1f2328 }
    main { display: flex; gap: 8px; align-items: flex-start }
    section { flex: 1 1 0; min-width: 0; background: #fff; border: 1px solid #d1d9e0; border-radius: 6px; padding: 6px }
    h1 { font-size: 15px; margin: 0 0 10px } h2 { font-size: 12px; margin: 2px 0 8px } i { color: #59636e; font-style: normal }
    article { border: 1px solid #d1d9e0; border-radius: 6px; padding: 6px; margin-bottom: 6px }
    p { margin: 2px 0 4px } small { color: #59636e } b { font-weight: 500; font-size: 11px; border: 1px solid #d1d9e0;
      border-radius: 9px; padding: 0 6px; margin-right: 4px }
  </style><h1>Project "${escaped(title)}" by Status, ${escaped(when)}. Drawn from the fake GitHub's data.</h1><main>${columns.join("")}</main>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
