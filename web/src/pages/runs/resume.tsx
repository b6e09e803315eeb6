import type { RunPage } from "../../../../src/http/contract.ts";
import { CopyButton } from "../../parts/copy-button.tsx";

/** What a person says to an agent that is to go on, word for word. */
export function Resume({ run }: { readonly run: RunPage }) {
  if (run.resume === null) return null;
  return (
    <section className="panel run-resume" aria-label="To go on">
      <p>
        <b>To go on, say to an agent:</b> <span className="run-sentence">{run.resume}</span>
      </p>
      <CopyButton text={run.resume} label="Copy what to say to an agent" />
    </section>
  );
}
