// What a person can do about a session: end it, release the claim, open another one, copy the error.

import { useState } from "react";
import type { Card, SessionAnswer } from "../../../../src/http/contract.ts";
import { useBoard } from "../../api/queries.ts";
import { useMayAct, useMayOperate } from "../../lib/may.ts";
import { showKey } from "../../lib/words.ts";
import { toast } from "../../parts/announcer.tsx";
import { Button } from "../../parts/controls.tsx";
import { EndForm } from "../sessions/end-form.tsx";
import { OpenForm } from "../sessions/open-form.tsx";
import { Release } from "../ticket/claim-panel.tsx";
import type { Story } from "./story.ts";

type Form = "end" | "release" | "open";

export function Acts({ answer, story }: { readonly answer: SessionAnswer; readonly story: Story }) {
  const { session, workflow } = answer;
  const may = useMayAct();
  const operate = useMayOperate();
  const card = useBoard().data?.cards.find(({ key }) => key === session.ticket);
  const [form, setForm] = useState<Form | null>(null);
  // A form stays with the card that it was opened on, also where the claim is gone meanwhile.
  const [held, setHeld] = useState<Card | null>(null);
  const close = () => setForm(null);
  const open = session.completedAt === null;
  const disabled = { disabled: !may.act, title: may.why ?? undefined };
  const barred = { disabled: !operate.act, title: operate.why ?? undefined };
  return (
    <div className="session-acts">
      {form === null && (
        <div>
          {session.error !== null && (
            <Button small onClick={() => void copy(session.error ?? "")}>
              Copy
            </Button>
          )}
          {open && story.kind !== "live" && (
            <Button small {...barred} onClick={() => setForm("end")}>
              End as timeout
            </Button>
          )}
          {open && card?.claim && (
            <Button
              small
              {...barred}
              onClick={() => {
                setHeld(card);
                setForm("release");
              }}
            >
              Release the claim
            </Button>
          )}
          {!open && (
            <Button small {...disabled} onClick={() => setForm("open")}>
              New session for {showKey(session.ticket)}
            </Button>
          )}
        </div>
      )}
      {form === "end" && <EndForm session={{ ...session, history: answer.lane }} workflow={workflow} onClose={close} />}
      {form === "release" && held && <Release card={card ?? held} onClose={close} />}
      {form === "open" && (
        <OpenForm ticket={session.ticket} agent={session.owned ? "" : session.agent} onClose={close} />
      )}
    </div>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast("done", "The error is copied.", "");
  } catch (error) {
    toast("danger", "The error could not be copied.", String(error));
  }
}
