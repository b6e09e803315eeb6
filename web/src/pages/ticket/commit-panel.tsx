// The commit that the work is in: who named it, and where it forks off the base.

import type { TicketEvidence } from "../../../../src/http/contract.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Time } from "../../parts/facts.tsx";
import { Panel } from "../../parts/panel.tsx";
import styles from "./evidence.module.css";

export function CommitPanel({ evidence: { head, fork, named } }: { readonly evidence: TicketEvidence }) {
  if (head === null) return null;
  return (
    <Panel
      title="Commit"
      note={
        named && (
          <>
            named by {named.who} at <Time at={named.at} />
          </>
        )
      }
    >
      <p className={styles.commit}>
        <code>{head}</code> <CopyButton text={head} label="Copy the commit" />
      </p>
      {fork !== null && (
        <p className="dim small">
          forks off at <code>{fork.slice(0, 7)}</code>
        </p>
      )}
    </Panel>
  );
}
