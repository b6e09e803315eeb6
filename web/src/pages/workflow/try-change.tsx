// A person tries another workflow on what happened here, and may then put it in force.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { TrialAnswer, WorkflowAnswer } from "../../../../src/http/contract.ts";
import { ApiError } from "../../api/client.ts";
import { sendAdoption, sendTrial } from "../../api/send.ts";
import { useMayAct, useMayOperate } from "../../lib/may.ts";
import { Banner } from "../../parts/answers.tsx";
import { Button, Segmented } from "../../parts/controls.tsx";
import { Panel } from "../../parts/panel.tsx";
import { TrialReport } from "./trial-report.tsx";
import "./try-change.css";

const SPANS = [
  { value: 7, label: "7 days" },
  { value: 30, label: "30 days" },
  { value: 90, label: "90 days" },
];

interface Tried {
  readonly trial: TrialAnswer;
  readonly workflow: object;
}

export function TryChange({ answer }: { readonly answer: WorkflowAnswer }) {
  const id = useId();
  const may = useMayAct();
  const [text, setText] = useState("");
  const [days, setDays] = useState(30);
  const [done, setDone] = useState<string | null>(null);
  const attempt = useMutation<Tried>({
    mutationFn: async () => {
      const workflow = readWorkflow(text);
      return { workflow, trial: await sendTrial({ workflow, days }) };
    },
  });
  const change = (to: string) => {
    setText(to);
    setDone(null);
    attempt.reset();
  };
  const maySend = may.act && !attempt.isPending && text.trim() !== "";
  return (
    <Panel title="Try a change" note="nothing is changed by trying" className="try-change">
      <form
        aria-label="Try a change"
        onSubmit={(event) => {
          event.preventDefault();
          if (maySend) attempt.mutate();
        }}
      >
        <div className="try-source">
          <label htmlFor={`${id}-file`}>A workflow file</label>
          <input
            id={`${id}-file`}
            type="file"
            accept=".json,application/json"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) void file.text().then(change);
            }}
          />
          <label htmlFor={`${id}-text`}>or its text</label>
          <textarea
            id={`${id}-text`}
            className="field"
            rows={4}
            spellCheck={false}
            placeholder="Paste a workflow as JSON"
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        </div>
        <div className="try-buttons">
          <Segmented label="Over the last" value={days} options={SPANS} onChange={setDays} />
          <Button type="submit" small look="main" aria-disabled={!maySend}>
            {attempt.isPending ? "Trying…" : "Try it"}
          </Button>
          {may.why !== null && <span className="small dim">{may.why}</span>}
        </div>
      </form>
      {attempt.error && (
        <Banner tone="danger" role="alert" title="It was not tried.">
          {attempt.error.message} {attempt.error instanceof ApiError && attempt.error.recovery}
        </Banner>
      )}
      {done !== null && (
        <Banner tone="done" role="status" title={done}>
          Servers that run now take it up by themselves.
        </Banner>
      )}
      {attempt.data && done === null && (
        <>
          <TrialReport trial={attempt.data.trial} />
          <Adopt tried={attempt.data} none={answer.history.length === 0} onDone={setDone} />
        </>
      )}
    </Panel>
  );
}

interface AdoptProps {
  readonly tried: Tried;
  /** None is in force. */
  readonly none: boolean;
  readonly onDone: (sentence: string) => void;
}

function Adopt({ tried: { trial, workflow }, none, onDone }: AdoptProps) {
  const may = useMayOperate();
  const client = useQueryClient();
  const [agreed, setAgreed] = useState(false);
  const adopt = useMutation({
    mutationFn: () => sendAdoption({ workflow, from: none ? null : trial.against.hash }),
    onSuccess: ({ name, version }) => onDone(`${name} v${version} is in force.`),
    onSettled: () => client.invalidateQueries({ queryKey: ["workflow"] }),
  });
  if (trial.workflow.hash === trial.against.hash) return <p className="dim">It is in force already.</p>;
  const mustAgree = trial.loosens.length > 0;
  const maySend = may.act && !adopt.isPending && (agreed || !mustAgree);
  return (
    <div className="try-adopt">
      {adopt.error && (
        <Banner tone="danger" role="alert" title="It was not put in force.">
          {adopt.error.message} {adopt.error instanceof ApiError && adopt.error.recovery}
        </Banner>
      )}
      {mustAgree && (
        <label>
          <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} /> It loosens
          what is in force, and that is meant.
        </label>
      )}
      <Button small look="main" aria-disabled={!maySend} onClick={() => maySend && adopt.mutate()}>
        Put it in force
      </Button>
      {may.why !== null && <span className="small dim">{may.why}</span>}
    </div>
  );
}

function readWorkflow(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`This is no JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new Error("This is no workflow: it has to be a JSON object.");
}
