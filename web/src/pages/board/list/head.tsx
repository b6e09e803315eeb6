import { Icon } from "../../../parts/icon.tsx";
import { COLUMNS, isSort, type Order, type Sort } from "./sort.ts";
import styles from "./list.module.css";

interface OrderProps {
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

/** A click sorts by a column, and a second one the other way round. */
export function Head({ order, onOrder }: OrderProps) {
  return (
    <thead>
      <tr>
        {COLUMNS.map(({ sort, name }) => {
          const by = order.by === sort;
          return (
            <th key={sort} scope="col" data-column={sort} aria-sort={by ? sortWord(order) : "none"}>
              <button type="button" onClick={() => onOrder(by ? { by: sort, down: !order.down } : firstOf(sort))}>
                {name}
                {by && <Icon name={order.down ? "down" : "up"} small />}
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Where there is no room for a head. */
export function PhoneOrder({ order, onOrder }: OrderProps) {
  return (
    <div className={styles.phoneOrder}>
      <select
        aria-label="Sort by"
        value={order.by}
        onChange={({ target }) => isSort(target.value) && onOrder(firstOf(target.value))}
      >
        {COLUMNS.map(({ sort, name }) => (
          <option key={sort} value={sort}>
            Sort by: {name.toLowerCase()}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="chip"
        aria-label={order.down ? "Sorted downwards" : "Sorted upwards"}
        onClick={() => onOrder({ ...order, down: !order.down })}
      >
        <Icon name={order.down ? "down" : "up"} />
      </button>
    </div>
  );
}

/** Of ages the longest is what somebody looks for. */
function firstOf(by: Sort): Order {
  return { by, down: by === "age" };
}

function sortWord({ down }: Order): "ascending" | "descending" {
  return down ? "descending" : "ascending";
}
