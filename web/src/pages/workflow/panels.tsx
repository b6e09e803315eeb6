import { Link } from "wouter";
import type { WorkflowAnswer } from "../../../../src/http/contract.ts";
import { edgeId } from "../../diagram/graph.ts";
import { lineOf } from "../../lib/line.ts";
import { hoursBefore, MOVES, rowsPath } from "../../lib/rows.ts";
import { count } from "../../lib/words.ts";
import { Icon } from "../../parts/icon.tsx";
import { Panel } from "../../parts/panel.tsx";
import { BarList } from "../../plot/bar-list.tsx";

interface PanelProps {
  readonly answer: WorkflowAnswer;
}

export function Refused({ answer }: PanelProps) {
  const { refused, days } = answer;
  const since = hoursBefore(Date.parse(answer.now), 24 * days);
  const total = refused.reduce((sum, entry) => sum + entry.count, 0);
  const most = Math.max(1, ...refused.map((entry) => entry.count));
  return (
    <Panel title="Refused here" note={`${total.toLocaleString("en")} in ${count(days, "day", "days")}`}>
      {total === 0 ? (
        <p className="dim">Nothing was refused.</p>
      ) : (
        <BarList
          label="Refusals by reason"
          rows={refused.map((entry) => ({
            id: entry.code,
            name: entry.code.replaceAll("_", " "),
            part: entry.count / most,
            value: (
              <Link
                className="ref"
                href={rowsPath({ refused: true, about: answer.about, code: entry.code, from: since })}
              >
                {entry.count.toLocaleString("en")}
              </Link>
            ),
            colour: "var(--danger)",
          }))}
        />
      )}
    </Panel>
  );
}

export function TurnedBack({ answer }: PanelProps) {
  const { workflow, turnedBack, traffic } = answer;
  const rows = ({ from, to }: { readonly from: string | null; readonly to: string }) =>
    rowsPath({ kind: MOVES, about: answer.about, left: from, state: to, from: answer.from });
  const line = lineOf(workflow);
  const edges = new Set(workflow.edges.map((edge) => edgeId(edge.from, edge.to)));
  const off = traffic.filter((entry) => entry.from !== null && !edges.has(edgeId(entry.from, entry.to)));
  const most = Math.max(0.01, ...turnedBack.map((entry) => entry.count / Math.max(1, entry.of)));
  return (
    <Panel title="Turned back" note="of those that arrived">
      {turnedBack.length === 0 ? (
        <p className="dim">Nothing went back.</p>
      ) : (
        <BarList
          label="Share of moves that went back"
          rows={turnedBack.map((entry) => ({
            id: edgeId(entry.from, entry.to),
            name: <Way from={entry.from} to={entry.to} />,
            part: entry.count / Math.max(1, entry.of) / most,
            value: (
              <Link className="ref" href={rows(entry)} title={`${entry.count} of ${entry.of}`}>
                {Math.round((100 * entry.count) / Math.max(1, entry.of))} %
              </Link>
            ),
            colour: workflow.states[entry.to]?.human ? "var(--human)" : line.colourOf(entry.from),
          }))}
        />
      )}
      {off.length > 0 && (
        <>
          <h3 className="off-graph">Off the graph</h3>
          <BarList
            label="Moves that are no edge of the workflow"
            rows={off.map((entry) => ({
              id: edgeId(entry.from, entry.to),
              name: <Way from={entry.from ?? ""} to={entry.to} />,
              part: entry.count / Math.max(...off.map((other) => other.count)),
              value: (
                <Link className="ref" href={rows(entry)}>
                  {entry.count.toLocaleString("en")}
                </Link>
              ),
              colour: "var(--human)",
            }))}
          />
        </>
      )}
    </Panel>
  );
}

export function Findings({ answer: { findings } }: PanelProps) {
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const rest = findings.length - errors;
  const note = `${rest === 0 ? "no notes" : count(rest, "note", "notes")}, ${errors === 0 ? "no errors" : count(errors, "error", "errors")}`;
  return (
    <Panel title="Lint" note={note}>
      {findings.length === 0 ? (
        <p className="dim">The workflow is sound.</p>
      ) : (
        <ul className="findings" tabIndex={0} aria-label="Lint findings">
          {findings.map((finding) => (
            <li key={`${finding.code} ${finding.message}`} data-severity={finding.severity}>
              <Icon name={finding.severity === "error" ? "stop" : "warning"} small />
              <span>
                <span className="vh">{finding.severity}: </span>
                {finding.message}
                {finding.next !== null && (
                  <span className="finding-next">
                    <b>Next:</b> {finding.next}
                  </span>
                )}
                {finding.pointer !== "" && <code title="Where in the file">{finding.pointer}</code>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function Way({ from, to }: { readonly from: string; readonly to: string }) {
  return (
    <span title={`${from} to ${to}`}>
      {from}
      <Icon name="to" small />
      <span className="vh"> to </span>
      {to}
    </span>
  );
}
