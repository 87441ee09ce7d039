import { type Clock, SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import {
  type LinkHeaders,
  type ObjectContent,
  type ObjectStore,
  ObjectStoreFailed,
  type StoredObject,
} from "./object-store.ts";

/** While the store fails, one request in this time is tried, and a duty checks it. */
export const CHECK_EVERY_MS = 5 * SECOND_MS;

interface Outage {
  readonly cause: ObjectStoreFailed;
  readonly since: number;
  /** Time of the last attempt. */
  readonly triedAt: number;
}

/**
 * A store that remembers whether it answers. While it does not, calls fail at once, so that no request waits for a time limit, except
 * one in five seconds. Only changes are logged.
 */
export class ObjectWatch implements ObjectStore {
  readonly name: string;
  readonly #store: ObjectStore;
  readonly #clock: Clock;
  readonly #log: Log;
  #outage: Outage | null = null;
  #checking: Promise<void> | null = null;

  constructor(store: ObjectStore, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.name = store.name;
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  /** Why and since when the store does not answer; null if it does. `since` is in milliseconds since the epoch. */
  outage(): { readonly cause: ObjectStoreFailed; readonly since: number } | null {
    return this.#outage;
  }

  async check(signal: AbortSignal | null): Promise<void> {
    try {
      await this.#store.check(signal);
      this.#answers();
    } catch (error) {
      if (error instanceof ObjectStoreFailed) this.#fail(error);
      throw error;
    }
  }

  async put(key: string, path: string, content: ObjectContent, signal: AbortSignal | null): Promise<void> {
    await this.#through(() => this.#store.put(key, path, content, signal));
  }

  async find(key: string, signal: AbortSignal | null): Promise<StoredObject | null> {
    return await this.#through(() => this.#store.find(key, signal));
  }

  async read(key: string, first: number, last: number, signal: AbortSignal | null): Promise<Uint8Array> {
    return await this.#through(() => this.#store.read(key, first, last, signal));
  }

  /** Throws while the store is known not to answer, so that no client is sent to it. */
  async linkTo(key: string, headers: LinkHeaders, seconds: number): Promise<string> {
    if (this.#outage !== null) throw this.#outage.cause;
    return await this.#store.linkTo(key, headers, seconds);
  }

  async remove(key: string): Promise<void> {
    await this.#through(() => this.#store.remove(key));
  }

  async *list(prefix: string, signal: AbortSignal | null): AsyncGenerator<readonly StoredObject[]> {
    try {
      yield* this.#store.list(prefix, signal);
    } catch (error) {
      await this.#note(error);
      throw error;
    }
  }

  async abortUploads(time: number): Promise<number> {
    return await this.#through(() => this.#store.abortUploads(time));
  }

  async #through<Result>(work: () => Promise<Result>): Promise<Result> {
    const outage = this.#outage;
    if (outage !== null && Math.abs(this.#clock.now() - outage.triedAt) < CHECK_EVERY_MS) throw outage.cause;
    if (outage !== null) this.#outage = { ...outage, triedAt: this.#clock.now() };
    return await this.#noting(work);
  }

  async #noting<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      this.#answers();
      return result;
    } catch (error) {
      await this.#note(error);
      throw error;
    }
  }

  /** No answer is an outage. Any other failure can concern one object, for example an archived one, so a check decides. */
  async #note(thrown: unknown): Promise<void> {
    if (!(thrown instanceof ObjectStoreFailed)) return;
    if (thrown.failure === "unreachable" || thrown.failure === "untrusted") return this.#fail(thrown);
    // The check notes its own failure.
    this.#checking ??= this.check(null)
      .catch(() => undefined)
      .finally(() => (this.#checking = null));
    await this.#checking;
  }

  #answers(): void {
    if (this.#outage !== null) this.#log.info({ store: this.name }, "the store of media answers again");
    this.#outage = null;
  }

  #fail(cause: ObjectStoreFailed): void {
    const now = this.#clock.now();
    if (this.#outage === null) {
      const sentence = "the store of media cannot be used; media answer 503 until it can, and searches continue";
      this.#log.error({ store: this.name, reason: cause.message }, sentence);
    }
    this.#outage = { cause, since: this.#outage?.since ?? now, triedAt: now };
  }
}
