import { type Signal, signal } from "@preact/signals";
import { messageOf } from "../../lib/client.ts";

type Work = () => Promise<void>;

export interface Act {
  readonly isBusy: Signal<boolean>;
  readonly trouble: Signal<string | null>;
  /** Runs something that can fail, and shows why. Does nothing while something runs: a second click changes nothing. */
  run(work: Work): void;
  /** The same for something that only reads. While something runs, it waits; the latest one replaces those that wait. */
  read(work: Work): void;
}

/** An act without a component: see useAct. */
export function newAct(): Act {
  const isBusy = signal(false);
  const trouble = signal<string | null>(null);
  let next: Work | null = null;
  const start = (work: Work, isRead: boolean): void => {
    isBusy.value = true;
    trouble.value = null;
    follow(work, isRead);
  };
  const follow = (work: Work, isRead: boolean): void => {
    work()
      .catch((error: unknown) => (trouble.value = messageOf(error)))
      .finally(() => {
        const waiting = next;
        next = null;
        if (waiting === null) isBusy.value = false;
        // Why a change failed stays; a newer read replaces a former one.
        else if (isRead) start(waiting, true);
        else follow(waiting, true);
      });
  };
  return {
    isBusy,
    trouble,
    run: (work) => {
      if (!isBusy.peek()) start(work, false);
    },
    read: (work) => {
      if (isBusy.peek()) next = work;
      else start(work, true);
    },
  };
}
