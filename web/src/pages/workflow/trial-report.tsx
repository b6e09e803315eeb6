// What a workflow would have done: how it differs, what it would have refused and let through, and what would stand stuck.

import { Fragment, type ReactNode } from "react";
import type { TrialAnswer } from "../../../../src/http/contract.ts";
import { count } from "../../lib/words.ts";
import { Key, Time } from "../../parts/facts.tsx";
import { BarList } from "../../plot/bar-list.tsx";
import { Way } from "./panels.tsx";

type Deviations = TrialAnswer["wouldRefuse"];

export function TrialReport({ trial }: { readonly trial: TrialAnswer }) {
  const { workflow, against, accepted, refused, wouldRefuse, wouldPass, wouldOverride, guards, stuck } = trial;
  return (
    <div className="trial" role="status" aria-label="What it would have done">
      <p>
        <b>
          {workflow.name} v{workflow.version}
        </b>{" "}
        <code>{workflow.hash.slice(0, 7)}</code> against {against.name} v{against.version}{" "}
        <code>{against.hash.slice(0, 7)}</code>, since <Time at={trial.since} />.
      </p>
      <Lint trial={trial} />
      <h3>Difference</h3>
      {trial.changes.length === 0 ? <p className="dim">None.</p> : <Lines lines={trial.changes} />}
      {trial.loosens.map((line) => (
        <p key={line} className="loosens">
          Loosens: {line}
        </p>
      ))}
      <h3>What it would have done</h3>
      <dl className="trial-figures">
        <Figure name="Handoffs accepted then">{accepted.toLocaleString("en")}</Figure>
        <Figure name="Would have been refused">
          {wouldRefuse.count.toLocaleString("en")}
          {wouldRefuse.count > 0 && <small>{count(wouldRefuse.tickets, "ticket", "tickets")}</small>}
        </Figure>
        <Figure name="Refusals that would pass">
          {wouldPass.count.toLocaleString("en")}
          <small>of {refused.toLocaleString("en")}</small>
        </Figure>
        {wouldOverride > 0 && (
          <Figure name="Only by an operator's override">{wouldOverride.toLocaleString("en")}</Figure>
        )}
      </dl>
      <Groups title="Would have been refused" deviations={wouldRefuse} />
      <Groups title="Would have passed" deviations={wouldPass} />
      {guards.length > 0 && (
        <>
          <h3>What guards would have cost</h3>
          <BarList
            label="Moves that each guard would have held up"
            rows={guards.map(({ from, to, guard, moves, policy }) => ({
              id: `${from}\n${to}\n${guard}\n${policy}`,
              name: (
                <>
                  <Way from={from} to={to} /> {guard}
                  {policy === "warn" && " (warns)"}
                </>
              ),
              part: moves / Math.max(1, guards[0]?.moves ?? 1),
              value: moves.toLocaleString("en"),
              colour: policy === "warn" ? "var(--human)" : "var(--danger)",
            }))}
          />
        </>
      )}
      <h3>Stuck now</h3>
      {stuck.length === 0 ? (
        <p className="dim">No open ticket would be stuck.</p>
      ) : (
        <ul className="trial-stuck">
          {stuck.map(({ state, why, count: many, keys }) => (
            <li key={state}>
              {count(many, "ticket", "tickets")} in “{state}”: {why}. <Keys keys={keys} more={many - keys.length} />
            </li>
          ))}
        </ul>
      )}
      <Honest trial={trial} />
    </div>
  );
}

function Lint({ trial: { findings } }: { readonly trial: TrialAnswer }) {
  const worth = findings.filter(({ severity }) => severity !== "note");
  const notes = findings.length - worth.length;
  return (
    <>
      <p className="dim">
        Lint: no errors, {count(worth.length, "warning", "warnings")}, {count(notes, "note", "notes")}.
      </p>
      <Lines lines={worth.map(({ reason, pointer }) => `${reason} (${pointer})`)} />
    </>
  );
}

function Groups({ title, deviations }: { readonly title: string; readonly deviations: Deviations }) {
  if (deviations.count === 0) return null;
  return (
    <table className="trial-groups">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Move</th>
          <th scope="col">Why</th>
          <th scope="col">Times</th>
          <th scope="col">For example</th>
        </tr>
      </thead>
      <tbody>
        {deviations.groups.map((group) => (
          <tr key={`${group.from}\n${group.to}\n${group.code}\n${group.why}`}>
            <td>
              <Way from={group.from ?? "no state"} to={group.to ?? "?"} />
            </td>
            <td>{group.why}</td>
            <td className="num">{group.count.toLocaleString("en")}</td>
            <td>
              {group.examples.slice(0, 3).map(({ seq, key, who, at }) => (
                <Fragment key={seq}>
                  <Key ticket={key} /> {who}, <Time at={at} />{" "}
                </Fragment>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What these figures rest on, and what they can't say. */
function Honest({ trial: { unexplained, leftOut, afterDeviation } }: { readonly trial: TrialAnswer }) {
  return (
    <p className="dim small">
      Every handoff is judged by the facts as they were recorded. What a ticket would have become after the first one
      that would have gone otherwise, nobody knows: {count(afterDeviation, "deviation", "deviations")} came after
      another one on the same ticket.{" "}
      {unexplained === 0
        ? "Under the workflow that it was decided by, every verdict comes out the same."
        : `${count(unexplained, "verdict", "verdicts")} did not even come out the same under the workflow then in force: run “signalbox verify --decisions”.`}{" "}
      {leftOut > 0 && `${count(leftOut, "row", "rows")} without facts could not be tried.`}
    </p>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Keys({ keys, more }: { readonly keys: readonly string[]; readonly more: number }) {
  return (
    <>
      {keys.map((key) => (
        <Fragment key={key}>
          <Key ticket={key} />{" "}
        </Fragment>
      ))}
      {more > 0 && `and ${more.toLocaleString("en")} more`}
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
