import { useLayoutEffect, useState } from "react";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The inner size of an element, as it is now and whenever it changes. */
export function useSize(element: { readonly current: HTMLElement | null }): Size {
  const [size, setSize] = useState<Size>({ width: 240, height: 700 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () =>
      setSize((before) =>
        before.width === current.clientWidth && before.height === current.clientHeight
          ? before
          : { width: current.clientWidth, height: current.clientHeight },
      );
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
