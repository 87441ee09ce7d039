import type { Signal } from "@preact/signals";

/** A file on its way to the server, and the share of it that has arrived. */
export interface FileSent {
  readonly name: string;
  readonly share: number;
}

/** How far a file is; nothing without one. */
export function FileProgress({
  sent,
  text,
}: {
  readonly sent: Signal<FileSent | null>;
  readonly text: (name: string) => string;
}) {
  const { value } = sent;
  return value === null ? null : (
    <p role="status">
      {text(value.name)}
      <progress class="progress" aria-label={value.name} value={value.share} max={1} />
    </p>
  );
}
