// What the list is of: the tickets that the board has, and of a state in which they are closed all that there are.

import { useMemo } from "react";
import type { BoardAnswer, Card } from "../../../../../src/http/contract.ts";
import { useTicketsIn } from "../../../api/queries.ts";
import { filterCards, filterCount, type Filters } from "../filters.ts";
import { List, type ListProps } from "./list.tsx";

export interface ListViewProps extends Pick<ListProps, "isOld" | "phone" | "onOpen" | "onMove"> {
  readonly board: BoardAnswer;
  readonly cards: readonly Card[];
  readonly filters: Filters;
}

export function ListView({ board, cards, filters, ...rest }: ListViewProps) {
  const { state, text } = filters;
  const end = state !== null && board.workflow.states[state]?.terminal === true ? state : null;
  const closed = useTicketsIn(end);
  const all = useMemo(() => new Map(board.cards.map((card) => [card.key, card])), [board.cards]);
  const filtered = JSON.stringify(filters);
  const shown = useMemo(() => {
    // Closed ones are asked for by their state, or by words.
    const own = end !== null || text !== "" ? cards : cards.filter((card) => !card.closed);
    const known = new Set(own.map(({ key }) => key));
    const others = (closed.data?.pages ?? [])
      .flatMap((page) => page.tickets)
      .filter(({ key }) => !known.has(key) && !all.has(key));
    return [...own, ...filterCards(others, filters)];
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `filtered` are the filters
  }, [cards, closed.data, all, end, text, filtered]);
  // With further conditions nobody knows how many of the others fit.
  const only = filterCount(filters) === 1;
  const total = board.closedCounts.find((entry) => entry.state === end)?.count ?? 0;
  const more =
    end !== null && closed.hasNextPage && total > shown.length
      ? {
          count: only ? total - shown.length : null,
          load: () => void closed.fetchNextPage(),
          loading: closed.isFetching,
        }
      : null;
  return <List cards={shown} all={all} workflow={board.workflow} filtered={filtered} more={more} {...rest} />;
}
