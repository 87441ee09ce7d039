import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const PROPERTY = "--dock-height";

/** Tells the style sheet how high the player is, so that it covers no end of a page. Its panels open and close. */
export function useDockHeight(): RefObject<HTMLDivElement | null> {
  const dock = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = dock;
    if (current === null) return undefined;
    const { style } = document.documentElement;
    const measure = (): void => style.setProperty(PROPERTY, `${current.offsetHeight}px`);
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty(PROPERTY);
    };
  }, []);
  return dock;
}
