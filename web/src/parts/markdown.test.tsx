import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "./markdown.tsx";

const render = (text: string) => renderToStaticMarkup(<Markdown text={text} />);

describe("Markdown", () => {
  it("shows what was emphasised, and opens links elsewhere without saying where from", () => {
    expect(render("**bold** [here](https://example.org)")).toContain(
      '<strong>bold</strong> <a href="https://example.org" rel="noreferrer noopener" target="_blank">here</a>',
    );
  });

  it.each([
    ["a script", "<script>alert(1)</script>", "<script"],
    ["an image with a handler", '<img src=x onerror="alert(1)">', "<img"],
    ["an image from elsewhere", "![x](https://example.org/track.png)", "<img"],
    ["a link that runs code", "[x](javascript:alert(1))", "href"],
    ["a link that is data", "[x](data:text/html,<script>alert(1)</script>)", "href"],
    ["a link that runs code, spelled otherwise", "[x](JaVaScRiPt&colon;alert(1))", 'href="java'],
  ])("leaves %s as text", (_, text, forbidden) => {
    expect(render(text)).not.toContain(forbidden);
  });
});
