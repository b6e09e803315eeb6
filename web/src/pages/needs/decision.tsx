// The decision: a reason, and a button for everything that a person may do here.

import { useEffect } from "react";
import type { Card, EventView, MoveView, Workflow } from "../../../../src/http/contract.ts";
import { useLastClaimChange, useLastMove } from "../../api/changes.ts";
import { standingOf } from "../../api/newest.ts";
import { keys } from "../../api/queries.ts";
import { useMayOperate } from "../../lib/may.ts";
import { showKey } from "../../lib/words.ts";
import { Button } from "../../parts/controls.tsx";
import { ChoiceForm } from "../../parts/forms/choice-form.tsx";
import { useCommitText } from "../../parts/forms/commit-field.tsx";
import { keptWords, useLiveForm } from "../../parts/forms/live-form.ts";
import { COMMENT, commentChoice } from "../../parts/forms/move-form.tsx";
import { MovedNotice, ticketMoved, type Meanwhile } from "../../parts/forms/moved-notice.tsx";
import { actionsOf, movesOf } from "./actions.ts";
import { isQuestion, type NeedRow } from "./rows.ts";

interface DecisionProps {
  readonly card: Card;
  /** Why it waits for a person. */
  readonly needs: NeedRow["needs"];
  /** null: not known yet. */
  readonly moves: readonly MoveView[] | null;
  readonly timeline: readonly EventView[] | undefined;
  readonly workflow: Workflow;
  /** While somebody decides, the ticket stays in the list. */
  readonly onDeciding: (deciding: boolean) => void;
  /** What was decided, in a sentence. */
  readonly onDone: (sentence: string, moved: boolean) => void;
  readonly onSnooze: () => void;
  readonly onLookAgain: () => void;
}

/** What is done to others' claims and sessions. */
const OF_OPERATORS: ReadonlySet<string> = new Set(["release", "end"]);

type View = Pick<DecisionProps, "card" | "needs" | "moves">;

export function Decision(props: DecisionProps) {
  const { card, needs, moves, workflow, onDeciding, onDone, onSnooze, onLookAgain } = props;
  const { key } = card;
  const operates = useMayOperate().write;
  const commit = useCommitText(key);
  const form = useLiveForm<View>({
    id: `decide ${key}`,
    mark: markOf(card, needs),
    view: { card, needs, moves },
    ready: moves !== null,
    complete: onLookAgain,
    seen: commit.mark,
    holdsMore: commit.text !== "",
    touches: [keys.needs, keys.ticket(key), ["sessions"]],
  });
  const { engaged, view } = form;
  const meanwhile = useMeanwhile(form.before?.card, card, props.timeline);
  useEffect(() => onDeciding(engaged), [engaged, onDeciding]);

  const usual =
    form.moved && !form.ready
      ? []
      : actionsOf(view, view.moves, workflow).filter(({ id }) => operates || !OF_OPERATORS.has(id));
  // It waits for nobody any more: a person may still move it.
  const choices =
    usual.length === 0 && (form.moved || form.again) ? movesOf(view.card, view.moves ?? [], workflow) : usual;
  return (
    <ChoiceForm
      form={form}
      label="Your decision"
      layout="bar"
      choices={choices}
      armed={!isQuestion(view.needs, workflow)}
      aside={
        <Button aria-keyshortcuts="z" onClick={onSnooze}>
          <kbd aria-hidden="true">z</kbd>
          Snooze
        </Button>
      }
      comment={commentChoice(key)}
      commit={commit}
      notice={
        <MovedNotice meanwhile={meanwhile}>{keptWords(form)} Choose again, or leave it as a comment.</MovedNotice>
      }
      failed={`${showKey(key)} was not changed.`}
      onLookAgain={onLookAgain}
      onDone={(choice) => onDone(choice.done, choice.id !== COMMENT)}
    />
  );
}

/** Where it stands, who holds it, and which session is silent: what a person decides about. */
function markOf(card: Card, needs: NeedRow["needs"]): string {
  const silent = needs.find((need) => need.kind === "silent_session")?.session?.id ?? "";
  return [standingOf(card), card.claim ? `${card.claim.holder} ${card.claim.since}` : "", silent].join("\n");
}

function useMeanwhile(seen: Card | undefined, now: Card, timeline: readonly EventView[] | undefined): Meanwhile {
  const move = useLastMove(now.key, timeline);
  const claim = useLastClaimChange(now.key);
  const what = showKey(now.key);
  if (!seen || standingOf(seen) !== standingOf(now)) return ticketMoved(what, now.state, move);
  if (seen.claim && !now.claim) return { what, verb: "released", state: null, row: claim };
  if (now.claim && now.claim.since !== seen.claim?.since) return { what, verb: "claimed", state: null, row: claim };
  return { what, verb: "heard of again", state: now.state, row: undefined };
}
