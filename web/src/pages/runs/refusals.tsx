import type { RunPage } from "../../../../src/http/contract.ts";
import { capitalise, count } from "../../lib/words.ts";
import { Time } from "../../parts/facts.tsx";
import { Panel } from "../../parts/panel.tsx";
import { RefusedMark } from "../../parts/state-mark.tsx";

/** What the server did not let the run do: each in lines of its own, the newest first. */
export function Refusals({ run }: { readonly run: RunPage }) {
  const { refusals } = run;
  if (refusals.length === 0) return null;
  return (
    <Panel title="Refused" note={count(refusals.length, "call", "calls")} className="run-refusals">
      <ol>
        {refusals.toReversed().map(({ seq, at, who, asked, code, what, recovery }) => (
          <li key={seq}>
            <RefusedMark />
            <div>
              <p>
                <Time at={at} /> <b>{who}</b> asked to {asked} <code className="danger">{code}</code>
              </p>
              <p>{what ?? "What was said is redacted."}</p>
              {recovery !== null && <p className="dim">{capitalise(recovery)}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
