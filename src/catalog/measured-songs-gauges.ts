import { FactsReader, lastMeasuredAt } from "../audio/facts-store.ts";
import type { ServiceDb } from "../db/service-db.ts";
import type { Duty } from "../jobs/scheduler.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { isFresh } from "../lib/is-fresh.ts";
import { MetricSet } from "../lib/metric-set.ts";
import type { Slices } from "../lib/slices.ts";
import { countMeasuredSongs, type MeasuredSongs } from "./count-measured-songs.ts";
import type { LiveCatalog } from "./live-catalog.ts";

const EVERY_MS = 10 * SECOND_MS;
/** The shortest wait between two counts of one generation. */
const WAIT_MIN_MS = MINUTE_MS;
/** The wait is at least this many times the latest count, so that counts take at most a twentieth of a core. */
const WAIT_PER_COUNT = 20;

const NOTHING: MeasuredSongs = { withAudio: 0, measured: 0 };

/** What a count is of. It is made again when one of them differs. */
interface Counted {
  readonly generation: number;
  /** When the latest file was measured, in milliseconds since the epoch. */
  readonly measuredAt: number | null;
}

/**
 * Returns gauges of how much of the live catalog is measured, and the duty that counts: a count reads every song, which is too
 * much for a request. The gauges keep the previous count until a new one is complete.
 */
export function measuredSongsGauges({
  catalog,
  db,
  slices,
  clock,
}: {
  readonly catalog: Pick<LiveCatalog, "current">;
  readonly db: ServiceDb;
  readonly slices: Slices;
  readonly clock: Clock;
}): { readonly duty: Duty; readonly metrics: MetricSet["all"] } {
  const facts = new FactsReader(db);
  let songs = NOTHING;
  let counted: Counted | null = null;
  let last = { endedAt: -Infinity, tookMs: 0 };
  const count = async (signal: AbortSignal): Promise<void> => {
    const open = catalog.current();
    if (open === null) return;
    const generation = open.generation.number;
    const startedAt = clock.now();
    const waitMs = Math.max(WAIT_MIN_MS, WAIT_PER_COUNT * last.tookMs);
    if (counted?.generation === generation && isFresh(last.endedAt, startedAt, waitMs)) return;
    const measuredAt = await db.read(lastMeasuredAt(db));
    if (counted?.generation === generation && counted.measuredAt === measuredAt) return;
    // A replaced generation is closed soon. The next run counts the new one.
    const isOver = (): boolean => signal.aborted || catalog.current() !== open;
    const found = await slices.run(countMeasuredSongs(open.db, facts, isOver));
    if (found === null) return;
    songs = found;
    counted = { generation, measuredAt };
    last = { endedAt: clock.now(), tookMs: Math.max(0, clock.now() - startedAt) };
  };
  const metrics = new MetricSet();
  metrics.gauge(
    {
      name: "needledrop_catalog_songs_with_audio",
      help: "Songs of the live catalog with an audio file that can be measured; 0 until the first count after a start.",
      labels: [],
    },
    (gauge) => gauge.set(songs.withAudio),
  );
  metrics.gauge(
    {
      name: "needledrop_catalog_songs_measured",
      help: "Songs of the live catalog with a measured audio file; 0 until the first count after a start.",
      labels: [],
    },
    (gauge) => gauge.set(songs.measured),
  );
  return {
    duty: { name: "count measured songs", everyMs: EVERY_MS, runsOn: "each node", run: count },
    metrics: metrics.all,
  };
}
