// A key may do less from now on. What was ticked stays, also where somebody else limits it meanwhile.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { sendLimit } from "../../api/send.ts";
import { useMayAct } from "../../lib/may.ts";
import { toast } from "../../parts/announcer.tsx";
import { Banner } from "../../parts/answers.tsx";
import { Button } from "../../parts/controls.tsx";
import type { Token } from "./key-table.tsx";

interface LimitFormProps {
  readonly token: Token;
  readonly commands: readonly string[];
  readonly onClose: () => void;
}

export function LimitForm({ token, commands, onClose }: LimitFormProps) {
  const may = useMayAct();
  const client = useQueryClient();
  const now = token.role === "agent" ? (token.commands ?? commands) : (token.facts ?? []);
  /** As it was when the form was opened: the boxes stay. */
  const [offered] = useState(now);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(now));
  const seen = useRef(JSON.stringify([token.state, now]));
  const changed = seen.current !== JSON.stringify([token.state, now]);
  const to = offered.filter((word) => ticked.has(word));
  const limit = useMutation({
    mutationFn: () => sendLimit(token.id, { to }),
    onSuccess: () => {
      toast("done", `${token.name} may only ${to.join(", ")} now.`, "");
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.people }),
  });
  const maySend = may.act && !limit.isPending && !changed && to.length > 0 && to.length < offered.length;
  return (
    <form
      className="key-form"
      aria-label={`Limit ${token.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (maySend) limit.mutate();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
    >
      {changed && !limit.isPending && (
        <Banner tone="human" role="alert" title={`${token.name} was changed meanwhile.`}>
          {token.state === "live"
            ? `It may ${now.join(", ")} now. Nothing was sent; close this, and look again.`
            : `It is ${token.state}: there is nothing left to limit.`}
        </Banner>
      )}
      {limit.error && (
        <Banner tone="danger" role="alert" title={`${token.name} was not limited.`}>
          {limit.error.message} {limit.error instanceof ApiError && limit.error.recovery}
        </Banner>
      )}
      <fieldset>
        <legend>
          What {token.name} may still {token.role === "agent" ? "act as" : "say"}. A limit is never loosened: for more,
          make a new key.
        </legend>
        {offered.map((word, index) => (
          <label key={word}>
            <input
              type="checkbox"
              autoFocus={index === 0}
              checked={ticked.has(word)}
              onChange={(event) => {
                const next = new Set(ticked);
                if (event.target.checked) next.add(word);
                else next.delete(word);
                setTicked(next);
              }}
            />
            <code>{word}</code>
          </label>
        ))}
      </fieldset>
      <div className="key-buttons">
        <Button type="submit" small look="main" aria-disabled={!maySend}>
          Limit
        </Button>
        <Button small look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
