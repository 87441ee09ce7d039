import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Keeps the link of the shown page in view, in a list that scrolls sideways in a narrow window. */
export function useCurrentLink<Container extends HTMLElement>(page: string | null): RefObject<Container | null> {
  const list = useRef<Container>(null);
  const shown = useRef("");
  useEffect(() => {
    const { current } = list;
    const link = current?.querySelector<HTMLElement>("[aria-current=page]");
    // In another language, the links have other widths.
    const now = `${page} ${current?.textContent ?? ""}`;
    if (now === shown.current) return;
    shown.current = now;
    if (current && link) current.scrollLeft = link.offsetLeft - (current.clientWidth - link.offsetWidth) / 2;
  });
  return list;
}
