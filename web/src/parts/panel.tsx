import { useId, type ReactNode } from "react";
import { cx } from "../lib/cx.ts";

export interface PanelProps {
  readonly title: ReactNode;
  /** Said at the right of the title. */
  readonly note?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Panel({ title, note, className, children }: PanelProps) {
  const id = useId();
  return (
    <section className={cx("panel padded", className)} aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <small>{note}</small>}
      </div>
      {children}
    </section>
  );
}
