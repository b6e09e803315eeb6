// The ticket's pull requests, as they were last seen where they live.

import type { PullRequest, PullsView } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { count } from "../../lib/words.ts";
import { ChecksMark, checksWords, pullName, reviewWords } from "../../parts/evidence/pull-chip.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Panel } from "../../parts/panel.tsx";
import styles from "./pulls.module.css";

export function PullsPanel({ found: { total, pulls } }: { readonly found: PullsView }) {
  const rest = total - pulls.length;
  return (
    <Panel title="Pull requests" note={total > 1 ? `${total} in all` : ""}>
      <ul className={styles.pulls}>
        {pulls.map((pull) => (
          <Pull key={pull.url} pull={pull} />
        ))}
      </ul>
      {rest > 0 && <p className="dim small">{count(rest, "older one is", "older ones are")} not shown.</p>}
    </Panel>
  );
}

function Pull({ pull }: { readonly pull: PullRequest }) {
  const { state, checks, review } = pull;
  return (
    <li>
      <span className={cx(styles.mark, styles[state])}>
        <Icon name="pull" />
      </span>
      <div>
        <p>
          <a className="ref" href={pull.url} rel="noreferrer noopener" target="_blank">
            {pullName(pull)}
          </a>{" "}
          {pull.title}
        </p>
        <p className={styles.facts}>
          <b>{state}</b>
          <span>
            {checks && <ChecksMark checks={checks} />} {checksWords(checks)}
          </span>
          {review !== null && (
            <span className={cx(review === "changes requested" && "danger")}>{reviewWords(review)}</span>
          )}
        </p>
      </div>
    </li>
  );
}
