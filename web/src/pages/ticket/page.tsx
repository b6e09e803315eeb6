// A ticket by its address: everything about it, and what a person can do.

import { Link, useLocation, useParams } from "wouter";
import type { BoardAnswer } from "../../../../src/http/contract.ts";
import { useBoard, useTicket } from "../../api/queries.ts";
import { useKeys } from "../../lib/keys.ts";
import { useTitle } from "../../lib/title.ts";
import { showKey, ticketPath, unescapeName } from "../../lib/words.ts";
import { Answered } from "../../parts/answers.tsx";
import { Icon } from "../../parts/icon.tsx";
import { makeSections } from "../board/sections.ts";
import styles from "./page.module.css";
import { TicketView } from "./view.tsx";

export function TicketPage() {
  const key = unescapeName(useParams<{ key: string }>().key);
  const board = useBoard();
  const ticket = useTicket(key);
  const [, navigate] = useLocation();
  useTitle(ticket.data ? `${showKey(key)} ${ticket.data.card.title}` : showKey(key));
  const go = (step: number) => {
    const next = board.data && neighbour(board.data, key, step);
    if (next !== undefined) navigate(ticketPath(next));
  };
  useKeys({ j: () => go(1), k: () => go(-1), Escape: () => navigate("/") });
  const parent = ticket.data?.parent;
  return (
    <div className={styles.page}>
      <nav className={styles.crumbs} aria-label="Where this is">
        <Link href="/">Board</Link>
        <Icon name="right" small />
        {parent && (
          <>
            <Link href={ticketPath(parent.key)} className={styles.crumb}>
              {showKey(parent.key)} {parent.title}
            </Link>
            <Icon name="right" small />
          </>
        )}
        <span>{showKey(key)}</span>
        <span className={styles.hints} aria-hidden="true">
          next <kbd>j</kbd> previous <kbd>k</kbd> board <kbd>esc</kbd>
        </span>
      </nav>
      {board.data ? (
        <Answered query={ticket} what={showKey(key)} rows={5}>
          {(answer) => (
            <TicketView
              key={key}
              ticket={answer}
              workflow={board.data.workflow}
              layout="page"
              onLookAgain={() => void ticket.refetch({ cancelRefetch: false })}
            />
          )}
        </Answered>
      ) : (
        <Answered query={board} what="The board" rows={5}>
          {() => null}
        </Answered>
      )}
    </div>
  );
}

/** The one before or after it in the same section of the board. */
function neighbour(board: BoardAnswer, key: string, step: number): string | undefined {
  const sections = makeSections(board, board.cards, false);
  const own = [...sections.values()].find((section) => section.cards.some((card) => card.key === key));
  const index = own?.cards.findIndex((card) => card.key === key) ?? -1;
  return own?.cards[index + step]?.key;
}
