import { Link } from "wouter";
import type { ItemTicketView, RunItemView, RunPage } from "../../../../src/http/contract.ts";
import { showKey, ticketPath } from "../../lib/words.ts";
import { Icon } from "../../parts/icon.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import { Panel } from "../../parts/panel.tsx";
import { runHref } from "./address.ts";

export function Items({ run }: { readonly run: RunPage }) {
  return (
    <Panel title="Items" note={`${run.documentedItems} of ${run.totalItems} documented`}>
      {run.items.length === 0 && <p className="dim">No items yet. The agent names them when it gathers the goals.</p>}
      <ol className="run-items">
        {run.items.map((item) => {
          const current = item.number === run.currentItem;
          return (
            <li key={item.number} aria-current={current}>
              <span className="dim">{item.number}</span>
              <span title={item.title}>{item.title}</span>
              <span className="dim">{item.type}</span>
              <Lamp
                state={item.documented ? "documented" : current ? "at work" : "to come"}
                indicator={item.documented ? "green check" : current ? "yellow pulse" : "gray dot"}
              />
              {item.ticket !== null && <ItemTicket run={run} item={item} ticket={item.ticket} />}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

/** The item's ticket: how it stands, what is due on it at this step, and what keeps it. */
function ItemTicket({
  run,
  item,
  ticket,
}: {
  readonly run: RunPage;
  readonly item: RunItemView;
  readonly ticket: string;
}) {
  const now = item.ticketNow;
  const due = run.handoffs.filter((handoff) => handoff.item === item.number);
  return (
    <div className="run-item-ticket">
      <p>
        <Link href={ticketPath(ticket)} className="ref num">
          {showKey(ticket)}
        </Link>{" "}
        {now && standing(now)}
      </p>
      {due.map(({ command, intent, to, when }, index) => (
        <p key={`${command} ${to}`}>
          <Icon name="to" small /> {index === 0 ? "Due" : "or"}{" "}
          {when === "before" ? "before this step" : "at the end of this step"}:{" "}
          <b>
            {command} {intent ?? ""}
          </b>{" "}
          to {to}
        </p>
      ))}
      {now?.note != null && (
        <p className="run-item-note">
          <Icon name="warning" small /> {now.note}
        </p>
      )}
      {now?.otherRuns.map((other) => (
        <p key={runHref(other)} className="run-item-note">
          <Icon name="warning" small /> Also item {other.item} of{" "}
          <Link href={runHref(other)} className="ref">
            {other.session}
          </Link>
        </p>
      ))}
    </div>
  );
}

function standing({ title, state, holder }: ItemTicketView): string {
  if (title === null) return "is not on the board";
  return `${state ?? "no state"}${holder === null ? "" : `, held by ${holder}`}`;
}
