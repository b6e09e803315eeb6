// Every state of a workflow, and one that is open: what it means, who acts there, where it leads, and what stands in it.

import { useEffect, useRef } from "react";
import type { Workflow, WorkflowAnswer } from "../../../../src/http/contract.ts";
import { useBoard } from "../../api/queries.ts";
import { showKey, ticketPath } from "../../lib/words.ts";
import { Button } from "../../parts/controls.tsx";
import { Age } from "../../parts/facts.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Panel } from "../../parts/panel.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { Link } from "wouter";

interface StatesProps {
  readonly answer: WorkflowAnswer;
  readonly chosen: string | null;
  readonly onChoose: (state: string | null) => void;
}

const MOST_TICKETS = 12;

export function States({ answer, chosen, onChoose }: StatesProps) {
  const { workflow } = answer;
  const open = chosen !== null && Object.hasOwn(workflow.states, chosen) ? chosen : null;
  return (
    <Panel title="States" note="each opens" className="workflow-states">
      <div className="state-chips" role="group" aria-label="States of the workflow">
        {Object.keys(workflow.states).map((state) => (
          <button
            key={state}
            type="button"
            className="chip"
            aria-pressed={state === open}
            onClick={() => onChoose(state === open ? null : state)}
          >
            <StateMark workflow={workflow} state={state} silent />
            {state}
          </button>
        ))}
      </div>
      {open !== null && <State key={open} answer={answer} state={open} onClose={() => onChoose(null)} />}
    </Panel>
  );
}

interface StateProps {
  readonly answer: WorkflowAnswer;
  readonly state: string;
  readonly onClose: () => void;
}

function State({ answer, state, onClose }: StateProps) {
  const { workflow, counts } = answer;
  const box = useRef<HTMLElement>(null);
  const spec = workflow.states[state];
  const standing = counts.find((entry) => entry.state === state);
  const ways = workflow.edges.filter((edge) => edge.from === state);
  const from = workflow.edges.filter((edge) => edge.to === state).map((edge) => edge.from);
  const acting = Object.entries(workflow.commands ?? {}).filter(([, { inputs }]) => inputs.includes(state));
  useEffect(() => {
    // Some browsers answer with a promise, which is nothing to clean up by.
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section ref={box} className="state-open" aria-label={`The state ${state}`}>
      <h3>
        <StateMark workflow={workflow} state={state} silent /> {state}
        <Button small look="quiet" onClick={onClose}>
          Close
        </Button>
      </h3>
      {spec?.description !== undefined && <p>{spec.description}</p>}
      <dl>
        <div>
          <dt>What it is</dt>
          <dd>{kindOf(spec)}</dd>
        </div>
        <div>
          <dt>Stands there</dt>
          <dd>
            {standing ? standing.count.toLocaleString("en") : "none"}
            {standing?.oldest != null && (
              <>
                , the oldest <Age since={standing.oldest} spoken />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Who acts</dt>
          <dd>{acting.length === 0 ? "no command" : acting.map(([name]) => <code key={name}>{name}</code>)}</dd>
        </div>
        <div>
          <dt>Comes from</dt>
          <dd>{from.length === 0 ? "nowhere: it is a beginning" : [...new Set(from)].join(", ")}</dd>
        </div>
      </dl>
      <h4>{ways.length === 0 ? "It leads nowhere" : "Ways on"}</h4>
      <ul className="state-ways">
        {ways.map((edge) => (
          <li key={edge.to}>
            <Icon name="to" small />
            <span>
              <b>{edge.label ?? `Move to ${edge.to}`}</b> to {edge.to}
              {(edge.guards ?? []).map((guard, index) => (
                <span key={index} className="state-guard">
                  {guardWords(guard)}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <Standing workflow={workflow} state={state} />
    </section>
  );
}

/** The tickets in it, where it is a state of tickets. */
function Standing({ workflow, state }: { readonly workflow: Workflow; readonly state: string }) {
  const board = useBoard().data;
  if (board?.workflow.name !== workflow.name) return null;
  const cards = board.cards.filter((card) => card.state === state);
  if (cards.length === 0) return null;
  return (
    <>
      <h4>In it now</h4>
      <ul className="state-tickets">
        {cards.slice(0, MOST_TICKETS).map((card) => (
          <li key={card.key}>
            <Link href={ticketPath(card.key)}>
              <span className="num">{showKey(card.key)}</span> {card.title}
            </Link>{" "}
            <span className="dim">
              <Age since={card.enteredAt} />
            </span>
          </li>
        ))}
      </ul>
      {cards.length > MOST_TICKETS && <p className="dim small">and {cards.length - MOST_TICKETS} more</p>}
    </>
  );
}

function kindOf(spec: Workflow["states"][string] | undefined): string {
  const parts = [
    spec?.phase === undefined ? "" : `phase ${spec.phase}`,
    spec?.lock ? "held by one at a time" : "",
    spec?.human ? "waits for a person" : "",
    spec?.terminal ? "an end" : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "an open state" : parts.join(", ");
}

/** What has to be so before somebody goes this way. */
function guardWords(guard: NonNullable<Workflow["edges"][number]["guards"]>[number]): string {
  const { type, policy = "enforce" } = guard;
  const more = Object.entries(guard)
    .filter(([name]) => name !== "type" && name !== "policy")
    .map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`)
    .join(", ");
  return `${type.replaceAll("_", " ")}${more === "" ? "" : ` (${more})`}${policy === "enforce" ? "" : `, ${policy}`}`;
}
