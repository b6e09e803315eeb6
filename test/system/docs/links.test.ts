// No link leads nowhere: files, headings and pictures that the pages point to are there.

import { existsSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import MarkdownIt from "markdown-it";
import { expect, it } from "vitest";
import { allPages, readPage, ROOT } from "./pages.ts";

const markdown = new MarkdownIt();

interface Outline {
  readonly links: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

function outlineOf(text: string): Outline {
  const body = text.replace(/^---\n[^]*?\n---\n/, "");
  const tokens = markdown.parse(body, {});
  const anchors = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    if (token.type === "heading_open") anchors.add(free(slug(tokens[index + 1]?.content ?? ""), anchors));
  }
  const inline = tokens.flatMap((token) => token.children ?? []);
  const links = inline.flatMap((token) => {
    const to = { link_open: "href", image: "src" }[token.type];
    return to === undefined ? [] : [String(token.attrGet(to))];
  });
  const pictures = [...body.matchAll(/<(?:img|source)[^>]* src(?:set)?="([^"]+)"/g)].map(([, to = ""]) => to);
  return { links: [...links, ...pictures], anchors };
}

/** As GitHub makes an anchor of a heading. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}

function free(name: string, taken: ReadonlySet<string>): string {
  for (let count = 0; ; count++) {
    const candidate = count === 0 ? name : `${name}-${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}

function problemWith(page: string, link: string): string | null {
  if (/^[a-z]+:/i.test(link)) return null;
  const [path = "", anchor] = decodeURIComponent(link).split("#");
  const target = path === "" ? page : posix.normalize(posix.join(dirname(page), path));
  if (!existsSync(join(ROOT, target))) return `${page}: ${link} leads to no file`;
  if (anchor === undefined || !target.endsWith(".md")) return null;
  return outlineOf(readPage(target)).anchors.has(anchor) ? null : `${page}: ${link} leads to no heading`;
}

it("finds a file or a heading behind every link", () => {
  const pages = allPages();
  expect(pages).toContain("docs/README.md");
  const problems = pages.flatMap((page) =>
    outlineOf(readPage(page)).links.flatMap((link) => problemWith(page, link) ?? []),
  );
  expect(problems).toEqual([]);
});

it("would find one that leads nowhere", () => {
  expect(problemWith("docs/http.md", "no-such.md")).toMatch("no file");
  expect(problemWith("docs/http.md", "store.md#no-such-heading")).toMatch("no heading");
  expect(problemWith("docs/http.md", "images/no-such.png")).toMatch("no file");
  expect(problemWith("docs/http.md", "store.md#the-ledger")).toBeNull();
});

it("has an index that leaves out no page of docs/", () => {
  const { links } = outlineOf(readPage("docs/README.md"));
  const pages = allPages().filter((page) => page.startsWith("docs/") && page !== "docs/README.md");
  expect(pages.filter((page) => !links.includes(page.slice("docs/".length)))).toEqual([]);
});
