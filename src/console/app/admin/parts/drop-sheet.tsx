import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";

interface DropSheetProps {
  /** The id of the heading. */
  readonly labelledBy: string;
  /** Receives the first dropped file, and the form of the sheet. */
  readonly onFile: (file: File, form: HTMLFormElement | null) => void;
  readonly children: ComponentChildren;
}

/** A sheet on which a file can be dropped. */
export function DropSheet({ labelledBy, onFile, children }: DropSheetProps) {
  const isOver = useSignal(false);
  return (
    <section
      class={isOver.value ? "sheet drop-target" : "sheet"}
      aria-labelledby={labelledBy}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        const file = event.dataTransfer?.files[0];
        if (file !== undefined) onFile(file, event.currentTarget.querySelector("form"));
      }}
    >
      {children}
    </section>
  );
}
