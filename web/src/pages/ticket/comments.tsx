import { useRef, useState } from "react";
import type { TicketAnswer } from "../../../../src/http/contract.ts";
import { ApiError, freshRequestId } from "../../api/client.ts";
import { useComment } from "../../api/queries.ts";
import { useMayAct } from "../../lib/may.ts";
import { Banner } from "../../parts/answers.tsx";
import { Button } from "../../parts/controls.tsx";
import { Time } from "../../parts/facts.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { Panel } from "../../parts/panel.tsx";
import styles from "./ticket.module.css";

const SHOWN = 20;

export function Comments({ ticket }: { readonly ticket: TicketAnswer }) {
  const { comments } = ticket;
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
      <NewComment ticket={ticket.card.key} />
    </Panel>
  );
}

function NewComment({ ticket }: { readonly ticket: string }) {
  const may = useMayAct();
  const comment = useComment(ticket);
  const [body, setBody] = useState("");
  const requestId = useRef(freshRequestId());
  const empty = body.trim() === "";
  const send = () => {
    if (empty || comment.isPending) return;
    comment.mutate(
      { body, requestId: requestId.current },
      {
        onSuccess: () => setBody(""),
        onSettled: () => {
          requestId.current = freshRequestId();
        },
      },
    );
  };
  return (
    <form
      className={styles.release}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
      }}
    >
      <textarea
        className="field"
        aria-label="New comment"
        placeholder={may.act ? "Say something; Markdown is understood." : (may.why ?? "")}
        value={body}
        disabled={!may.act}
        onChange={(event) => setBody(event.target.value)}
      />
      {comment.isError && (
        <Banner tone="danger" role="alert" title="The comment was not added.">
          {comment.error.message} {comment.error instanceof ApiError && comment.error.recovery}
        </Banner>
      )}
      <div>
        <Button type="submit" small disabled={!may.act || empty || comment.isPending}>
          Comment
        </Button>
      </div>
    </form>
  );
}
