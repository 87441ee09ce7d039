import { type Signal, useSignal } from "@preact/signals";
import { messageOf } from "../../lib/client.ts";

export interface Act {
  readonly isBusy: Signal<boolean>;
  readonly trouble: Signal<string | null>;
  /** Runs something that can fail, and shows why. Does nothing while it already runs. */
  run(work: () => Promise<void>): void;
}

/** The state of a button that changes something on the server. */
export function useAct(): Act {
  const isBusy = useSignal(false);
  const trouble = useSignal<string | null>(null);
  return {
    isBusy,
    trouble,
    run: (work) => {
      if (isBusy.peek()) return;
      isBusy.value = true;
      trouble.value = null;
      work()
        .catch((error: unknown) => (trouble.value = messageOf(error)))
        .finally(() => (isBusy.value = false));
    },
  };
}
