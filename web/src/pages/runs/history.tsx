import type { RunEntryView, RunView } from "../../../../src/http/contract.ts";
import { Time } from "../../parts/facts.tsx";
import { Table } from "../../parts/table.tsx";

/** Every step of the run, newest first; folded, because the map tells most of it. */
export function History({ run }: { readonly run: RunView }) {
  return (
    <details className="panel padded run-history">
      <summary>
        <h2>History</h2> <span className="dim">{run.history.length} rows of the ledger</span>
      </summary>
      <div className="run-history-scroll">
        <Table caption="What happened on this run, newest first" head={["When", "Who", "What", "Why"]}>
          {run.history.toReversed().map((entry) => (
            <tr key={entry.seq}>
              <td>
                <Time at={entry.at} />
              </td>
              <td>{entry.who}</td>
              <td className={entry.code === null ? "" : "danger"}>{whatHappened(entry)}</td>
              <td>{entry.refusal?.what ?? entry.text}</td>
            </tr>
          ))}
        </Table>
      </div>
    </details>
  );
}

function whatHappened(entry: RunEntryView): string {
  if (entry.code !== null) return `refused: ${entry.code.replaceAll("_", " ")}`;
  if (entry.task !== null) return `${entry.task}: ${(entry.status ?? "").replaceAll("_", " ")}`;
  if (entry.to !== null) return `${entry.skill ?? entry.from ?? ""} → ${entry.to}`;
  return entry.kind.replaceAll("_", " ");
}
