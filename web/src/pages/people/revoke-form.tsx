// Takes a key back: says what ends with it, and asks why. Somebody else may have done it meanwhile.

import { useLayoutEffect } from "react";
import { keys } from "../../api/queries.ts";
import { sendRevocation } from "../../api/send.ts";
import { count, showKey } from "../../lib/words.ts";
import { toast } from "../../parts/announcer.tsx";
import { useLiveForm } from "../../parts/forms/live-form.ts";
import { ReasonForm } from "../../parts/forms/reason-form.tsx";
import type { Token } from "./key-table.tsx";

export function RevokeForm({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) {
  const form = useLiveForm({
    id: `revoke ${token.id}`,
    mark: `${token.state} ${(token.commands ?? token.facts ?? []).join()}`,
    view: token,
    touches: [keys.people, keys.browsers],
  });
  useLayoutEffect(() => {
    form.frame.ref.current?.querySelector("input")?.focus();
  }, [form.frame.ref]);
  const live = token.state === "live";
  return (
    <div className="key-form danger-edge">
      <p>
        <b>Revoke {token.name}?</b> {whatEnds(token)} It can’t be undone.
      </p>
      <ReasonForm
        form={form}
        line
        label={`Why do you revoke ${token.name}?`}
        hideLabel
        placeholder="Why? It goes into the ledger."
        submit="Revoke"
        cancel="Keep"
        still={live ? "Still revoke it" : null}
        advice={live ? undefined : "There is nothing left to revoke."}
        meanwhile={{ what: token.name, verb: live ? "was changed" : `is ${token.state}`, state: null, row: undefined }}
        failed={`${token.name} was not revoked.`}
        send={(reason) => sendRevocation(token.id, { reason })}
        onDone={() => {
          toast("done", `${token.name} opens nothing any more.`, "");
          onClose();
        }}
        onCancel={onClose}
      />
    </div>
  );
}

function whatEnds({ browsers, holds }: Token): string {
  const parts = [
    "Its streams end within a second.",
    browsers > 0 ? `${count(browsers, "browser is", "browsers are")} signed out.` : "",
    holds.length > 0
      ? `${count(holds.length, "live claim", "live claims")} (${holds.map(({ key, holder }) => `${showKey(key)}, ${holder}`).join("; ")}) run out by their leases.`
      : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}
