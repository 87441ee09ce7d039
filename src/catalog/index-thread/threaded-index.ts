import type { SongDocument } from "../../../schema/song.ts";
import { startOwnThread } from "../../native/own-thread.ts";
import { type IndexAnswer, PACK } from "./messages.ts";

/** Songs that wait for the thread, in characters of JSON. `add` waits while there are more. */
const WAITING_CHARS_MAX = 16_000_000;

/**
 * Builds a search index in a thread of its own, so that an import uses a second core. Songs are passed as JSON: a structured
 * clone takes twice as long. `close` must be called in any case.
 */
export class ThreadedIndex {
  readonly #thread: Worker;
  readonly #signal: AbortSignal | null;
  readonly #onAbort = (): void => this.#wake?.();
  #waitingChars = 0;
  #failure: Error | null = null;
  #chunks: readonly Uint8Array[] | null = null;
  /** Continues a call that waits for the thread. */
  #wake: (() => void) | null = null;

  /** An aborted signal ends waiting: the call throws its reason. */
  constructor(signal: AbortSignal | null) {
    this.#signal = signal;
    signal?.addEventListener("abort", this.#onAbort);
    this.#thread = startOwnThread("catalog/index-thread/thread.ts");
    this.#thread.addEventListener("message", ({ data }: MessageEvent<IndexAnswer>) => this.#receive(data));
    this.#thread.addEventListener("error", ({ message }) => this.#receive({ kind: "failed", message }));
  }

  /** Adds songs that the index does not have yet. Returns when few enough songs wait. */
  async add(songs: readonly SongDocument[]): Promise<void> {
    if (songs.length === 0) return;
    const json = JSON.stringify(songs);
    this.#waitingChars += json.length;
    this.#thread.postMessage(json, []);
    while (this.#waitingChars > WAITING_CHARS_MAX) await this.#nextAnswer();
  }

  /** Starts packing. No songs can be added afterwards. */
  pack(): void {
    this.#thread.postMessage(PACK, []);
  }

  /** Returns the file's bytes in consecutive chunks, after `pack`. */
  async chunks(): Promise<readonly Uint8Array[]> {
    while (this.#chunks === null) await this.#nextAnswer();
    return this.#chunks;
  }

  /** Ends the thread and frees its memory. */
  close(): void {
    this.#signal?.removeEventListener("abort", this.#onAbort);
    this.#thread.terminate();
  }

  #receive(answer: IndexAnswer): void {
    switch (answer.kind) {
      case "added":
        this.#waitingChars -= answer.chars;
        break;
      case "packed":
        this.#chunks = answer.chunks;
        break;
      case "failed":
        this.#failure = new Error(`The search index could not be built: ${answer.message}`);
        break;
    }
    this.#wake?.();
  }

  async #nextAnswer(): Promise<void> {
    this.#signal?.throwIfAborted();
    if (this.#failure === null) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#signal?.throwIfAborted();
    if (this.#failure !== null) throw this.#failure;
  }
}
