import type { ServiceDb, Writing } from "../db/service-db.ts";
import { rows, type Work } from "../db/work.ts";
import { type Clock, MINUTE_MS } from "../lib/clock.ts";
import { type AuditEvent, SERVER } from "./audit-event.ts";
import { appendEvents, type TimedEvent, waitingOf } from "./append-store.ts";
import { type SqlChange, puttingWith } from "./waiting-store.ts";

/** The same opening is noted again only after this time: players open a file in many ranges, and clients poll. */
const OPENED_AGAIN_AFTER_MS = 10 * MINUTE_MS;
/** Openings that are remembered for that. A forgotten one costs another line. */
const REMEMBERED_MAX = 10_000;
/** Noted events that wait for `write`. Further ones are counted, and the count is recorded. */
const WAITING_MAX = 10_000;
/** Noted events in one transaction, which takes about two milliseconds. */
const BATCH = 100;

/**
 * Records who did what. `record` and `recordIn` are for changes: the event is stored when they return, or with the
 * transaction. `note` and `noteOpening` are for what is frequent and changes nothing: they only remember the event, and `write`
 * stores it within a second.
 */
export class AuditTrail {
  readonly #db: ServiceDb;
  readonly #clock: Clock;
  readonly #openedAt = new Map<string, number>();
  #waiting: TimedEvent[] = [];
  #lost = 0;
  #writing: Promise<boolean> | null = null;

  constructor({ db, clock }: { readonly db: ServiceDb; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Stores an event in its own transaction. */
  async record(event: AuditEvent): Promise<void> {
    await this.#db.write((tx) => this.recordIn(tx, event));
  }

  /** Stores an event together with a change of one statement. On PostgreSQL they are one statement. */
  async recordWith(change: SqlChange, event: AuditEvent): Promise<void> {
    const timed = { event, at: this.#clock.now() };
    if (this.#db.engine === "postgres") {
      const { text, parameters } = puttingWith(change, [waitingOf(timed)]);
      await this.#db.change(text, parameters);
      return;
    }
    await this.#db.write(function* (tx) {
      yield* rows(tx, change.text, ...change.parameters);
      yield* appendEvents(tx, [timed]);
    });
  }

  /** Stores events together with what they describe. */
  *recordIn(tx: Writing, ...events: readonly AuditEvent[]): Work<void> {
    const at = this.#clock.now();
    yield* appendEvents(
      tx,
      events.map((event) => ({ event, at })),
    );
  }

  /** Remembers an event for `write`. */
  note(event: AuditEvent): void {
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push({ event, at: this.#clock.now() });
    else this.#lost += 1;
  }

  /** Like `note`, unless the same actor did the same to the same object in the last ten minutes. */
  noteOpening(event: AuditEvent): void {
    if (!this.#isKnown(event, this.#clock.now())) this.note(event);
  }

  /**
   * Stores a batch of noted events. Returns whether more are waiting. If it fails, they are kept. A crash loses the events of
   * the last second. A call while another one runs waits for that one, so that no batch is stored twice.
   */
  write(): Promise<boolean> {
    this.#writing ??= this.#writeBatch().finally(() => (this.#writing = null));
    return this.#writing;
  }

  async #writeBatch(): Promise<boolean> {
    if (this.#waiting.length === 0 && this.#lost === 0) return false;
    const batch = this.#waiting.slice(0, BATCH);
    const lost = this.#lost;
    const gap: AuditEvent = { actor: SERVER, action: "audit.gap", objects: { count: lost } };
    const gaps = lost === 0 ? [] : [{ event: gap, at: this.#clock.now() }];
    await this.#db.write((tx) => appendEvents(tx, [...batch, ...gaps]));
    this.#waiting = this.#waiting.slice(batch.length);
    this.#lost -= lost;
    return this.#waiting.length > 0;
  }

  #isKnown({ actor, action, objects, outcome }: AuditEvent, at: number): boolean {
    const same = JSON.stringify([actor, action, objects, outcome]);
    const before = this.#openedAt.get(same);
    // After the clock was set back, the time of the last one says nothing.
    if (before !== undefined && at >= before && at - before < OPENED_AGAIN_AFTER_MS) return true;
    this.#openedAt.delete(same);
    this.#openedAt.set(same, at);
    const [oldest] = this.#openedAt.keys();
    if (this.#openedAt.size > REMEMBERED_MAX && oldest !== undefined) this.#openedAt.delete(oldest);
    return false;
  }
}
