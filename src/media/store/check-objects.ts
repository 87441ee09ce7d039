import { parseMediaRef, type StoredRef } from "../../../schema/media-ref.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import { type Clock, DAY_MS, HOUR_MS } from "../../lib/clock.ts";
import { ObjectMissing, type ObjectStore, READ_BYTES_MAX } from "../../objects/object-store.ts";
import { damagedMediaIn } from "./damage-store.ts";
import type { MediaDamage } from "./media-damage.ts";
import { keyOf } from "./object-place.ts";
import { sourcesAfter } from "./sweep-store.ts";

/** A run reads at most this much, 4.5 MB/s, and one object more: after a pause, the rest of the round takes longer. */
const RUN_BYTES_MAX = 256 * 1024 ** 2;
const BATCH = 20;
/** Damaged objects are read again after this time: somebody can have put the right ones back. */
const DAMAGED_AGAIN_MS = HOUR_MS;
/** Refs of stored media begin with this, and sort between it and the next one. */
const [FIRST, LAST] = ["store:", "store:~"];
/** Digits of a digest that say where in a round it is. */
const DIGITS = 12;

export interface ObjectCheckParts {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly damage: MediaDamage;
  /** Days in which each object is read once. */
  readonly days: number;
  /** The last ref that was read. */
  readonly position: { read(): string | null; write(ref: string): void };
}

/**
 * Reads the objects that are due now and compares them with their digests, which are spread evenly over the round: digest 00… is read
 * at its begin, ff… at its end. Returns the number of bytes. Throws ObjectStoreFailed, and the signal's reason.
 */
export async function checkObjects(parts: ObjectCheckParts, signal: AbortSignal): Promise<number> {
  const { db, clock, position, days } = parts;
  let bytes = 0;
  for (const text of damagedMediaIn(db, { before: clock.now() - DAMAGED_AGAIN_MS, limit: BATCH })) {
    const ref = parseMediaRef(text);
    if (ref?.kind === "stored") bytes += await check(ref, parts, signal);
  }
  const share = (clock.now() % (days * DAY_MS)) / (days * DAY_MS);
  const due =
    FIRST +
    Math.floor(share * 16 ** DIGITS)
      .toString(16)
      .padStart(DIGITS, "0");
  const from = position.read();
  if (from === null || from === due) {
    position.write(due);
    return bytes;
  }
  // The round begins again after the last digest.
  const isNewRound = from > due;
  for (let after = from; ;) {
    const sources = sourcesAfter(db, after, BATCH).filter(({ ref }) => ref <= (isNewRound ? LAST : due));
    for (const { ref: text } of sources) {
      if (bytes >= RUN_BYTES_MAX) return bytes;
      const ref = parseMediaRef(text);
      if (ref?.kind === "stored") bytes += await check(ref, parts, signal);
      after = text;
      position.write(after);
    }
    if (sources.length > 0) continue;
    position.write(isNewRound ? FIRST : due);
    return bytes;
  }
}

/** Returns the number of bytes that were read. A missing object is not damaged: requests and the doctor name it. */
async function check(ref: StoredRef, { store, damage }: ObjectCheckParts, signal: AbortSignal): Promise<number> {
  const key = keyOf(ref);
  const found = await store.find(key, signal);
  if (found === null) return 0;
  const hasher = new Bun.CryptoHasher("sha256");
  try {
    for (let at = 0; at < found.byteSize; at += READ_BYTES_MAX) {
      hasher.update(await store.read(key, at, Math.min(found.byteSize, at + READ_BYTES_MAX) - 1, signal));
    }
  } catch (error) {
    // It was removed or replaced meanwhile.
    if (error instanceof ObjectMissing) return 0;
    throw error;
  }
  if (hasher.digest("hex") === ref.digest) damage.clear(ref);
  else damage.note(ref);
  return found.byteSize;
}
