// What is known about the ticket's commit: fact by fact, with who said it and what that is worth.

import type { FactMark as Mark, FactView, SaidView, TicketEvidence } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { count } from "../../lib/words.ts";
import { FactMark } from "../../parts/evidence/fact-mark.tsx";
import { Time } from "../../parts/facts.tsx";
import { Panel } from "../../parts/panel.tsx";
import styles from "./evidence.module.css";

export function EvidencePanel({ evidence }: { readonly evidence: TicketEvidence }) {
  const { head, facts, chips, older } = evidence;
  const said = facts.filter((fact) => fact.said.length > 0);
  const marks = new Map(chips.map((chip) => [chip.name, chip.mark]));
  const worstFirst = chips.flatMap(({ name }) => said.filter((fact) => fact.name === name));
  return (
    <Panel
      title={
        head === null ? (
          "Evidence"
        ) : (
          <>
            Evidence at <code>{head.slice(0, 7)}</code>
          </>
        )
      }
      note={head === null ? "the ticket has no commit yet" : "facts about other commits don’t count"}
    >
      {worstFirst.length === 0 && older.length === 0 ? (
        <p className="dim">Nobody has said anything about it yet.</p>
      ) : (
        <ol className={styles.facts}>
          {worstFirst.map((fact) => (
            <FactRow key={fact.name} fact={fact} mark={marks.get(fact.name) ?? "none"} />
          ))}
          {older.map(({ name, commit, at }) => (
            <li key={`${name} ${commit}`} className={styles.older}>
              <FactMark mark="older" />
              <b>{name}</b>
              <div>
                passed at <code>{commit.slice(0, 7)}</code>, an older commit
              </div>
              <Time at={at} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function FactRow({ fact, mark }: { readonly fact: FactView; readonly mark: Mark }) {
  const newest = fact.said
    .map(({ at }) => at)
    .toSorted()
    .at(-1);
  return (
    <li className={cx(mark === "contradicted" && styles.contradicted)}>
      <FactMark mark={mark} />
      <b>{fact.name}</b>
      <div>
        {mark === "contradicted" && (
          <p>
            <b>Contradicted.</b> Its agent reported a pass; somebody who looked saw otherwise, and that counts.
          </p>
        )}
        <ul className={styles.said}>
          {fact.said.map((one) => (
            <Saying key={`${one.level} ${one.source}`} said={one} />
          ))}
        </ul>
      </div>
      {newest !== undefined && <Time at={newest} />}
    </li>
  );
}

const VERDICTS: Readonly<Record<SaidView["verdict"], string>> = {
  pass: "passed",
  fail: "failed",
  empty: "ran nothing",
  unknown: "could not look",
};

function Saying({ said }: { readonly said: SaidView }) {
  const { tests, url } = said;
  return (
    <li>
      <span className={cx(styles.level, said.level === "reported" && styles.dashed)}>{said.level}</span>{" "}
      <span className={cx(said.verdict === "fail" && "danger")}>{VERDICTS[said.verdict]}</span>
      {tests && (
        <>
          , {count(tests.passed, "test", "tests")} passed
          {tests.failed > 0 && <b className="danger"> and {tests.failed} failed</b>}
          {tests.skipped > 0 && `, ${tests.skipped} skipped`}
        </>
      )}
      {said.commits !== undefined && `, ${count(said.commits, "commit", "commits")}`}
      {said.files !== undefined && said.files > 0 && `, ${count(said.files, "file", "files")}`}
      {said.fork !== undefined && (
        <>
          {" "}
          since <code>{said.fork.slice(0, 7)}</code>
        </>
      )}
      , {sourceWords(said.source)}
      {said.outdated === true && <b>, a check that is no longer in force</b>}
      {url !== undefined && (
        <>
          {" "}
          <a className="ref" href={url} rel="noreferrer noopener" target="_blank">
            details
          </a>
        </>
      )}
    </li>
  );
}

/** Who said it: the word before the colon is the kind of key. */
function sourceWords(source: string): string {
  if (source === "check") return "seen by signalbox check";
  if (source === "git") return "seen by Signalbox in git";
  if (source === "github") return "seen on GitHub";
  const [, kind, name] = /^(person|token|oidc):(.*)$/.exec(source) ?? [];
  if (kind === "person") return `said by ${name ?? ""}`;
  if (kind === "token") return `said by the token ${name ?? ""}`;
  if (kind === "oidc") return `said by the CI job ${name ?? ""}`;
  return `said by the agent ${source}`;
}
