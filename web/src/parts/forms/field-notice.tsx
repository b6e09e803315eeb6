// What stands at a field that others have changed, or that was not saved.

import { ApiError } from "../../api/client.ts";
import { useLastEdit } from "../../api/changes.ts";
import { useNow } from "../../lib/clock.ts";
import { showTime } from "../../lib/time.ts";
import { Banner } from "../answers.tsx";
import { Button } from "../controls.tsx";
import type { FieldForm } from "./field-form.ts";

interface FieldNoticeProps {
  readonly form: FieldForm;
  readonly ticket: string;
  /** As the ledger calls it. */
  readonly field: string;
  /** How a value is shown; a long text is not. */
  readonly show?: (value: string) => string;
}

export function FieldNotice({ form, ticket, field, show = (value) => `“${value}”` }: FieldNoticeProps) {
  const row = useLastEdit(ticket, field);
  const now = useNow(60_000);
  if (form.changed) {
    const who = row ? row.who : "Somebody";
    return (
      <Banner
        tone="human"
        role="alert"
        title={`${who} changed the ${field} meanwhile.`}
        action={
          <span className="field-choice">
            <Button small onClick={form.saveMine}>
              Save mine
            </Button>
            <Button small onClick={form.drop}>
              Keep theirs
            </Button>
          </span>
        }
      >
        {row && `At ${showTime(row.at, now)}. `}
        It was {show(form.before)} when you began, and is {show(form.current)} now. Yours is {show(form.text)}. Nothing
        is saved yet.
      </Banner>
    );
  }
  if (!form.error) return null;
  return (
    <Banner tone="danger" role="alert" title={`The ${field} was not saved.`}>
      {form.error.message} {form.error instanceof ApiError && form.error.recovery} What you wrote is kept.
    </Banner>
  );
}
