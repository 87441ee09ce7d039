import type { OpenCatalog } from "../catalog/live-catalog.ts";
import type { SongRecord } from "../catalog/song-record.ts";
import { NO_FILTER } from "../catalog/song-filter.ts";
import type { Duty } from "../jobs/scheduler.ts";
import type { Timer } from "../lib/timer.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { isFresh } from "../lib/is-fresh.ts";
import type { Log } from "../lib/log.ts";
import { type Embed, EmbeddingFailure } from "./client.ts";
import { dimsOf, embedBatch } from "./embed-batch.ts";
import { KeySet } from "./key-set.ts";
import { pruneVectors } from "./prune.ts";
import { SONG_WORDS_FORMAT, songWords } from "./song-words.ts";
import { addModel, haveVectors, isCovered, keyOfWords, markCovered, saveVector, type WordsKey } from "./store.ts";
import { type VectorFile, VectorsUnavailable } from "./vector-file.ts";

/** Checking whether there is anything to do is cheap. */
const EVERY_MS = 5 * SECOND_MS;
/** Songs per page; searches run between pages. */
const SONGS_PER_PAGE = 64;
const TEXTS_PER_REQUEST = 32;
/** After a failure the duty waits this long, and twice as long after each further one. */
const RETRY_MS = MINUTE_MS;
const RETRY_MAX_MS = 16 * MINUTE_MS;

export interface SongEmbeddingParts {
  readonly vectors: VectorFile;
  readonly catalog: { current(): Pick<OpenCatalog, "db" | "generation"> | null };
  readonly embed: Embed;
  readonly model: string;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
}

/** Progress through one catalog. Only the vectors outlive the process; the next run skips songs that have one. */
interface EmbeddingRun {
  readonly generation: number;
  readonly modelId: number;
  readonly dims: number;
  /** The ordinal of the last song that is done. */
  after: number | null;
  readonly seen: KeySet;
  added: number;
  skipped: number;
}

/**
 * Gives every song of the catalog its vector. It sends songs without one in batches, page by page and one request at a
 * time, and finally removes vectors that no song uses. After a failure it pauses and then continues where it stopped.
 */
export function songEmbeddingDuty(parts: SongEmbeddingParts): Duty {
  const { clock, log, vectors, catalog, model } = parts;
  let run: EmbeddingRun | null = null;
  let pause: { readonly since: number; readonly waitMs: number; readonly reason: string } | null = null;
  return {
    name: "embed songs",
    everyMs: EVERY_MS,
    runsOn: "each node",
    async run(signal) {
      const open = catalog.current();
      if (open === null || (pause !== null && isFresh(pause.since, clock.now(), pause.waitMs))) return;
      const covered = `${SONG_WORDS_FORMAT} ${open.generation.version}`;
      try {
        if (vectors.read((sqlite) => isCovered(sqlite, model, covered))) return;
        run = await resumeRun(parts, run, open.generation.number, signal);
        const isComplete = await embedRemaining(parts, run, signal);
        pause = null;
        if (!isComplete) return;
        const removed = await pruneVectors(parts, run, signal);
        const { modelId, dims, added, skipped } = run;
        vectors.write((sqlite) => markCovered(sqlite, modelId, covered));
        run = null;
        log.info({ model, dims, added, removed, skipped }, "every song of the catalog was sent to the embedding model");
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof VectorsUnavailable) {
          // Another file can be there afterwards.
          run = null;
          return;
        }
        if (!(error instanceof EmbeddingFailure)) throw error;
        const reason = messageOf(error);
        const waitMs = pause === null ? RETRY_MS : Math.min(RETRY_MAX_MS, pause.waitMs * 2);
        if (pause?.reason !== reason)
          log.warn({ reason, model }, "songs cannot be sent to the embedding model; it will be retried");
        pause = { since: clock.now(), waitMs, reason };
      }
    },
  };
}

/** Returns the current run, or a new one for another catalog or a model with other dimensions. */
async function resumeRun(
  parts: SongEmbeddingParts,
  run: EmbeddingRun | null,
  generation: number,
  stop: AbortSignal,
): Promise<EmbeddingRun> {
  const { vectors, model, embed } = parts;
  const dims = await dimsOf(embed, stop);
  if (run?.generation === generation && run.dims === dims) return run;
  const modelId = vectors.write((sqlite) => addModel(sqlite, model, dims));
  return { generation, modelId, dims, after: null, seen: new KeySet(), added: 0, skipped: 0 };
}

/** Returns false if another catalog is served meanwhile, or if the program stops. */
async function embedRemaining(parts: SongEmbeddingParts, run: EmbeddingRun, stop: AbortSignal): Promise<boolean> {
  while (!stop.aborted) {
    const open = parts.catalog.current();
    if (open?.generation.number !== run.generation) return false;
    const page = open.db.listSongs(NO_FILTER, run.after, SONGS_PER_PAGE);
    const keys = await embedPage(parts, run, page.songs, stop);
    for (const key of keys) run.seen.add(key);
    if (page.next === null) return true;
    run.after = page.next;
    await new Promise<void>((resume) => void parts.timer.after(0, resume));
  }
  return false;
}

/** Embeds the songs without a vector; returns the keys of all songs of the page. */
async function embedPage(
  parts: SongEmbeddingParts,
  run: EmbeddingRun,
  songs: readonly SongRecord[],
  stop: AbortSignal,
): Promise<readonly WordsKey[]> {
  const texts = new Set(songs.map(songWords));
  texts.delete("");
  const keyed = [...texts].map((words) => ({ words, key: keyOfWords(words) }));
  const keys = keyed.map(({ key }) => key);
  const known = parts.vectors.read((sqlite) => haveVectors(sqlite, run.modelId, keys));
  const missing = keyed.filter((_, at) => known[at] !== true);
  for (let from = 0; from < missing.length; from += TEXTS_PER_REQUEST) {
    const batch = missing.slice(from, from + TEXTS_PER_REQUEST);
    const directions = await embedBatch(
      parts.embed,
      batch.map(({ words }) => words),
      { dims: run.dims, stop },
    );
    parts.vectors.write((sqlite) => {
      batch.forEach(({ key }, at) => {
        const vector = directions[at] ?? null;
        if (vector !== null) saveVector(sqlite, run.modelId, key, vector);
      });
    });
    const refused = directions.filter((direction) => direction === null).length;
    run.added += batch.length - refused;
    run.skipped += refused;
  }
  return keys;
}
