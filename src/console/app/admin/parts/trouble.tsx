import type { Signal } from "@preact/signals";

/** What went wrong, read out by screen readers; nothing if nothing did. */
export function Trouble({ text }: { readonly text: Signal<string | null> }) {
  return text.value === null ? null : (
    <p class="trouble" role="alert">
      {text.value}
    </p>
  );
}
