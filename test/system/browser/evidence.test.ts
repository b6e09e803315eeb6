import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordFact } from "../../../src/app/evidence/record-fact.ts";
import type { Key } from "../../../src/engine/facts.ts";
import { openBoard } from "../../../src/store/open.ts";
import { accepted, newTicket, put } from "../../support/worlds/steps.ts";
import {
  attested,
  building,
  checker,
  checkout,
  HEAD,
  inReview,
  landed,
  proof,
  submit,
  tested,
} from "../../support/worlds/proof.ts";
import { ann, appOn, bob, type World } from "../../support/worlds/world.ts";
import { faults } from "./axe.ts";
import { Stage } from "./stage.ts";

const WORKFLOW = fileURLToPath(new URL("../../../workflows/ticket-proof.json", import.meta.url));
const OTHER = "8be1c02".padEnd(40, "0");

let stage: Stage;
const tickets = { asked: "", said: "", contradicted: "", met: "", merged: "", codeless: "", plain: "" };

/** A ticket in each condition that a person can meet. */
async function fill(database: string): Promise<void> {
  const board = await openBoard({ database });
  const world: World = proof({
    board,
    app: appOn(board),
    advance: () => Promise.resolve(),
    dump: () => Promise.resolve(""),
    close: () => board.close(),
  });
  tickets.plain = await newTicket(world, { title: "Keep scans when the network drops" });
  tickets.asked = await building(world);
  tickets.said = await building(world);
  await submit(world, ann, tickets.said, { evidence: { tests: "pass" } });
  tickets.contradicted = await failing(world, OTHER);
  tickets.met = await inReview(world, bob);
  tickets.codeless = await newTicket(world, { title: "Drop the price feed?" });
  await attested(world, `#${tickets.codeless}`, "codeless");
  tickets.merged = await inReview(world, ann);
  await landed(world);
  await world.close();
}

/** Its agent says that the tests pass; they don't. */
async function failing(world: World, commit: string): Promise<Key> {
  const key = await newTicket(world, { title: "Match supplier rows by GTIN" });
  await put(world, key, "In Progress");
  await tested(world, commit);
  const git = { ...checkout({}, commit), look: () => Promise.resolve(WORK) };
  accepted(await submit({ ...world, app: { ...world.app, git } }, ann, key, { commit, evidence: { tests: "pass" } }));
  const tests = { passed: 86, failed: 2, skipped: 0 };
  accepted(await recordFact(world.app, checker, { subject: commit, name: "tests", verdict: "fail", tests }));
  return key;
}

const WORK = {
  kind: "work",
  commit: OTHER,
  fork: HEAD,
  commits: 4,
  files: 1,
  empty: false,
  paths: ["src/gtin.ts"],
  pathsCut: false,
} as const;

beforeAll(async () => {
  stage = await Stage.open({ SIGNALBOX_WORKFLOW: WORKFLOW }, fill);
});

afterAll(() => stage.close());

async function picture(page: Awaited<ReturnType<Stage["person"]>>, name: string): Promise<void> {
  const folder = process.env["SIGNALBOX_PICTURES"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

describe("evidence in the dashboard", () => {
  it("stands on cards as chips, and on none where nothing is asked", async () => {
    const page = await stage.viewer("/");
    const card = (key: Key) => page.locator(`[data-key="${key}"]`);
    await card(tickets.contradicted).getByText("2 of 88 fail").waitFor();
    await card(tickets.asked).getByRole("img", { name: "nobody has looked yet" }).first().waitFor();
    await card(tickets.met).getByText("landed").waitFor();
    expect(await card(tickets.contradicted).getByRole("img", { name: "contradicted" }).count()).toBe(1);
    await picture(page, "board");
    expect(stage.browser.watch(page).complaints).toEqual([]);
    await page.context().close();
  });

  it("is counted among the stats", async () => {
    const page = await stage.viewer("/stats");
    await page.getByText("3 of 3 tickets right the first time, so far").waitFor();
    await page.getByText("Nothing was sent back in these days.").waitFor();
    const times = page.getByRole("list", { name: "Median time until a fact passed" });
    await times.getByText("tests 3 times").waitFor();
    expect(await faults(page)).toEqual([]);
    await picture(page, "stats");
    expect(stage.browser.watch(page).complaints).toEqual([]);
    await page.context().close();
  });

  it("says on a ticket what is known of its commit, what each way asks, and the command that gets it", async () => {
    const page = await stage.person(`/ticket/${tickets.contradicted}`);
    await page.getByText("Contradicted.").waitFor();
    await page.getByRole("heading", { name: `Evidence at ${OTHER.slice(0, 7)}` }).waitFor();
    await page.getByText("86 tests passed").waitFor();
    expect(await faults(page)).toEqual([]);
    await picture(page, "ticket");
    await page.goto(`${stage.server.url}/ticket/${tickets.asked}`);
    await page.getByRole("heading", { name: "What each way asks" }).waitFor();
    await page.getByText("of 3 missing").waitFor();
    await picture(page, "ticket-asked");
    await page.context().close();
  });

  it("lists what contradicts its agent, and what was merged past a guard, among what needs a person", async () => {
    const page = await stage.person("/needs");
    const row = (key: Key) => page.locator(`[data-ticket="${key}"]`);
    await row(tickets.contradicted).getByText("Look").waitFor();
    await row(tickets.merged).getByText("Merged").waitFor();
    await row(tickets.contradicted).click();
    await picture(page, "needs");
    await page.context().close();
  });

  it("lets a person attest a review, with a reason, and shows it at once", async () => {
    const page = await stage.person(`/ticket/${tickets.met}`);
    await page.getByRole("button", { name: "I reviewed it" }).click();
    await page.getByRole("textbox", { name: "I reviewed it: why?" }).fill("Read every line of it.");
    await page.getByRole("button", { name: "I reviewed it" }).click();
    await page.getByText("review is recorded").first().waitFor();
    await page.getByText("attested").first().waitFor();
    expect(stage.browser.watch(page).complaints).toEqual([]);
    await page.context().close();
  });

  it("lets a viewer attest nothing", async () => {
    const page = await stage.viewer(`/ticket/${tickets.asked}`);
    const button = page.getByRole("button", { name: "I reviewed it" });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.context().close();
  });
});
