// Another port of the same host: a page of somebody else's program, to which a ticket's text leads. Cookies would go along.

import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTicket, Stage } from "./stage.ts";

/** Tells its server all that it can get at, and asks the board for more. */
const PAGE = (board: string): string => `<!doctype html><title>elsewhere</title><script>
  const attempts = [
    ["read", { credentials: "include" }],
    ["read", { headers: { "signalbox-session": "x" } }],
    ["create", { method: "POST", credentials: "include", headers: { "content-type": "application/json" } }],
    ["create", { method: "POST", credentials: "include", mode: "no-cors", headers: { "content-type": "text/plain" } }],
  ];
  Promise.all(attempts.map(async ([what, init]) => {
    const path = what === "read" ? "/api/browsers" : "/api/tickets";
    const body = init.method ? JSON.stringify({ title: "From elsewhere" }) : undefined;
    try {
      const answer = await fetch("${board}" + path, { ...init, body });
      return answer.status + " " + (await answer.text());
    } catch (error) {
      return String(error);
    }
  })).then((answers) => fetch("/found", { method: "POST", body: JSON.stringify({
    answers, cookie: document.cookie, kept: [JSON.stringify(localStorage), JSON.stringify(sessionStorage)],
    opener: String(window.opener), referrer: document.referrer,
  }) }));
</script>`;

/** More pictures than wrong keys are let through; says when all of them were refused. */
const PICTURES = (board: string): string => `<!doctype html><title>pictures</title><p id="count"></p><script>
  let refused = 0;
  for (let index = 0; index < 60; index++) {
    const picture = new Image();
    picture.onerror = () => (document.getElementById("count").textContent = ++refused + " refused");
    picture.src = index % 2
      ? "${board}/open?code=" + index
      : "${board}/api/me?key=sbx_0123456789_" + "x".repeat(43) + index;
    document.body.append(picture);
  }
</script>`;

/** The account, in the bar. */
const OPERATOR = /^Account: .*, operator$/;

let stage: Stage;
let elsewhere: Server;
let received: IncomingMessage["headers"][];
let found: Promise<string>;

beforeAll(async () => {
  stage = await Stage.open();
  received = [];
  const { promise, resolve } = Promise.withResolvers<string>();
  found = promise;
  elsewhere = createServer((request, response) => {
    received.push(request.headers);
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      if (request.url === "/found") resolve(body);
      const page = request.url === "/pictures" ? PICTURES : PAGE;
      response.setHeader("content-type", "text/html").end(page(stage.server.url));
    });
  });
  await new Promise<void>((listening) => elsewhere.listen(0, "127.0.0.1", listening));
});

afterAll(async () => {
  elsewhere.closeAllConnections();
  elsewhere.close();
  await stage.close();
});

it("gets nothing of an operator who follows a link in a ticket that it could use", async () => {
  const ann = await stage.agent("ann");
  const { port } = elsewhere.address() as AddressInfo;
  const number = await openTicket(ann, "A trap", { body: `[The log](http://127.0.0.1:${port}/log)` });
  const page = await stage.person(`/ticket/${number}`);
  const session = await page.evaluate(() => localStorage.getItem("signalbox-session"));
  expect(session).toMatch(/^sbb_/);
  expect(await page.context().cookies()).toEqual([]);
  await page.getByRole("link", { name: "The log" }).first().click();

  const loot = await found;
  expect(received.length).toBeGreaterThan(1);
  const all = JSON.stringify(received) + loot;
  expect(all).not.toContain(session?.split("_").slice(2).join("_"));
  expect(received.map(({ cookie }) => cookie)).toEqual(received.map(() => undefined));
  // Each string that it got is worth nothing at the board, in whichever way it is sent.
  for (const word of new Set(all.match(/[A-Za-z0-9_.=-]{10,}/g))) {
    const me = await fetch(`${stage.server.url}/api/me`, { headers: { cookie: word } });
    expect(await me.json()).toEqual({ role: "viewer", name: null });
  }
  const { answers } = JSON.parse(loot) as { answers: readonly string[] };
  expect(answers.filter((answer) => answer.startsWith("2"))).toEqual([]);
  const tickets = await fetch(`${stage.server.url}/api/tickets`);
  expect(await tickets.text()).not.toContain("From elsewhere");
});

it("can't lead a browser through a link of its own", async () => {
  const page = await stage.browser.open();
  const link = await stage.server.link();
  const { port } = elsewhere.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate((to) => {
    globalThis.setTimeout(() => Object.assign(globalThis, { location: to }), 0);
  }, link);
  await page.getByText("Another site led here").waitFor();
  // It was not used up: opened by hand, it lets in.
  const own = await stage.browser.open();
  await own.goto(link);
  await own.getByRole("button", { name: OPERATOR }).waitFor();
});

it("locks nobody out with pictures whose addresses are wrong keys", async () => {
  const page = await stage.browser.open();
  const { port } = elsewhere.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/pictures`);
  await page.getByText("60 refused").waitFor();
  const own = await stage.browser.open();
  await own.goto(await stage.server.link());
  await own.getByRole("button", { name: OPERATOR }).waitFor();
});

it("a link that was used before says so; signing out ends a browser's session", async () => {
  const link = await stage.server.link();
  const page = await stage.browser.open();
  await page.goto(link);
  await page.getByRole("button", { name: OPERATOR }).click();
  await page.getByRole("link", { name: "Your browser sessions" }).click();
  const row = page.locator("tr", { hasText: "this one" });
  await row.getByRole("button", { name: /^Sign out/ }).click();
  await page.getByText("viewer", { exact: true }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("signalbox-session"))).toBeNull();
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByText("This link was used before").waitFor();
});

it("is signed out where somebody else ended it, and goes on reading", async () => {
  const [page, other] = [await stage.person("/browsers"), await stage.browser.open()];
  await other.goto(await stage.server.link());
  const session = await other.waitForFunction(() => localStorage.getItem("signalbox-session"));
  const id = (await session.jsonValue())?.split("_")[1];
  await page.reload();
  await page
    .locator(`tr[data-browser="${id}"]`)
    .getByRole("button", { name: /^Sign out/ })
    .click();
  await page.locator(`tr[data-browser="${id}"]`).waitFor({ state: "detached" });
  await other.goto(`${stage.server.url}/needs`);
  await other.getByText("viewer", { exact: true }).waitFor();
});
