import type { RunDocument, RunPage } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { Icon } from "../../parts/icon.tsx";
import { Panel } from "../../parts/panel.tsx";

const WORDS = { completed: "completed", current: "at work", pending: "to come" } as const;

/** The document that each step leaves in the repository: its path, and whether the step is completed. */
export function Documents({ run }: { readonly run: RunPage }) {
  const { documents } = run;
  if (documents.length === 0) return null;
  const done = documents.filter(({ status }) => status === "completed").length;
  const phases = Map.groupBy(documents, groupOf);
  return (
    <Panel title="Documents" note={`${done} of ${documents.length} steps completed`} className="run-documents">
      <div className="run-document-groups">
        {[...phases].map(([title, own]) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {own.map((document) => (
                <li key={`${document.skill} ${document.path}`} className={cx(document.status)}>
                  <StatusMark status={document.status} />
                  <code>{document.path}</code>
                  <small>{WORDS[document.status]}</small>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  );
}

/** A fact is ink: a full mark where the step is completed, an empty one where it is not. */
function StatusMark({ status }: { readonly status: RunDocument["status"] }) {
  if (status === "completed") return <Icon name="check" small />;
  return (
    <svg className="i s" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="5" {...(status === "current" ? {} : { strokeDasharray: "2 2" })} />
      {status === "current" && <circle cx="8" cy="8" r="2" fill="currentColor" />}
    </svg>
  );
}

function groupOf({ item, batch }: RunDocument): string {
  if (item !== null) return `Item ${item}`;
  return batch === null ? "The whole run" : "Batches";
}
