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
  const folder = sharedFolder(documents.map(({ path }) => path));
  return (
    <Panel title="Documents" note={`${done} of ${documents.length} steps completed`} className="run-documents">
      {folder !== "" && (
        <p className="dim">
          In the repository, in <code>{folder}</code>
        </p>
      )}
      <div className="run-document-groups">
        {[...phases].map(([title, own]) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {own.map((document) => (
                <li key={`${document.skill} ${document.path}`} className={cx(document.status)}>
                  <StatusMark status={document.status} />
                  <code title={document.path}>{document.path.slice(folder.length)}</code>
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
    <svg width="12" height="12" viewBox="0 0 16 16" aria-hidden="true">
      <circle
        cx="8"
        cy="8"
        r="6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        {...(status === "current" ? {} : { strokeDasharray: "2.5 2.2" })}
      />
      {status === "current" && <circle cx="8" cy="8" r="2.5" fill="currentColor" />}
    </svg>
  );
}

function groupOf({ item, batch }: RunDocument): string {
  if (item !== null) return `Item ${item}`;
  return batch === null ? "The whole run" : "Batches";
}

/** The folder that all of them lie in, said once. */
function sharedFolder(paths: readonly string[]): string {
  const [first = ""] = paths;
  let end = first.lastIndexOf("/") + 1;
  while (end > 0 && !paths.every((path) => path.startsWith(first.slice(0, end)))) {
    end = first.lastIndexOf("/", end - 2) + 1;
  }
  return first.slice(0, end);
}
