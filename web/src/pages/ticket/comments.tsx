import { useState } from "react";
import type { TicketAnswer } from "../../../../src/http/contract.ts";
import { useLastMove } from "../../api/changes.ts";
import { standingOf, useNewestCard } from "../../api/newest.ts";
import { keys } from "../../api/queries.ts";
import { sendComment } from "../../api/send.ts";
import { useMayAct } from "../../lib/may.ts";
import { usePast } from "../../lib/past.ts";
import { showKey } from "../../lib/words.ts";
import { Button } from "../../parts/controls.tsx";
import { Time } from "../../parts/facts.tsx";
import { useLiveForm } from "../../parts/forms/live-form.ts";
import { Markdown } from "../../parts/markdown.tsx";
import { ticketMoved } from "../../parts/forms/moved-notice.tsx";
import { Panel } from "../../parts/panel.tsx";
import { ReasonForm } from "../../parts/forms/reason-form.tsx";
import styles from "./comments.module.css";
import edit from "./edit/edit.module.css";

const SHOWN = 20;

export function Comments({ ticket }: { readonly ticket: TicketAnswer }) {
  const { comments } = ticket;
  const past = usePast();
  const [all, setAll] = useState(false);
  const shown = all ? comments : comments.slice(-SHOWN);
  return (
    <Panel title="Comments" note={comments.length === 0 ? "none yet" : String(comments.length)}>
      {shown.length < comments.length && (
        <Button small onClick={() => setAll(true)}>
          Show {comments.length - shown.length} older
        </Button>
      )}
      <ol className={styles.comments}>
        {shown.map((comment, index) => (
          <li key={`${comment.createdAt} ${index}`}>
            <p className="small dim">
              <b>{comment.author}</b> <Time at={comment.createdAt} />
            </p>
            <Markdown text={comment.body} />
          </li>
        ))}
      </ol>
      {past === null && <NewComment ticket={ticket} />}
    </Panel>
  );
}

function NewComment({ ticket }: { readonly ticket: TicketAnswer }) {
  const may = useMayAct();
  const card = useNewestCard(ticket.card);
  const row = useLastMove(card.key, ticket.timeline);
  const form = useLiveForm({
    id: `comment ${card.key}`,
    mark: standingOf(card),
    view: card,
    touches: [keys.ticket(card.key)],
  });
  const written = form.text.trim() !== "";
  return (
    <div className={edit.comment} data-alone={!written}>
      <ReasonForm
        form={form}
        label="New comment"
        hideLabel
        placeholder={may.write ? "A comment, in Markdown." : (may.why ?? "")}
        submit="Comment"
        advice="A comment moves nothing."
        meanwhile={ticketMoved(showKey(card.key), card.state, row)}
        failed="The comment was not added."
        send={(body, requestId) => sendComment(card.key, { body, requestId })}
        onDone={() => undefined}
      />
      {written && (
        <div className={edit.preview} role="region" aria-label="Your comment, as others read it">
          <Markdown text={form.text} />
        </div>
      )}
    </div>
  );
}
