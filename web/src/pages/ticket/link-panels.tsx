// What a ticket is linked to: its group with what waits for what, its children, and blockers outside the group.

import { Link } from "wouter";
import type { LinkedCard, TicketAnswer, Workflow } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { showKey, ticketPath } from "../../lib/words.ts";
import { Panel } from "../../parts/panel.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import styles from "./side.module.css";
import { layTree, type Branch } from "./tree.ts";

const ROW = 32;
const INDENT = 18;

export function LinkPanels({ ticket, workflow }: { readonly ticket: TicketAnswer; readonly workflow: Workflow }) {
  const { group, parent, children } = ticket;
  const grouped = new Set(group?.members.map((member) => member.key));
  const outside = (cards: readonly LinkedCard[]) => cards.filter((card) => !grouped.has(card.key));
  const blockedBy = outside(ticket.blockedBy);
  const blocks = outside(ticket.blocks);
  return (
    <>
      {group && group.members.length > 1 && (
        <Panel title={parent ? `Group ${showKey(parent.key)}` : "Group"} note={converged(ticket)}>
          <Tree cards={group.members} own={ticket.card.key} workflow={workflow} />
          {group.cycles.map((cycle) => (
            <p key={cycle.join()} className="danger small">
              {cycle.map(showKey).join(" waits for ")} waits for {showKey(cycle[0] ?? "")}: nobody can begin.
            </p>
          ))}
        </Panel>
      )}
      {children.length > 0 && (
        <Panel
          title="Children"
          note={`${children.filter((child) => child.closed).length} of ${children.length} closed`}
        >
          <Tree cards={children} own={ticket.card.key} workflow={workflow} />
        </Panel>
      )}
      {blockedBy.length > 0 && (
        <Panel title="Waits for">
          <Tree cards={blockedBy} own={ticket.card.key} workflow={workflow} />
        </Panel>
      )}
      {blocks.length > 0 && (
        <Panel title="Others wait for it">
          <Tree cards={blocks} own={ticket.card.key} workflow={workflow} />
        </Panel>
      )}
    </>
  );
}

function converged(ticket: TicketAnswer): string {
  const state = ticket.group?.converged;
  if (!state) return "";
  const ready = `${state.ready} of ${state.total} ready`;
  return state.ready === state.total ? `converged: ${ready}` : `not converged: ${ready}`;
}

/** A blocked ticket stands below the first that blocks it, one step in; lines run straight or at 45°. */
function Tree({
  cards,
  own,
  workflow,
}: {
  readonly cards: readonly LinkedCard[];
  readonly own: string;
  readonly workflow: Workflow;
}) {
  const branches = layTree(cards);
  return (
    <div className={styles.tree}>
      <svg width="100%" height={branches.length * ROW} aria-hidden="true">
        {branches.map((branch, index) => (
          <path
            key={branch.card.key}
            d={lineTo(branch, index, branches)}
            fill="none"
            stroke={branch.depth > 0 ? "var(--ink2)" : "var(--edge)"}
            strokeWidth={branch.depth > 0 ? 2.5 : 2}
          />
        ))}
      </svg>
      <ul>
        {branches.map(({ card, depth }) => (
          <li key={card.key} className={cx(card.key === own && styles.me)} style={{ paddingLeft: 18 + depth * INDENT }}>
            <span className={styles.treeMark}>
              <StateMark workflow={workflow} state={card.state} />
            </span>
            <Link href={ticketPath(card.key)} className="num">
              {showKey(card.key)}
            </Link>
            <span className={styles.treeTitle} title={card.title}>
              {card.title}
            </span>
            <span className="small dim">{noteOf(card, own)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function noteOf(card: LinkedCard, own: string): string {
  if (card.key === own) return "this";
  if (card.holder !== null) return card.holder;
  if (card.closed) return "closed";
  return card.blockedBy.length > 0 ? `waits for ${card.blockedBy.map(showKey).join(" ")}` : "";
}

function lineTo(branch: Branch, index: number, branches: readonly Branch[]): string {
  const middle = index * ROW + ROW / 2;
  if (branch.depth === 0) return `M2 ${index === 0 ? 0 : previousMiddle(index, branches)}V${middle - 8}l8 8h10`;
  const above = branches.findLastIndex((other, at) => at < index && other.depth === branch.depth - 1);
  const x = 28 + (branch.depth - 1) * INDENT;
  return `M${x} ${above * ROW + ROW / 2 + 8}V${middle - 10}l10 10h4`;
}

function previousMiddle(index: number, branches: readonly Branch[]): number {
  const above = branches.findLastIndex((other, at) => at < index && other.depth === 0);
  return Math.max(0, above * ROW + ROW / 2 - 8);
}
