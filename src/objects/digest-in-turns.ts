import { yieldToEventLoop } from "../lib/yield-to-event-loop.ts";

/** About 2 ms of a processor, so that other requests of the server wait for one piece at most. */
const PIECE_BYTES = 1024 ** 2;

/** Adds bytes to all of these digests, and lets other work run in between. Throws the signal's reason. */
export async function digestInTurns(
  bytes: Uint8Array,
  hashers: readonly Bun.CryptoHasher[],
  signal: AbortSignal | null,
): Promise<void> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
    if (at > 0) await yieldToEventLoop(signal);
    for (const hasher of hashers) hasher.update(bytes.subarray(at, at + PIECE_BYTES));
  }
}
