import { useState, type ReactNode } from "react";
import type { PeopleAnswer } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { count } from "../../lib/words.ts";
import { Button } from "../../parts/controls.tsx";
import { Age, Time } from "../../parts/facts.tsx";
import { LimitForm } from "./limit-form.tsx";
import { RevokeForm } from "./revoke-form.tsx";

export type Token = PeopleAnswer["tokens"][number];
type Doing = "limit" | "revoke";

interface KeyTableProps {
  readonly title: string;
  readonly note: string;
  readonly tokens: readonly Token[];
  /** Those that an agent's key may be limited to. */
  readonly commands: readonly string[];
  readonly children?: ReactNode;
}

export function KeyTable({ title, note, tokens, commands, children }: KeyTableProps) {
  /** A row with an open form stays where it is, whatever becomes of its key. */
  const [doing, setDoing] = useState<ReadonlyMap<string, Doing>>(new Map());
  const [all, setAll] = useState(false);
  const gone = tokens.filter(({ id, state }) => state !== "live" && !doing.has(id));
  const shown = tokens.filter((token) => all || !gone.includes(token));
  const set = (id: string, what: Doing | null) =>
    setDoing((before) => {
      const next = new Map(before);
      if (what === null) next.delete(id);
      else next.set(id, what);
      return next;
    });
  return (
    <section className="panel" aria-label={title}>
      <div className="people-head">
        <h2>{title}</h2>
        <span className="dim">{note}</span>
        {gone.length > 0 && (
          <Button small look="quiet" aria-pressed={all} onClick={() => setAll(!all)}>
            {all ? "Hide" : "Show"} {gone.length} revoked or expired
          </Button>
        )}
      </div>
      {children}
      {shown.length === 0 ? (
        <p className="people-none dim">There is none.</p>
      ) : (
        <ul className="keys" aria-label={`${title}: list`}>
          {shown.map((token) => (
            <li key={token.id} data-token={token.id} className={cx(token.state !== "live" && "gone")}>
              <Facts token={token} />
              <div className="key-acts">
                {token.state === "live" && !doing.has(token.id) && (
                  <>
                    {(token.role === "agent" || token.role === "witness") && (
                      <Button small onClick={() => set(token.id, "limit")}>
                        Limit<span className="vh"> {token.name}</span>
                      </Button>
                    )}
                    {token.current ? (
                      <span className="dim small">that’s you</span>
                    ) : (
                      <Button small onClick={() => set(token.id, "revoke")}>
                        Revoke<span className="vh"> {token.name}</span>
                      </Button>
                    )}
                  </>
                )}
                {token.state !== "live" && <span className="dim">{token.state}</span>}
              </div>
              {doing.get(token.id) === "revoke" && <RevokeForm token={token} onClose={() => set(token.id, null)} />}
              {doing.get(token.id) === "limit" && (
                <LimitForm token={token} commands={commands} onClose={() => set(token.id, null)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Facts({ token }: { readonly token: Token }) {
  const { name, role, commands, facts, expiresAt, seenAt, seenFrom, browsers, holds } = token;
  return (
    <>
      <div className="key-name">
        <b>{name}</b>
        <small>
          {expiresAt === null ? (
            "without end"
          ) : (
            <>
              until <Time at={expiresAt} />
            </>
          )}
          {browsers > 0 && `, ${count(browsers, "browser", "browsers")}`}
          {holds.length > 0 && `, holds ${count(holds.length, "ticket", "tickets")}`}
        </small>
      </div>
      <div>
        <span className="role-badge" data-role={role}>
          {role}
        </span>
      </div>
      <div className="key-may">
        {role === "agent" &&
          (commands === null ? (
            "every command"
          ) : (
            <span>
              {commands.map((command) => (
                <code key={command}>{command}</code>
              ))}
            </span>
          ))}
        {role === "witness" && (
          <span>
            facts{" "}
            {(facts ?? []).map((fact) => (
              <code key={fact}>{fact}</code>
            ))}
          </span>
        )}
        {role === "member" && "acts as a person, along the workflow"}
        {role === "operator" && "acts as a person, and decides"}
        {role === "viewer" && "reads"}
      </div>
      <div>
        {seenAt === null ? (
          <span className="never">never used</span>
        ) : (
          <>
            used <Age since={seenAt} />
            {seenFrom !== null && <small>{seenFrom}</small>}
          </>
        )}
      </div>
    </>
  );
}
