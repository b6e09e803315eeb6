// Makes a key. Its text is shown once, and stays until the person puts it away: nothing on the page takes it from them.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { NewKey, NewKeyAnswer } from "../../../../src/http/contract.ts";
import { ApiError } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { sendKey } from "../../api/send.ts";
import { setDraft, useDraft } from "../../lib/drafts.ts";
import { useIsWriting } from "../../lib/keys.ts";
import { useMayAct } from "../../lib/may.ts";
import { Banner } from "../../parts/answers.tsx";
import { Button, Segmented } from "../../parts/controls.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { readLabels as readList } from "../ticket/edit/values.ts";

interface KeyDraft {
  readonly role: string;
  readonly name: string;
  readonly commands: readonly string[];
  readonly facts: string;
  readonly days: string;
}

const ID = "new key";
const EMPTY: KeyDraft = { role: "agent", name: "", commands: [], facts: "", days: "" };
const ROLES = ["agent", "witness", "viewer", "member", "operator"].map((value) => ({ value, label: value }));

export function MakeKey({ commands }: { readonly commands: readonly string[] }) {
  const kept = useDraft(ID);
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<NewKeyAnswer | null>(null);
  const isOpen = open || kept !== null;
  return (
    <>
      {made && (
        <div className="key-form key-made" role="status" aria-label="The new key">
          <p>
            <b>{made.name}</b> is made. Its text is shown this once; nobody can look it up later.
          </p>
          <p className="key-text">
            <code>{made.token}</code>
            <CopyButton text={made.token} label="Copy the key" />
          </p>
          <Button small onClick={() => setMade(null)}>
            I have kept it
          </Button>
        </div>
      )}
      {isOpen ? (
        <Form commands={commands} onMade={setMade} onClose={() => setOpen(false)} />
      ) : (
        <p className="people-make">
          <Button small onClick={() => setOpen(true)}>
            <Icon name="plus" small />
            Make a key
          </Button>
        </p>
      )}
    </>
  );
}

interface FormProps {
  readonly commands: readonly string[];
  readonly onMade: (made: NewKeyAnswer) => void;
  readonly onClose: () => void;
}

function Form({ commands, onMade, onClose }: FormProps) {
  const id = useId();
  const may = useMayAct();
  const client = useQueryClient();
  const kept = useDraft(ID);
  const draft: KeyDraft = kept === null ? EMPTY : { ...EMPTY, ...(JSON.parse(kept.text) as Partial<KeyDraft>) };
  const write = (change: Partial<KeyDraft>) =>
    setDraft(ID, { text: JSON.stringify({ ...draft, ...change }), mark: "" });
  const close = () => {
    setDraft(ID, null);
    onClose();
  };
  useIsWriting(draft.name !== "");
  const make = useMutation({
    mutationFn: () => sendKey(keyOf(draft)),
    onSuccess: (answer) => {
      onMade(answer);
      close();
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.people }),
  });
  const maySend = may.act && !make.isPending;
  return (
    <form
      className="key-form"
      aria-label="Make a key"
      onSubmit={(event) => {
        event.preventDefault();
        if (maySend) make.mutate();
      }}
    >
      {make.error && (
        <Banner tone="danger" role="alert" title="The key was not made.">
          {make.error.message} {make.error instanceof ApiError && make.error.recovery} What you wrote is kept.
        </Banner>
      )}
      <div className="key-fields">
        <div>
          <span className="name">Role</span>
          <Segmented label="Role" value={draft.role} options={ROLES} onChange={(role) => write({ role })} />
        </div>
        <div>
          <label htmlFor={`${id}-name`}>Name</label>
          <input
            id={`${id}-name`}
            className="field"
            autoFocus
            maxLength={100}
            placeholder="whose it is"
            value={draft.name}
            onChange={(event) => write({ name: event.target.value })}
          />
        </div>
        <div>
          <label htmlFor={`${id}-days`}>Good for days</label>
          <input
            id={`${id}-days`}
            className="field"
            inputMode="numeric"
            pattern="[0-9]{1,4}"
            placeholder="without end"
            value={draft.days}
            onChange={(event) => write({ days: event.target.value })}
          />
        </div>
        {draft.role === "witness" && (
          <div>
            <label htmlFor={`${id}-facts`}>Facts, with commas</label>
            <input
              id={`${id}-facts`}
              className="field"
              required
              placeholder="tests"
              value={draft.facts}
              onChange={(event) => write({ facts: event.target.value })}
            />
          </div>
        )}
      </div>
      {draft.role === "agent" && (
        <fieldset>
          <legend>Only as these commands; none ticked: as every one</legend>
          {commands.map((command) => (
            <label key={command}>
              <input
                type="checkbox"
                checked={draft.commands.includes(command)}
                onChange={(event) =>
                  write({
                    commands: event.target.checked
                      ? [...draft.commands, command]
                      : draft.commands.filter((one) => one !== command),
                  })
                }
              />
              <code>{command}</code>
            </label>
          ))}
        </fieldset>
      )}
      <div className="key-buttons">
        <Button type="submit" small look="main" aria-disabled={!maySend}>
          Make the key
        </Button>
        <Button small look="quiet" onClick={close}>
          Cancel
        </Button>
        {may.why !== null && <span className="small dim">{may.why}</span>}
      </div>
    </form>
  );
}

function keyOf({ role, name, commands, facts, days }: KeyDraft): NewKey {
  return {
    role,
    ...(name.trim() === "" ? {} : { name: name.trim() }),
    ...(role === "agent" && commands.length > 0 ? { commands } : {}),
    ...(role === "witness" ? { facts: readList(facts) } : {}),
    ...(days.trim() === "" ? {} : { days: Number(days) }),
  };
}
