// The plan, the question or the work itself: what was said last, as it was written, and how it differs from before.

import { useState } from "react";
import type { TicketAnswer } from "../../../../src/http/contract.ts";
import { differenceOf, type DiffLine } from "../../lib/difference.ts";
import { count } from "../../lib/words.ts";
import { Segmented } from "../../parts/controls.tsx";
import { Time } from "../../parts/facts.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { firstToRead, wordBefore, wordsOf, type Word } from "./words.ts";

const REDACTED = "The text was redacted.";

export function Plan({ ticket, seen }: { readonly ticket: TicketAnswer; readonly seen: string | null }) {
  const words = wordsOf(ticket);
  const first = firstToRead(words);
  const others = words.filter((word) => !first.includes(word));
  const { body } = ticket;
  return (
    <>
      {first.map((word) => (
        <Said key={word.id} word={word} before={wordBefore(words, word)} fresh={seen !== null && word.at > seen} />
      ))}
      {body.trim() !== "" && (
        <details className="need-body" open={first.length === 0}>
          <summary>The ticket's text</summary>
          <Markdown text={body} />
        </details>
      )}
      {others.length > 0 && (
        <details className="need-body">
          <summary>{count(others.length, "older comment or reason", "older comments and reasons")}</summary>
          <ol className="need-older">
            {others.toReversed().map((word) => (
              <li key={word.id}>
                <By word={word} />
                <Markdown text={word.text ?? REDACTED} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

type View = "this" | "difference" | "before";

interface SaidProps {
  readonly word: Word;
  readonly before: Word | undefined;
  readonly fresh: boolean;
}

function Said({ word, before, fresh }: SaidProps) {
  const [view, setView] = useState<View>("this");
  const shown = before ? view : "this";
  return (
    <article className="need-said" aria-label={`${word.who}, ${word.kind === "comment" ? "comment" : "handing over"}`}>
      <header>
        <By word={word} />
        {fresh && <span className="need-new">new</span>}
        {before && (
          <Segmented<View>
            label="Which version"
            value={shown}
            options={[
              { value: "this", label: "This" },
              { value: "difference", label: "Difference" },
              { value: "before", label: "Before" },
            ]}
            onChange={setView}
          />
        )}
      </header>
      {shown === "difference" && before ? (
        <Difference lines={differenceOf(before.text ?? "", word.text ?? "")} />
      ) : (
        <Markdown text={(shown === "before" ? before?.text : word.text) ?? REDACTED} />
      )}
    </article>
  );
}

function By({ word: { who, at, kind, to } }: { readonly word: Word }) {
  return (
    <p className="need-by">
      <b>{who}</b> <Time at={at} />, {kind === "comment" ? "comment" : `to ${to ?? "no state"}`}
    </p>
  );
}

const SIGNS = { same: "", added: "+", removed: "−" } as const;

function Difference({ lines }: { readonly lines: readonly DiffLine[] }) {
  if (lines.every(({ change }) => change === "same")) return <p className="dim">Word for word the same.</p>;
  return (
    <ul className="need-difference" aria-label="Difference, line by line">
      {lines.map(({ change, line }, index) => (
        <li key={`${index} ${change}`} data-change={change}>
          <span aria-hidden="true">{SIGNS[change]}</span>
          {change === "added" ? <ins>{line}</ins> : change === "removed" ? <del>{line}</del> : <span>{line}</span>}
        </li>
      ))}
    </ul>
  );
}
