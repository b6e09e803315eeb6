import type { RunView } from "../../../../src/http/contract.ts";
import { Time } from "../../parts/facts.tsx";
import { capitalise } from "../../lib/words.ts";
import { RefusedMark } from "../../parts/state-mark.tsx";

/** The last thing that the server did not let the run do. */
export function Refusal({ run }: { readonly run: RunView }) {
  const last = run.history.findLast((entry) => entry.code !== null);
  if (!last) return null;
  const { what, recovery } = last.refusal ?? { what: null, recovery: null };
  return (
    <p className="run-refusal">
      <RefusedMark />
      <span>
        <b className="danger">Refused</b> <b>{last.who}</b> {last.skill ?? last.task ?? ""} at <Time at={last.at} />.{" "}
        {what ?? (last.code ?? "").replaceAll("_", " ")}
        {recovery !== null && <span className="dim"> {capitalise(recovery)}</span>}
      </span>
    </p>
  );
}
