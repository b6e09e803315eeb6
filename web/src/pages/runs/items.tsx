import { Link } from "wouter";
import type { RunView } from "../../../../src/http/contract.ts";
import { showKey, ticketPath } from "../../lib/words.ts";
import { Lamp } from "../../parts/lamp.tsx";
import { Panel } from "../../parts/panel.tsx";

export function Items({ run }: { readonly run: RunView }) {
  return (
    <Panel title="Items" note={`${run.documentedItems} of ${run.totalItems} documented`}>
      {run.items.length === 0 && <p className="dim">No items yet. The agent names them when it gathers the goals.</p>}
      <ol className="run-items">
        {run.items.map((item) => {
          const current = item.number === run.currentItem;
          return (
            <li key={item.number} aria-current={current}>
              <span className="dim">{item.number}</span>
              <span title={item.title}>
                {item.title}
                {item.ticket !== null && (
                  <>
                    {" "}
                    <Link href={ticketPath(item.ticket)} className="ref num">
                      {showKey(item.ticket)}
                    </Link>
                  </>
                )}
              </span>
              <span className="dim">{item.type}</span>
              <Lamp
                state={item.documented ? "documented" : current ? "at work" : "to come"}
                indicator={item.documented ? "green check" : current ? "yellow pulse" : "gray dot"}
              />
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
