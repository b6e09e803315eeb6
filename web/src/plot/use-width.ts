import { useCallback, useState } from "react";

/** The width of an element, as it changes: drawings are laid out for the room that they have, not stretched into it. */
export function useWidth(): [(element: HTMLElement | null) => void | (() => void), number | null] {
  const [width, setWidth] = useState<number | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
