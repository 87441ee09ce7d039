import type { Timer } from "../lib/timer.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { KeyedSlots } from "../lib/keyed-slots.ts";
import { type Refusal, Refused, refusal } from "../lib/refusal.ts";
import type { RequestContexts } from "./request-contexts.ts";

export interface BodyLimits {
  /** A client that sends nothing for this long is given up. */
  readonly silenceMs: number;
  /** From the first byte to the last. */
  readonly wholeMs: number;
  /** Bodies that are read at once. Each may hold as much memory as its endpoint reads. */
  readonly inAllMax: number;
  readonly perKeyMax: number;
}

/** Bodies of JSON have some kilobytes, and come with their head. */
export const BODY_LIMITS: BodyLimits = {
  silenceMs: 30 * SECOND_MS,
  wholeMs: 60 * SECOND_MS,
  inAllMax: 512,
  perKeyMax: 64,
};
const BUSY_RETRY_SECONDS = 2;

export interface BodyRead {
  readonly maxBytes: number;
  /** The key that the request has proved. */
  readonly keyId: string;
}

/** Reads the bodies of requests into memory, within limits of size, time and number. */
export class BodyReader {
  readonly #timer: Timer;
  readonly #contexts: RequestContexts;
  readonly #limits: BodyLimits;
  readonly #slots: KeyedSlots;

  constructor(timer: Timer, contexts: RequestContexts, limits = BODY_LIMITS) {
    this.#timer = timer;
    this.#contexts = contexts;
    this.#limits = limits;
    this.#slots = new KeyedSlots({ inAllMax: limits.inAllMax, perOwnerMax: limits.perKeyMax });
  }

  /**
   * The whole body. Throws Refused: 413 for a longer one, by its declared length or as soon as more has come; 429 while
   * too many are read; 408 for one that comes too slowly; 400 for one that is cut off.
   */
  async read(request: Request, { maxBytes, keyId }: BodyRead): Promise<Uint8Array> {
    if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge(maxBytes);
    if (request.body === null) return new Uint8Array();
    const giveBack = this.#slots.take(keyId);
    if (giveBack === null) throw tooMany(this.#limits.perKeyMax);
    try {
      const bytes = await this.#collect(request.body as ReadableStream<Uint8Array>, maxBytes);
      this.#contexts.of(request).isBodyRead = true;
      return bytes;
    } finally {
      giveBack();
    }
  }

  async #collect(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const reader = body.getReader();
    const watch = this.#watch(() => void reader.cancel().catch(() => undefined));
    try {
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        watch.hasCome();
        length += chunk.value.byteLength;
        if (length > maxBytes) throw tooLarge(maxBytes);
        chunks.push(chunk.value);
      }
    } catch (error) {
      await reader.cancel().catch(() => undefined);
      if (error instanceof Refused) throw error;
      throw closing(refusal("malformed_json", { detail: "The body ended before all of it had come." }));
    } finally {
      watch.stop();
    }
    // A read that was called off looks like the end of the body.
    if (watch.isLate()) throw closing(refusal("body_too_slow"));
    return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
  }

  /** Calls `giveUp` once when the body comes too slowly. */
  #watch(giveUp: () => void) {
    const { silenceMs, wholeMs } = this.#limits;
    let isLate = false;
    const fire = (): void => {
      if (isLate) return;
      isLate = true;
      giveUp();
    };
    const endWhole = this.#timer.after(wholeMs, fire);
    let endSilence = this.#timer.after(silenceMs, fire);
    return {
      hasCome: () => {
        endSilence();
        endSilence = this.#timer.after(silenceMs, fire);
      },
      stop: () => {
        endWhole();
        endSilence();
      },
      isLate: () => isLate,
    };
  }
}

function tooLarge(maxBytes: number): Refused {
  const detail = `The request body is larger than the ${maxBytes} bytes that this endpoint reads.`;
  return closing(refusal("body_too_large", { detail, meta: { limit_bytes: maxBytes } }));
}

function tooMany(limit: number): Refused {
  return closing(refusal("bodies_busy", { meta: { limit } }), { "retry-after": String(BUSY_RETRY_SECONDS) });
}

/** The rest of the body is not read, so the connection cannot be used again. */
function closing(one: Refusal, headers: Readonly<Record<string, string>> = {}): Refused {
  return new Refused([one], { ...headers, connection: "close" });
}
