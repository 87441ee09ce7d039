import { useSignal } from "@preact/signals";
import { a } from "../lib/admin-texts.ts";

interface ConfirmButtonProps {
  readonly label: string;
  /** What is asked before it is done. */
  readonly question: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
}

/** A button that asks before it does something that cannot be taken back. */
export function ConfirmButton({ label, question, isBusy, onConfirm }: ConfirmButtonProps) {
  const isAsking = useSignal(false);
  if (!isAsking.value) {
    return (
      // Not disabled while it is done: a disabled button loses the focus.
      <button
        type="button"
        class="button quiet"
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) isAsking.value = true;
        }}
      >
        {label}
      </button>
    );
  }
  return (
    <span
      class="confirm"
      role="group"
      aria-label={question}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        isAsking.value = false;
      }}
    >
      <span>{question}</span>
      <button
        type="button"
        class="button danger"
        onClick={() => {
          isAsking.value = false;
          onConfirm();
        }}
      >
        {label}
      </button>
      <button type="button" class="button quiet" onClick={() => (isAsking.value = false)}>
        {a("confirm.no")}
      </button>
    </span>
  );
}
