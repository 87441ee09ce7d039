import type { OpenCatalog } from "../catalog/live-catalog.ts";
import type { SongRecord } from "../catalog/song-record.ts";
import { NO_FILTER } from "../catalog/song-filter.ts";
import type { ServiceDb } from "../db/service-db.ts";
import type { Duty } from "../jobs/scheduler.ts";
import type { Timer } from "../lib/timer.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { type Embed, EmbeddingFailure } from "./client.ts";
import { dimsOf, embedBatch } from "./embed-batch.ts";
import { KeySet } from "./key-set.ts";
import { pruneVectors } from "./prune.ts";
import { SONG_WORDS_FORMAT, songWords } from "./song-words.ts";
import { enrolModel, hasVector, isCovered, keyOfWords, markCovered, saveVector, type WordsKey } from "./store.ts";

/** Whether there is something to do costs one look. */
const EVERY_MS = 5 * SECOND_MS;
/** Read in one go, between which searches have their turn. */
const SONGS_PER_PAGE = 64;
const TEXTS_PER_REQUEST = 32;
/** A server that fails is asked again after a minute, then after twice as long each time. */
const RETRY_MS = MINUTE_MS;
const RETRY_MAX_MS = 16 * MINUTE_MS;

export interface SongEmbeddingParts {
  readonly db: ServiceDb;
  readonly catalog: { current(): Pick<OpenCatalog, "db" | "generation"> | null };
  readonly embed: Embed;
  readonly model: string;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
}

/** How far one catalog has got. Nothing of it outlives the process but the vectors: the next one skips what it finds. */
interface Walk {
  readonly generation: number;
  readonly modelId: number;
  readonly dims: number;
  /** The last ordinal that is done. */
  after: number | null;
  readonly seen: KeySet;
  added: number;
  skipped: number;
}

/**
 * The standing duty that gives every song of the catalog its vector: those that have none are sent in batches, page by
 * page, one request at a time; at the end vectors that no song uses any more are removed. A server that fails is left
 * alone for a while, and the walk goes on where it stood.
 */
export function songEmbeddingDuty(parts: SongEmbeddingParts): Duty {
  const { clock, log, db, catalog, model } = parts;
  let walk: Walk | null = null;
  let rest: { readonly until: number; readonly waitMs: number; readonly reason: string } | null = null;
  return {
    name: "embed songs",
    everyMs: EVERY_MS,
    async run(signal) {
      const open = catalog.current();
      if (open === null || (rest !== null && clock.now() < rest.until)) return;
      const covered = `${SONG_WORDS_FORMAT} ${open.generation.version}`;
      if (isCovered(db, model, covered)) return;
      try {
        walk = await resumed(parts, walk, open.generation.number, signal);
        const isWhole = await walkOn(parts, walk, signal);
        rest = null;
        if (!isWhole) return;
        const removed = await pruneVectors(parts, walk, signal);
        const { modelId, dims, added, skipped } = walk;
        db.transaction((tx) => markCovered(tx, modelId, covered));
        walk = null;
        log.info({ model, dims, added, removed, skipped }, "every song has been given to the embedding model");
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof EmbeddingFailure)) throw error;
        const reason = messageOf(error);
        const waitMs = rest === null ? RETRY_MS : Math.min(RETRY_MAX_MS, rest.waitMs * 2);
        if (rest?.reason !== reason)
          log.warn({ reason, model }, "songs cannot be given to the embedding model; it is tried again later");
        rest = { until: clock.now() + waitMs, waitMs, reason };
      }
    },
  };
}

/** The walk that was under way, or a new one for another catalog, or for a model that answers otherwise than before. */
async function resumed(
  parts: SongEmbeddingParts,
  walk: Walk | null,
  generation: number,
  stop: AbortSignal,
): Promise<Walk> {
  const { db, model, embed } = parts;
  const dims = await dimsOf(embed, stop);
  if (walk?.generation === generation && walk.dims === dims) return walk;
  const modelId = db.transaction((tx) => enrolModel(tx, model, dims));
  return { generation, modelId, dims, after: null, seen: new KeySet(), added: 0, skipped: 0 };
}

/** False when another catalog is served meanwhile, or the program ends. */
async function walkOn(parts: SongEmbeddingParts, walk: Walk, stop: AbortSignal): Promise<boolean> {
  while (!stop.aborted) {
    const open = parts.catalog.current();
    if (open?.generation.number !== walk.generation) return false;
    const page = open.db.listSongs(NO_FILTER, walk.after, SONGS_PER_PAGE);
    const keys = await embedPage(parts, walk, page.songs, stop);
    for (const key of keys) walk.seen.add(key);
    if (page.next === null) return true;
    walk.after = page.next;
    await new Promise<void>((resume) => void parts.timer.after(0, resume));
  }
  return false;
}

/** Sends what has no vector yet; returns the keys of all. */
async function embedPage(
  parts: SongEmbeddingParts,
  walk: Walk,
  songs: readonly SongRecord[],
  stop: AbortSignal,
): Promise<readonly WordsKey[]> {
  const texts = new Set(songs.map(songWords));
  texts.delete("");
  const keyed = [...texts].map((words) => ({ words, key: keyOfWords(words) }));
  const missing = keyed.filter(({ key }) => !hasVector(parts.db, walk.modelId, key));
  for (let from = 0; from < missing.length; from += TEXTS_PER_REQUEST) {
    const batch = missing.slice(from, from + TEXTS_PER_REQUEST);
    const vectors = await embedBatch(
      parts.embed,
      batch.map(({ words }) => words),
      { dims: walk.dims, stop },
    );
    parts.db.transaction((tx) => {
      batch.forEach(({ key }, at) => {
        const vector = vectors[at] ?? null;
        if (vector !== null) saveVector(tx, walk.modelId, key, vector);
      });
    });
    const refused = vectors.filter((vector) => vector === null).length;
    walk.added += batch.length - refused;
    walk.skipped += refused;
  }
  return keyed.map(({ key }) => key);
}
