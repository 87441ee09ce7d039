import { messageOf } from "../../lib/assert.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { ScheduledBackups } from "./scheduled.ts";

/** Backups that administrators ask for, one at a time. They are made like the scheduled ones, and count as such. */
export class RequestedBackups {
  readonly #backups: ScheduledBackups;
  readonly #clock: Clock;
  readonly #log: Log;
  #running: { readonly since: number; readonly stopping: AbortController; readonly ended: Promise<void> } | null = null;
  #failure: string | null = null;

  constructor(backups: ScheduledBackups, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#backups = backups;
    this.#clock = clock;
    this.#log = log;
  }

  /** When the backup in progress has started, and why the last one failed. */
  state(): { readonly since: number | null; readonly failure: string | null } {
    return { since: this.#running?.since ?? null, failure: this.#failure };
  }

  /** Starts a backup. Returns false while one is in progress. */
  start(): boolean {
    if (this.#running !== null) return false;
    const stopping = new AbortController();
    this.#failure = null;
    const ended = this.#backups.run(stopping.signal).then(
      () => undefined,
      (error: unknown) => {
        this.#failure = messageOf(error);
        if (!stopping.signal.aborted) this.#log.error({ reason: this.#failure }, "a requested backup failed");
      },
    );
    this.#running = { since: this.#clock.now(), stopping, ended };
    void ended.finally(() => {
      this.#running = null;
    });
    return true;
  }

  /** Ends a backup in progress and waits for its end. */
  async stop(): Promise<void> {
    this.#running?.stopping.abort(new Error("The server stops."));
    await this.#running?.ended;
  }
}
