import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** The name of the thing that the page shows, for its title; null while it is unknown, and for pages of no single thing. */
export const pageName = signal<string | null>(null);

/** Names the page for as long as it is shown. */
export function usePageName(name: string | null): void {
  useEffect(() => {
    pageName.value = name;
    return () => void (pageName.value = null);
  }, [name]);
}
