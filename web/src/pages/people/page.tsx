// Who has a key to the board, what each may do, and when it was last used; and the browsers that are signed in. For operators.

import { Link } from "wouter";
import type { PeopleAnswer } from "../../../../src/http/contract.ts";
import { useBoard, useBrowsers, usePeople } from "../../api/queries.ts";
import { useTitle } from "../../lib/title.ts";
import { count } from "../../lib/words.ts";
import { Answered, EmptyState } from "../../parts/answers.tsx";
import { Time } from "../../parts/facts.tsx";
import { BrowserList } from "../browsers/list.tsx";
import { KeyTable } from "./key-table.tsx";
import { MakeKey } from "./make-key.tsx";
import "./people.css";

const OF_PEOPLE = new Set(["operator", "viewer", "member"]);

export function PeoplePage() {
  useTitle("People and keys");
  const board = useBoard().data;
  const isOperator = board?.you.role === "operator";
  const people = usePeople(isOperator);
  const browsers = useBrowsers();
  return (
    <div className="page people-page">
      <header>
        <h1>People and keys</h1>
        <p className="dim">
          {people.data ? `${sentence(people.data)} ` : ""}What a key may do is set here, never by whoever holds it.
        </p>
      </header>
      {board && !isOperator && (
        <section className="panel padded">
          <EmptyState title="Only an operator sees who has a key." commands={["signalbox open"]}>
            Open the operator’s link. The browsers that you are signed in with are on{" "}
            <Link href="/browsers" className="ref">
              a page of their own
            </Link>
            .
          </EmptyState>
        </section>
      )}
      {isOperator && (
        <>
          <Answered query={people} what="The keys" rows={5}>
            {(answer) => <Keys answer={answer} />}
          </Answered>
          <section className="panel" aria-labelledby="browsers">
            <div className="people-head">
              <h2 id="browsers">Browsers</h2>
              <span className="dim">end after 12 hours without use, after 30 days at the latest</span>
            </div>
            <Answered query={browsers} what="The browsers">
              {(answer) => <BrowserList browsers={answer.browsers} />}
            </Answered>
          </section>
        </>
      )}
    </div>
  );
}

function Keys({ answer }: { readonly answer: PeopleAnswer }) {
  const { tokens, witnesses, commands } = answer;
  const people = tokens.filter(({ role }) => OF_PEOPLE.has(role));
  const keys = tokens.filter(({ role }) => !OF_PEOPLE.has(role));
  return (
    <>
      <KeyTable
        title="People"
        note="by a link that their key has made, or by the key itself"
        tokens={people}
        commands={commands}
      />
      <KeyTable title="Keys" note="for agents and witnesses" tokens={keys} commands={commands}>
        <MakeKey commands={commands} />
      </KeyTable>
      {witnesses.length > 0 && (
        <section className="panel" aria-labelledby="jobs">
          <div className="people-head">
            <h2 id="jobs">CI jobs</h2>
            <span className="dim">
              trusted by their issuer’s signature; <code>signalbox witness</code> trusts and revokes them
            </span>
          </div>
          <ul className="people-jobs">
            {witnesses.map((witness) => (
              <li key={witness.id} data-state={witness.state}>
                <b>{witness.workflow}</b>
                <span>facts {witness.facts.join(", ")}</span>
                <span>
                  {witness.seenAt === null ? <i className="never">never used</i> : <Time at={witness.seenAt} />}
                </span>
                <span>{witness.state}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function sentence({ tokens }: PeopleAnswer): string {
  const live = tokens.filter(({ state }) => state === "live");
  const people = live.filter(({ role }) => OF_PEOPLE.has(role)).length;
  return `${count(people, "key of a person", "keys of people")}, ${count(live.length - people, "key of an agent or a witness", "keys of agents and witnesses")}.`;
}
