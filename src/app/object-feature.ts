import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { MetricSet } from "../lib/metric-set.ts";
import { checkObjects } from "../media/store/check-objects.ts";
import { countDamagedMedia } from "../media/store/damage-store.ts";
import { databaseFailureOf } from "../lib/storage-failure.ts";
import type { Timer } from "../lib/timer.ts";
import { TimeLimitExceeded, withTimeLimit } from "../lib/with-time-limit.ts";
import { MediaDamage } from "../media/store/media-damage.ts";
import { MediaCache } from "../media/store/media-cache.ts";
import type { OpenedObjects } from "../media/store/open-media-store.ts";
import { CHECK_EVERY_MS, ObjectWatch } from "../objects/object-watch.ts";
import { S3Objects } from "../objects/s3-objects.ts";
import {
  claimedAt,
  claimObjects,
  isStoreUnconfirmed,
  requireMediaPlace,
  UNCONFIRMED_SENTENCE,
} from "./claim-objects.ts";
import { putSetting, readSetting } from "./settings-store.ts";

/** An answering store is checked, too: without media requests, nothing else would notice its end. */
const CHECK_ANSWERING_EVERY_MS = 60 * SECOND_MS;
/** The last medium whose object was compared with its digest. */
const CHECK_SETTING = "store_checked_through";
/** A `/readyz` waits so long for the row that allows removals. */
const ROW_MAX_MS = SECOND_MS;
/** An upload that began earlier has ended, or its process was killed. */
const UPLOAD_MS = DAY_MS;

export interface WatchedObjects extends OpenedObjects {
  readonly store: ObjectWatch;
  readonly damage: MediaDamage;
  claimedAt(): Promise<number | null>;
  outage(): ReturnType<ObjectWatch["outage"]>;
}

/** Opens the store of the settings; null without one. */
export function watchObjects({ config, db, timer, clock, log }: FeatureDeps): WatchedObjects | null {
  if (config.store === null) return null;
  const store = new ObjectWatch(new S3Objects(config.store, timer), { clock, log });
  return {
    store,
    cacheBytes: config.store.cacheBytes,
    claim: () => claimObjects(store, config.dataDir, db),
    damage: new MediaDamage({ db, clock, log }),
    redirects: config.store.redirects,
    claimedAt: () => claimedAt(store),
    mayRemove: async () => !(await db.read(isStoreUnconfirmed(db, config.dataDir))),
    outage: () => store.outage(),
  };
}

/** Watches the store of media and removes what killed uploads left in it. Empty without a store. */
export function objectFeature({ config, db, timer, clock, log }: FeatureDeps, watched: WatchedObjects | null): Feature {
  const requirePlace = (signal: AbortSignal | null): Promise<void> =>
    requireMediaPlace({ config, db }, watched?.store ?? null, signal);
  const metrics = new MetricSet();
  metrics.gauge(
    { name: "needledrop_store_up", help: "Whether the store of media answers: 1 or 0; 1 without a store.", labels: [] },
    (gauge) => gauge.set((watched?.store.outage() ?? null) === null ? 1 : 0),
  );
  metrics.slowGauge(
    {
      name: "needledrop_store_damaged_media",
      help: "Media in the store whose bytes are not those of their digest.",
      labels: [],
    },
    () => db.read(countDamagedMedia(db)),
    (gauge, count) => gauge.set(count),
  );
  const checkedBytes = metrics.counter({
    name: "needledrop_store_checked_bytes_total",
    help: "Bytes of media in the store that were read and compared with their digests.",
    labels: [],
  });
  if (watched === null || config.store === null) {
    return { name: "objects", metrics: metrics.all, preparations: [requirePlace] };
  }
  const { store, damage } = watched;
  const { cacheBytes, checkDays: days } = config.store;
  const position = {
    read: () => db.read(readSetting(db, CHECK_SETTING)),
    write: (ref: string) => db.write((tx) => putSetting(tx, CHECK_SETTING, ref)),
  };
  let checkedAt = -Infinity;
  return {
    name: "objects",
    metrics: metrics.all,
    // Searches work without the store, so a load balancer must not take the service out.
    readiness: [async () => ({ name: "store", ok: true, detail: await detailOf(watched, timer) })],
    preparations: [
      () => new MediaCache(config.dataDir, { bytesMax: cacheBytes, clock }).sweepTemporary(),
      requirePlace,
      async () => {
        if (!(await watched.mayRemove())) log.warn({ store: store.name }, UNCONFIRMED_SENTENCE);
      },
    ],
    duties: [
      {
        name: "check the store of media",
        runsOn: "each node",
        everyMs: CHECK_EVERY_MS,
        run: async (signal) => {
          const isDue = Math.abs(clock.now() - checkedAt) >= CHECK_ANSWERING_EVERY_MS;
          if (store.outage() === null && !isDue) return;
          checkedAt = clock.now();
          // The watch logs it.
          await store.check(signal).catch(() => undefined);
        },
      },
      {
        name: "check objects of media",
        runsOn: "one node",
        everyMs: MINUTE_MS,
        run: async (signal) => {
          const isDown = (): boolean => store.outage() !== null;
          if (isDown()) return;
          checkedBytes.inc(await checkObjects({ db, clock, log, isDown, store, damage, days, position }, signal));
        },
      },
      {
        name: "sweep unfinished uploads",
        runsOn: "one node",
        everyMs: DAY_MS,
        deletesByAge: true,
        run: async () => {
          if (store.outage() !== null || !(await watched.mayRemove())) return { removed: 0 };
          await watched.claim();
          const removed = await store.abortUploads(clock.now() - UPLOAD_MS);
          if (removed > 0) log.info({ removed }, "unfinished uploads to the store of media were removed");
          return { removed };
        },
      },
    ],
  };
}

/** `/readyz` needs no key, so it says no address. */
async function detailOf(watched: WatchedObjects, timer: Timer): Promise<string> {
  const outage = watched.store.outage();
  if (outage === null) return (await mayRemoveNow(watched, timer)) ? "answers" : `answers; ${UNCONFIRMED_SENTENCE}`;
  const since = new Date(outage.since).toISOString();
  return `${outage.cause.failure} since ${since}: media answer 503, searches work; see the log`;
}

/** A database that does not answer is another line of `/readyz`. */
export async function mayRemoveNow(watched: Pick<WatchedObjects, "mayRemove">, timer: Timer): Promise<boolean> {
  try {
    return await withTimeLimit(ROW_MAX_MS, timer, new AbortController().signal, () => watched.mayRemove());
  } catch (error) {
    if (!(error instanceof TimeLimitExceeded) && databaseFailureOf(error) === null) throw error;
    return true;
  }
}
