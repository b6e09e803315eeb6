// The place of a section: what a dragged card is dropped on. Legal ones get a frame and the verb; the rest dim.

import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect, useRef, type ReactNode } from "react";
import { cx } from "../../lib/cx.ts";
import styles from "./column.module.css";
import { lookOf, useDrag } from "./drag.ts";

export interface SectionFrameProps {
  readonly state: string | null;
  readonly label: string;
  readonly top: number;
  readonly height: number;
  readonly children: ReactNode;
}

export function SectionFrame({ state, label, top, height, children }: SectionFrameProps) {
  const element = useRef<HTMLElement>(null);
  const look = lookOf(useDrag(), state);
  useEffect(() => {
    if (!element.current) return;
    return dropTargetForElements({ element: element.current, getData: () => ({ state }) });
  }, [state]);
  return (
    <section
      ref={element}
      className={cx(
        styles.section,
        look.is === "legal" && styles.legal,
        look.is === "legal" && look.over && styles.over,
        look.is === "illegal" && styles.dimmed,
        look.is === "illegal" && look.over && styles.refusing,
        look.is === "waiting" && styles.dimmed,
        look.is === "source" && styles.source,
      )}
      aria-label={label}
      data-state={state ?? ""}
      data-drop={look.is === "legal" || look.is === "illegal" ? look.is : undefined}
      data-over={("over" in look && look.over) || undefined}
      style={{ top, height }}
    >
      {look.is === "legal" && <span className={styles.verb}>{look.label}</span>}
      {children}
    </section>
  );
}
