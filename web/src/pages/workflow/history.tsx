// Which workflows were in force here, by whose decision, and how each differs from the one before.

import type { WorkflowAnswer } from "../../../../src/http/contract.ts";
import { Time } from "../../parts/facts.tsx";
import { Panel } from "../../parts/panel.tsx";

export function History({ answer: { history, hash } }: { readonly answer: WorkflowAnswer }) {
  if (history.length === 0) {
    return (
      <Panel title="Versions" className="workflow-history">
        <p className="dim">
          None was adopted here: the one that came with the program is used. <code>signalbox workflow adopt FILE</code>{" "}
          puts another in force.
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="Versions" note={`${history.length} so far, the newest first`} className="workflow-history">
      <ol>
        {history.map((version) => (
          <li key={version.seq}>
            <p>
              <b>
                {version.name} v{version.version ?? "?"}
              </b>{" "}
              <code>{version.hash.slice(0, 7)}</code>
              {version.hash === hash && version === history[0] && <span className="in-force">in force</span>}
              <span className="dim">
                {" "}
                <Time at={version.at} /> by {version.who}, row {version.seq.toLocaleString("en")}
              </span>
            </p>
            {version.changes.length > 0 && (
              <details>
                <summary>
                  {version.changes.length} {version.changes.length === 1 ? "change" : "changes"}
                </summary>
                <ul>
                  {version.changes.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </details>
            )}
            {version.loosens.map((line) => (
              <p key={line} className="loosens">
                Loosens: {line}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
