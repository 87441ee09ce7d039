import type { Timer } from "../lib/timer.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { KeyedSlots } from "../lib/keyed-slots.ts";
import { type Refusal, Refused, refusal } from "../lib/refusal.ts";
import type { RequestContexts } from "./request-contexts.ts";

export interface BodyLimits {
  /** Longest time between two chunks. */
  readonly silenceMs: number;
  /** Longest time for the complete body. */
  readonly totalMs: number;
  /** Bodies that are read at the same time. Each can take as much memory as its endpoint allows. */
  readonly totalMax: number;
  readonly perKeyMax: number;
}

/** JSON bodies have a few kilobytes, and clients send them together with the head. */
export const BODY_LIMITS: BodyLimits = {
  silenceMs: 30 * SECOND_MS,
  totalMs: 60 * SECOND_MS,
  totalMax: 512,
  perKeyMax: 64,
};
const BUSY_RETRY_SECONDS = 2;

export interface BodyRead {
  readonly maxBytes: number;
  /** The authenticated key of the request. */
  readonly keyId: string;
}

/** Reads request bodies into memory, with limits on size, time and number. */
export class BodyReader {
  readonly #timer: Timer;
  readonly #contexts: RequestContexts;
  readonly #limits: BodyLimits;
  readonly #slots: KeyedSlots;

  constructor(timer: Timer, contexts: RequestContexts, limits = BODY_LIMITS) {
    this.#timer = timer;
    this.#contexts = contexts;
    this.#limits = limits;
    this.#slots = new KeyedSlots({ totalMax: limits.totalMax, perOwnerMax: limits.perKeyMax });
  }

  /**
   * Returns the complete body. Throws Refused: 413 if it is too long, by its declared length or as soon as it exceeds the
   * limit; 429 while too many bodies are read; 408 if it arrives too slowly; 400 if it is incomplete.
   */
  async read(request: Request, { maxBytes, keyId }: BodyRead): Promise<Uint8Array> {
    return await this.use(request, { maxBytes, keyId }, (bytes) => bytes);
  }

  /** Like `read`, and counts the body as read until `work` with it has ended, because that needs memory, too. */
  async use<Result>(
    request: Request,
    { maxBytes, keyId }: BodyRead,
    work: (bytes: Uint8Array) => Result | Promise<Result>,
  ): Promise<Result> {
    if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge(maxBytes);
    if (request.body === null) return await work(new Uint8Array());
    const release = this.#slots.take(keyId);
    if (release === null) throw tooMany(this.#limits.perKeyMax);
    try {
      const bytes = await this.#collect(request.body as ReadableStream<Uint8Array>, maxBytes);
      this.#contexts.of(request).isBodyRead = true;
      return await work(bytes);
    } finally {
      release();
    }
  }

  async #collect(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const reader = body.getReader();
    const watch = this.#watch(() => void reader.cancel().catch(() => undefined));
    try {
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        watch.restart();
        length += chunk.value.byteLength;
        if (length > maxBytes) throw tooLarge(maxBytes);
        chunks.push(chunk.value);
      }
    } catch (error) {
      await reader.cancel().catch(() => undefined);
      if (error instanceof Refused) throw error;
      throw closing(refusal("malformed_json", { detail: "The body ended before it was complete." }));
    } finally {
      watch.stop();
    }
    // A cancelled read looks like the end of the body.
    if (watch.isLate()) throw closing(refusal("body_too_slow"));
    return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
  }

  /** Calls `cancel` once if the body arrives too slowly. `restart` begins a new silence. */
  #watch(cancel: () => void) {
    const { silenceMs, totalMs } = this.#limits;
    let isLate = false;
    const fire = (): void => {
      if (isLate) return;
      isLate = true;
      cancel();
    };
    const cancelTotal = this.#timer.after(totalMs, fire);
    let cancelSilence = this.#timer.after(silenceMs, fire);
    return {
      restart: () => {
        cancelSilence();
        cancelSilence = this.#timer.after(silenceMs, fire);
      },
      stop: () => {
        cancelTotal();
        cancelSilence();
      },
      isLate: () => isLate,
    };
  }
}

function tooLarge(maxBytes: number): Refused {
  const detail = `The request body is larger than ${maxBytes} bytes, the limit of this endpoint.`;
  return closing(refusal("body_too_large", { detail, meta: { limit_bytes: maxBytes } }));
}

function tooMany(limit: number): Refused {
  return closing(refusal("bodies_busy", { meta: { limit } }), { "retry-after": String(BUSY_RETRY_SECONDS) });
}

/** Closes the connection too: the rest of the body is not read, so the connection cannot be reused. */
function closing(one: Refusal, headers: Readonly<Record<string, string>> = {}): Refused {
  return new Refused([one], { ...headers, connection: "close" });
}
