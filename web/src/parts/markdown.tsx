// Markdown that people and agents wrote. Raw HTML stays text, links open elsewhere, and nothing is loaded from anywhere.

import MarkdownIt from "markdown-it";
import { useMemo } from "react";
import { cx } from "../lib/cx.ts";

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable("image");

const openLink = markdown.renderer.rules["link_open"];
markdown.renderer.rules["link_open"] = (tokens, index, options, env, self) => {
  tokens[index]?.attrSet("rel", "noreferrer noopener");
  tokens[index]?.attrSet("target", "_blank");
  return openLink ? openLink(tokens, index, options, env, self) : self.renderToken(tokens, index, options);
};

export function Markdown({ text, className }: { readonly text: string; readonly className?: string | undefined }) {
  const html = useMemo(() => markdown.render(text), [text]);
  return <div className={cx("markdown", className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
