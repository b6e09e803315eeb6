// A person's move: the reason, and a button for every legal way. Letters choose, Ctrl+Enter sends; what was typed is kept
// when the server says no.

import { useEffect, useRef, useState, type KeyboardEvent as ReactKeyboardEvent } from "react";
import type { MoveView, Workflow } from "../../../src/http/contract.ts";
import { ApiError, freshRequestId } from "../api/client.ts";
import { useHandoff } from "../api/queries.ts";
import { isTyping, useKeys, type KeyHandler } from "../lib/keys.ts";
import { useMayAct } from "../lib/may.ts";
import { showKey } from "../lib/words.ts";
import { toast } from "./announcer.tsx";
import { Banner } from "./answers.tsx";
import { Button } from "./controls.tsx";
import { Icon } from "./icon.tsx";
import styles from "./move-form.module.css";
import { StateMark } from "./state-mark.tsx";

export interface MoveFormProps {
  readonly ticket: string;
  /** The state that it is shown in: sent along, so that a ticket that moved meanwhile is not moved again. */
  readonly fromState: string | null;
  readonly moves: readonly MoveView[];
  readonly workflow: Workflow;
  /** Chosen already, as by a drop. */
  readonly to?: string;
  /** Where typing goes when it appears: to the reason, or to the letters of the buttons. */
  readonly focus?: "reason" | "letters";
  readonly onDone?: () => void;
  readonly onLookAgain?: () => void;
}

/** Letters that mean something else on the pages where the form stands. */
const TAKEN = "gjkmo";

export function MoveForm(props: MoveFormProps) {
  const { ticket, fromState, moves, workflow, to, focus, onDone, onLookAgain } = props;
  const may = useMayAct();
  const handoff = useHandoff(ticket);
  const [reason, setReason] = useState("");
  const [chosen, setChosen] = useState<string | null>(to ?? null);
  const [overriding, setOverriding] = useState<string | null>(null);
  const [hint, setHint] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus === "reason") field.current?.focus();
    if (focus === "letters") form.current?.focus();
  }, [focus]);
  // The same try keeps its name, so that one that arrived without our knowing is not done twice.
  const requestId = useRef(freshRequestId());

  const legal = inOrder(
    workflow,
    fromState,
    moves.filter((move) => move.legal && (to === undefined || move.to === to)),
  );
  const barred = to === undefined ? moves.filter((move) => !move.legal && !move.override) : [];
  const offGraph = to === undefined ? moves.filter((move) => !move.legal && move.override) : [];
  const letters = lettersFor(legal.map((move) => move.label));
  const main = legal.find((move) => move.to === chosen) ?? legal[0];

  const send = (target: string, override: boolean) => {
    if (!may.act || handoff.isPending) return;
    if (reason.trim() === "") {
      setHint(true);
      field.current?.focus();
      return;
    }
    handoff.mutate(
      {
        toState: target,
        reason: reason.trim(),
        fromState,
        requestId: requestId.current,
        ...(override ? { override } : {}),
      },
      {
        onSuccess: () => {
          toast("done", `${showKey(ticket)} moved to ${target}.`, "");
          setReason("");
          setOverriding(null);
          onDone?.();
        },
        onSettled: () => {
          requestId.current = freshRequestId();
        },
      },
    );
  };
  const choose = (move: MoveView) => {
    setChosen(move.to);
    field.current?.focus();
  };
  const bindings: Record<string, KeyHandler> = {};
  for (const [index, move] of legal.entries()) {
    const letter = letters[index];
    if (letter === undefined) continue;
    bindings[letter] = (event) => {
      event.preventDefault();
      choose(move);
    };
  }
  useKeys(may.act ? bindings : {});
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (overriding !== null) send(overriding, true);
      else if (main) send(main.to, false);
    } else if (may.act && !isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      bindings[event.key.toLowerCase()]?.(event.nativeEvent);
    }
  };

  if (moves.length === 0) return <p className="dim">There is no way out of here.</p>;
  return (
    <div ref={form} className={styles.form} tabIndex={-1} onKeyDown={onKeyDown}>
      <textarea
        ref={field}
        className="field"
        aria-label="Reason"
        placeholder="Why? The reason goes on the ticket and into the ledger."
        value={reason}
        disabled={!may.act}
        onChange={(event) => {
          setReason(event.target.value);
          setHint(false);
        }}
      />
      {hint && (
        <p className={styles.hint} role="alert">
          Say why first; then Ctrl+Enter, or the button again.
        </p>
      )}
      {may.why !== null && <p className={styles.hint}>{may.why}</p>}
      {handoff.isError && <Failed ticket={ticket} error={handoff.error} onLookAgain={onLookAgain} />}
      <div className={styles.moves}>
        {legal.map((move, index) => (
          <Button
            key={move.to}
            look={move.to === main?.to && overriding === null ? "main" : "plain"}
            disabled={!may.act || handoff.isPending}
            onClick={() => {
              setChosen(move.to);
              send(move.to, false);
            }}
            title={move.warnings.join(" ") || undefined}
          >
            {move.label}
            <span className={styles.target}>
              <Icon name="to" small />
              <span>{move.to}</span>
            </span>
            <kbd aria-hidden="true">{to === undefined ? letters[index]?.toUpperCase() : "Ctrl ⏎"}</kbd>
          </Button>
        ))}
      </div>
      {legal
        .flatMap((move) => (move.to === main?.to ? move.warnings : []))
        .map((warning) => (
          <p key={warning} className={styles.hint}>
            {warning}
          </p>
        ))}
      {barred.length > 0 && (
        <ul className={styles.barred} aria-label="Not now">
          {barred.map((move) => (
            <li key={move.to}>
              <StateMark workflow={workflow} state={move.to} silent />
              <span>
                <b>{move.label}</b> {move.why} {move.recovery}
              </span>
            </li>
          ))}
        </ul>
      )}
      {offGraph.length > 0 && may.act && (
        <Override
          moves={offGraph}
          value={overriding}
          pending={handoff.isPending}
          onChoose={setOverriding}
          onSend={(target) => send(target, true)}
        />
      )}
    </div>
  );
}

function Override({
  moves,
  value,
  pending,
  onChoose,
  onSend,
}: {
  readonly moves: readonly MoveView[];
  readonly value: string | null;
  readonly pending: boolean;
  readonly onChoose: (to: string | null) => void;
  readonly onSend: (to: string) => void;
}) {
  if (value === null) {
    return (
      <p className={styles.override}>
        <button type="button" className={styles.link} onClick={() => onChoose(moves[0]?.to ?? null)}>
          Override the graph
        </button>{" "}
        as operator. It is recorded as an override.
      </p>
    );
  }
  return (
    <div className={styles.override}>
      <label>
        <span className="cap">Override to</span>
        <select className="field" value={value} onChange={(event) => onChoose(event.target.value)}>
          {moves.map((move) => (
            <option key={move.to}>{move.to}</option>
          ))}
        </select>
      </label>
      <p>{moves.find((move) => move.to === value)?.why} It is recorded as an override.</p>
      <div className={styles.row}>
        <Button look="main" small disabled={pending} onClick={() => onSend(value)}>
          Override to {value}
        </Button>
        <Button look="quiet" small onClick={() => onChoose(null)}>
          Keep to the graph
        </Button>
      </div>
    </div>
  );
}

function Failed({
  ticket,
  error,
  onLookAgain,
}: {
  readonly ticket: string;
  readonly error: Error;
  readonly onLookAgain: (() => void) | undefined;
}) {
  return (
    <Banner
      tone="danger"
      role="alert"
      title={`${showKey(ticket)} was not moved.`}
      action={
        onLookAgain && (
          <Button small onClick={onLookAgain}>
            Look again
          </Button>
        )
      }
    >
      {error.message} {error instanceof ApiError && error.recovery} Your reason is kept.
    </Banner>
  );
}

/** As the workflow lists them: whoever wrote it put the usual way first. */
function inOrder(workflow: Workflow, from: string | null, moves: readonly MoveView[]): readonly MoveView[] {
  const edges = workflow.edges.filter((edge) => edge.from === from).map((edge) => edge.to);
  return moves.toSorted((a, b) => edges.indexOf(a.to) - edges.indexOf(b.to));
}

/** A letter for each label: the first of its own that is still free. */
export function lettersFor(labels: readonly string[]): readonly (string | undefined)[] {
  const used = new Set(TAKEN);
  return labels.map((label) => {
    const letter = Array.from(label.toLowerCase()).find((one) => /[a-z]/.test(one) && !used.has(one));
    if (letter !== undefined) used.add(letter);
    return letter;
  });
}
