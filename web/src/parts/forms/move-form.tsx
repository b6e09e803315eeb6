// A person's move: every legal way out of the state that they see, and as operator the others.

import type { Card, EventView, MoveView, Workflow } from "../../../../src/http/contract.ts";
import { useLastMove } from "../../api/changes.ts";
import { standingOf, useNewestCard } from "../../api/newest.ts";
import { keys } from "../../api/queries.ts";
import { sendComment, sendHandoff } from "../../api/send.ts";
import { useMayAct } from "../../lib/may.ts";
import { showKey } from "../../lib/words.ts";
import { toast } from "../announcer.tsx";
import { ChoiceForm } from "./choice-form.tsx";
import type { Choice } from "./choices.ts";
import { useCommitText } from "./commit-field.tsx";
import { keptWords, useLiveForm } from "./live-form.ts";
import styles from "./move-form.module.css";
import { MovedNotice, ticketMoved } from "./moved-notice.tsx";
import { Override } from "./override.tsx";
import { Icon } from "../icon.tsx";
import { StateMark } from "../state-mark.tsx";

export interface MoveFormProps {
  /** As it was when the moves were asked for. */
  readonly card: Card;
  readonly moves: readonly MoveView[];
  readonly timeline?: readonly EventView[];
  readonly workflow: Workflow;
  /** In a dialog: the card that the person moved or pressed a key on, and where they dropped it. */
  readonly asked?: { readonly card: Card; readonly to: string | null };
  readonly focus?: "reason" | "letters";
  readonly onDone?: () => void;
  readonly onLookAgain?: () => void;
}

interface View {
  readonly state: string | null;
  readonly moves: readonly MoveView[];
}

export function MoveForm(props: MoveFormProps) {
  const { card, moves, workflow, asked, focus, onDone, onLookAgain } = props;
  const { key } = card;
  const may = useMayAct();
  const newest = useNewestCard(card);
  const row = useLastMove(key, props.timeline);
  const commit = useCommitText(key);
  const form = useLiveForm<View>({
    id: `move ${key}`,
    mark: standingOf(newest),
    view: { state: newest.state, moves: standingOf(newest) === standingOf(card) ? moves : [] },
    ready: standingOf(newest) === standingOf(card),
    complete: onLookAgain,
    seen: asked ? standingOf(asked.card) : commit.mark,
    holdsMore: commit.text !== "",
    touches: [keys.ticket(key), keys.needs],
  });
  const { view } = form;
  const dropped = form.moved || form.again ? null : (asked?.to ?? null);
  const legal = inOrder(
    workflow,
    view.state,
    view.moves.filter((move) => move.legal && (dropped === null || move.to === dropped)),
  );
  const edges = new Set(workflow.edges.filter((edge) => edge.from === view.state).map((edge) => edge.to));
  const shut = dropped === null ? view.moves.filter((move) => !move.legal) : [];
  const barred = shut.filter((move) => edges.has(move.to) || !move.override);
  const overridable = shut.filter((move) => move.override);

  if (form.ready && view.moves.length === 0 && !form.engaged)
    return <p className="dim">No move leads out of this state.</p>;
  return (
    <ChoiceForm
      form={form}
      label={`Move ${showKey(key)}`}
      layout="panel"
      focus={focus}
      failed={`${showKey(key)} was not moved.`}
      choices={legal.map((move) => moveChoice(key, view.state, move, false))}
      others={overridable.map((move) => moveChoice(key, view.state, move, true))}
      comment={commentChoice(key)}
      commit={commit}
      notice={
        <MovedNotice meanwhile={ticketMoved(showKey(key), newest.state, row)}>
          {keptWords(form)} Choose again, or leave it as a comment.
        </MovedNotice>
      }
      onLookAgain={onLookAgain}
      onDone={(choice) => {
        toast("done", choice.done, "");
        onDone?.();
      }}
    >
      {(choosing) => (
        <>
          {barred.length > 0 && <Barred moves={barred} workflow={workflow} />}
          {overridable.length > 0 && may.act && (
            <Override
              moves={overridable}
              choices={overridable.map((move) => moveChoice(key, view.state, move, true))}
              sending={form.sending}
              choosing={choosing}
            />
          )}
        </>
      )}
    </ChoiceForm>
  );
}

/** `from`: the state that the person saw. It is sent along, so that the server refuses if the ticket has moved. */
export function moveChoice(
  ticket: string,
  from: string | null,
  { to, label, warnings, takes }: Pick<MoveView, "to" | "label" | "warnings" | "takes">,
  override: boolean,
): Choice {
  return {
    id: `${override ? "override" : "move"} ${to}`,
    label: override ? `Override to ${to}` : label,
    to,
    warnings,
    done: `${showKey(ticket)} moved to ${to}.`,
    takes: override ? null : takes,
    send: (reason, requestId, commit) =>
      sendHandoff(ticket, {
        toState: to,
        reason,
        fromState: from,
        requestId,
        ...(override ? { override } : takes === "commit" ? { commit } : {}),
      }),
  };
}

/** The id of the choice that moves nothing. */
export const COMMENT = "comment";

export function commentChoice(ticket: string): Choice {
  return {
    id: COMMENT,
    label: "Comment, don’t move",
    to: null,
    warnings: [],
    done: `Your comment is on ${showKey(ticket)}.`,
    send: (body, requestId) => sendComment(ticket, { body, requestId }),
  };
}

function Barred({ moves, workflow }: { readonly moves: readonly MoveView[]; readonly workflow: Workflow }) {
  return (
    <ul className={styles.barred} aria-label="Not now">
      {moves.map((move) => (
        <li key={move.to}>
          <StateMark workflow={workflow} state={move.to} silent />
          {move.lacks.length === 0 ? (
            <span>
              <b>{move.label}</b> {move.why} {move.recovery}
            </span>
          ) : (
            <details>
              <summary>
                <b>{move.label}</b> <Icon name="to" small /> {move.to}
                <span className="danger">{move.lacks.join(", ")} missing</span>
              </summary>
              {move.why} {move.recovery}
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

/** As the workflow lists them: its author put the usual way first. */
function inOrder(workflow: Workflow, from: string | null, moves: readonly MoveView[]): readonly MoveView[] {
  const edges = workflow.edges.filter((edge) => edge.from === from).map((edge) => edge.to);
  return moves.toSorted((a, b) => edges.indexOf(a.to) - edges.indexOf(b.to));
}
