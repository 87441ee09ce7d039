import type { ServiceDb } from "../../db/service-db.ts";
import type { Queue } from "../../jobs/queue.ts";
import type { Duty } from "../../jobs/scheduler.ts";
import type { Timer } from "../../jobs/timer.ts";
import { SECOND_MS } from "../../lib/clock.ts";
import { makingJobType } from "./jobs.ts";
import type { Recipes } from "./recipes.ts";
import { wantedDigest } from "./sources.ts";
import { forgetOutdated, type MadeReader } from "./store.ts";
import { makeable, MADE_KINDS, type SongMedia, sourcesOf, type Wanted } from "./wanted.ts";

const EVERY_MS = 2 * SECOND_MS;
/** Jobs that wait at a time: enough for every lane until the next look, and no burden on the table. */
const QUEUED_MAX = 512;
const PAGE = 16;
/** Between two pages, for requests: a million songs are walked through in half an hour. */
const PAUSE_MS = 25;
const FORGOTTEN_AT_ONCE = 500;

/** The catalog that is served, as the survey walks through it. */
export interface SurveyedCatalog {
  /** Changes with every import. */
  readonly generation: number;
  /** Songs from after the ordinal `after` (null: from the start); `next` is null at the end. */
  songsAfter(
    after: number | null,
    limit: number,
  ): { readonly songs: readonly SongMedia[]; readonly next: number | null };
}

export interface SurveyParts {
  readonly db: ServiceDb;
  readonly reader: MadeReader;
  readonly queue: Queue;
  readonly timer: Timer;
  readonly recipes: Pick<Recipes, "nameOf">;
  /** Null before the first import. */
  catalog(): SurveyedCatalog | null;
  /** Whether a source is a file that can be read now: a rendered one is not, and waits for its first request. */
  readonly isThere: (ref: string) => Promise<boolean>;
  /** Jobs of making that wait. */
  waiting(): number;
  /** Whether watermarked files are made before somebody asks for them. */
  wantsWatermarks(): boolean;
  /** Whether the disk has room for more. */
  hasRoom(): boolean;
}

/**
 * The standing duty that walks through the catalog once and queues what is missing, as fast as it is made. It begins
 * again with the next generation, and when the first key that hears watermarks is made.
 */
export function surveyDuty(parts: SurveyParts): Duty {
  const { db, reader, queue, timer, recipes } = parts;
  let walk: { readonly name: string; after: number | null; isOver: boolean } | null = null;

  const enqueueMissing = async (song: SongMedia, wantsWatermarks: boolean): Promise<void> => {
    const missing: { readonly id: string; readonly wanted: Wanted }[] = [];
    for (const one of makeable(song)) {
      const { kind } = one.wanted;
      if (kind === "watermarked" && !wantsWatermarks) continue;
      const digest = wantedDigest(one.wanted, (ref) => reader.sources.knownDigest(ref));
      // What nobody has read yet may have been made for another song; the job finds out.
      const recipe = await recipes.nameOf(kind);
      if (digest !== null && reader.made({ digest, kind, recipe }) !== null) continue;
      if (await areThere(parts, one.wanted)) missing.push(one);
    }
    if (missing.length === 0) return;
    db.transaction((tx) => {
      for (const { id, wanted } of missing) {
        const kind = makingJobType(wanted.kind);
        queue.enqueue(tx, { kind, payload: { id }, uniqueKey: `${kind.name} ${id}` });
      }
    });
  };

  return {
    name: "survey media",
    everyMs: EVERY_MS,
    async run(signal) {
      const wantsWatermarks = parts.wantsWatermarks();
      for (;;) {
        const catalog = parts.catalog();
        if (catalog === null || signal.aborted) return;
        const name = `${catalog.generation} ${wantsWatermarks}`;
        if (walk?.name !== name) walk = { name, after: null, isOver: false };
        if (walk.isOver || parts.waiting() >= QUEUED_MAX || !parts.hasRoom()) return;
        const { songs, next } = catalog.songsAfter(walk.after, PAGE);
        for (const song of songs) await enqueueMissing(song, wantsWatermarks);
        walk.after = next;
        if (next === null) {
          walk.isOver = true;
          await forgetOtherRecipes(parts);
        }
        await pause(timer, signal);
      }
    },
  };
}

/** Ends early when the server stops. */
async function pause(timer: Timer, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  const callOff = timer.after(PAUSE_MS, over.resolve);
  const end = (): void => over.resolve();
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  await over.promise;
  callOff();
  signal.removeEventListener("abort", end);
}

/** A volume that is not mounted would otherwise fill the queue with what cannot be done. */
async function areThere({ isThere }: Pick<SurveyParts, "isThere">, wanted: Wanted): Promise<boolean> {
  for (const ref of sourcesOf(wanted)) {
    if (!(await isThere(ref))) return false;
  }
  return true;
}

async function forgetOtherRecipes({ db, recipes }: SurveyParts): Promise<void> {
  for (const kind of MADE_KINDS) {
    const recipe = await recipes.nameOf(kind);
    while (db.transaction((tx) => forgetOutdated(tx, kind, recipe, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE);
  }
}
