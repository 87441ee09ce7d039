import { parseMediaRef, type StoredRef } from "../../../schema/media-ref.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import { type Clock, DAY_MS, HOUR_MS } from "../../lib/clock.ts";
import { ObjectMissing, type ObjectStore, ObjectStoreFailed, READ_BYTES_MAX } from "../../objects/object-store.ts";
import type { Log } from "../../lib/log.ts";
import { damagedMediaIn } from "./damage-store.ts";
import type { MediaDamage } from "./media-damage.ts";
import { keyOf } from "./object-place.ts";
import { sourcesAfter } from "./sweep-store.ts";

/** A run reads at most this much, 4.5 MB/s, and one object more: after a pause, the rest of the round takes longer. */
const RUN_BYTES_MAX = 256 * 1024 ** 2;
const BATCH = 20;
/** A run ends after this number of objects that cannot be read. Each costs up to three requests and a check of the store. */
const UNREADABLE_MAX = 20;
/** Damaged objects are read again after this time: somebody can have put the right ones back. */
const DAMAGED_AGAIN_MS = HOUR_MS;
/** Refs of stored media begin with this, and sort between it and the next one. */
const [FIRST, LAST] = ["store:", "store:~"];
/** Digits of a digest that say where in a round it is. */
const DIGITS = 12;

export interface ObjectCheckParts {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the store is known not to answer. */
  readonly isDown: () => boolean;
  readonly store: ObjectStore;
  readonly damage: MediaDamage;
  /** Days in which each object is read once. With 0, only damaged ones are read. */
  readonly days: number;
  /** The last ref that was read. */
  readonly position: { read(): Promise<string | null>; write(ref: string): Promise<void> };
}

/**
 * Reads the objects that are due now and compares them with their digests, which are spread evenly over the round: digest 00… is read
 * at its begin, ff… at its end. One that cannot be read is named in the log and skipped. Returns the number of bytes. Throws
 * ObjectStoreFailed if the store is down, and the signal's reason.
 */
export async function checkObjects(parts: ObjectCheckParts, signal: AbortSignal): Promise<number> {
  const { db, clock, log, days } = parts;
  const run: CheckRun = { bytes: 0, unreadable: [] };
  try {
    const before = clock.now() - DAMAGED_AGAIN_MS;
    for (const text of await db.read(damagedMediaIn(db, { before, limit: BATCH }))) {
      await check(text, run, parts, signal);
    }
    if (days > 0) await checkDue(run, parts, signal);
  } finally {
    if (run.unreadable.length > 0) {
      const [{ reason } = { reason: "" }] = run.unreadable;
      const refs = run.unreadable.map(({ ref }) => ref);
      log.error({ unreadable: refs.length, refs, reason }, "objects in the store of media cannot be read");
    }
  }
  return run.bytes;
}

/** What one run has read. */
interface CheckRun {
  bytes: number;
  readonly unreadable: { readonly ref: string; readonly reason: string }[];
}

async function checkDue(run: CheckRun, parts: ObjectCheckParts, signal: AbortSignal): Promise<void> {
  const { db, clock, position, days } = parts;
  const share = (clock.now() % (days * DAY_MS)) / (days * DAY_MS);
  const due =
    FIRST +
    Math.floor(share * 16 ** DIGITS)
      .toString(16)
      .padStart(DIGITS, "0");
  const from = await position.read();
  if (from === null || from === due) return await position.write(due);
  // The round begins again after the last digest.
  const isNewRound = from > due;
  for (let after = from; ;) {
    const next = await db.read(sourcesAfter(db, after, BATCH));
    const sources = next.filter(({ ref }) => ref <= (isNewRound ? LAST : due));
    for (const { ref } of sources) {
      if (run.bytes >= RUN_BYTES_MAX || run.unreadable.length >= UNREADABLE_MAX) return;
      await check(ref, run, parts, signal);
      after = ref;
      await position.write(after);
    }
    if (sources.length > 0) continue;
    return await position.write(isNewRound ? FIRST : due);
  }
}

async function check(text: string, run: CheckRun, parts: ObjectCheckParts, signal: AbortSignal): Promise<void> {
  const ref = parseMediaRef(text);
  if (ref?.kind !== "stored") return;
  try {
    run.bytes += await compare(ref, parts, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ObjectStoreFailed) || parts.isDown()) throw error;
    run.unreadable.push({ ref: text, reason: error.message });
    // The others are read before it is tried again.
    if (await parts.damage.has(ref)) await parts.damage.note(ref);
  }
}

/** Returns the number of bytes that were read. A missing object is not damaged: requests and the doctor name it. */
async function compare(ref: StoredRef, { store, damage }: ObjectCheckParts, signal: AbortSignal): Promise<number> {
  const key = keyOf(ref);
  const found = await store.find(key, signal);
  if (found === null) {
    await damage.clear(ref);
    return 0;
  }
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
  if (hasher.digest("hex") === ref.digest) await damage.clear(ref);
  else await damage.note(ref);
  return found.byteSize;
}
