import { signal } from "@preact/signals";

/** A short message at the bottom of the page, with something that can be done about it. */
export interface Notice {
  readonly text: string;
  readonly isBad: boolean;
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

const SHOWN_MS = 8_000;

export const notice = signal<Notice | null>(null);
let ending: ReturnType<typeof setTimeout> | undefined;

/** Shows a message for a few seconds. A newer one replaces it. */
export function notify(text: string, more: Partial<Notice> = {}): void {
  clearTimeout(ending);
  notice.value = { text, isBad: false, action: null, ...more };
  ending = setTimeout(dismissNotice, SHOWN_MS);
}

export function dismissNotice(): void {
  notice.value = null;
}
