import { knownDigests } from "../../audio/source-store.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import type { Queue } from "../../jobs/queue.ts";
import type { Duty } from "../../jobs/scheduler.ts";
import type { Timer } from "../../lib/timer.ts";
import { SECOND_MS } from "../../lib/clock.ts";
import { makingJobType } from "./jobs.ts";
import type { Recipes } from "./recipes.ts";
import { taskDigest } from "./sources.ts";
import { deleteOutdatedMade, findMade } from "./store.ts";
import { tasksOf, MADE_KINDS, type SongMedia, sourcesOf, type MakeTask } from "./make-task.ts";

const EVERY_MS = 2 * SECOND_MS;
/** Jobs in the queue: enough work until the next run, and a small table. */
const QUEUED_MAX = 512;
const PAGE = 16;
/** Pause between two pages, which leaves time for requests. A million songs take half an hour. */
const PAUSE_MS = 25;
const DELETED_TOGETHER = 500;

/** The current catalog, as the survey reads it. */
export interface SurveyedCatalog {
  /** Changes with every import. */
  readonly generation: number;
  /** Songs after the ordinal `after`, or from the start if it is null. `next` is null at the end. */
  songsAfter(
    after: number | null,
    limit: number,
  ): { readonly songs: readonly SongMedia[]; readonly next: number | null };
}

export interface MediaSurveyParts {
  readonly db: ServiceDb;
  readonly queue: Queue;
  readonly timer: Timer;
  readonly recipes: Pick<Recipes, "nameOf">;
  /** Null before the first import. */
  catalog(): SurveyedCatalog | null;
  /** Whether a source is a readable file. A rendered part is not: it is generated on its first request. */
  readonly isReadable: (ref: string) => Promise<boolean>;
  /** Number of queued jobs that generate media. */
  waiting(): Promise<number>;
  /** Whether watermarked files are generated in advance. */
  wantsWatermarks(): Promise<boolean>;
  /** Whether the disk has enough free space. */
  hasRoom(): boolean;
  /** Deletes the records of generated files that do not exist any more, so that the survey queues them again. */
  forgetMissing(signal: AbortSignal): Promise<void>;
}

/**
 * The duty that walks through the catalog once and queues missing files as fast as they are generated. It starts again with the
 * next generation, and when the first key that needs watermarks is created.
 */
export function surveyDuty(parts: MediaSurveyParts): Duty {
  const { db, queue, timer, recipes } = parts;
  let walk: { readonly name: string; after: number | null; isOver: boolean } | null = null;

  /** Returns the number of queued jobs. */
  const enqueueMissing = async (songs: readonly SongMedia[], wantsWatermarks: boolean): Promise<number> => {
    const tasks = songs.flatMap(tasksOf).filter(({ task }) => task.kind !== "watermarked" || wantsWatermarks);
    const refs = [...new Set(tasks.flatMap(({ task }) => sourcesOf(task)))];
    const digests = await db.read(knownDigests(db, refs));
    const missing: { readonly id: string; readonly task: MakeTask }[] = [];
    for (const one of tasks) {
      const { kind } = one.task;
      const digest = taskDigest(one.task, (ref) => digests.get(ref) ?? null);
      // For a source without a digest, the job computes it, and then finds the file if it exists.
      const recipe = await recipes.nameOf(kind);
      if (digest !== null && (await db.read(findMade(db, { digest, kind, recipe }))) !== null) continue;
      if (await haveSources(parts, one.task)) missing.push(one);
    }
    if (missing.length === 0) return 0;
    await db.write(function* (tx) {
      for (const { id, task } of missing) {
        const kind = makingJobType(task.kind);
        yield* queue.enqueue(tx, { kind, payload: { id }, uniqueKey: `${kind.name} ${id}` });
      }
    });
    return missing.length;
  };

  return {
    name: "survey media",
    everyMs: EVERY_MS,
    runsOn: "one node",
    async run(signal) {
      const wantsWatermarks = await parts.wantsWatermarks();
      // The queue and the disk are read again only after a page with missing files: most pages of most walks have none.
      let room = await roomIn(parts);
      for (;;) {
        const catalog = parts.catalog();
        if (catalog === null || signal.aborted) return;
        const name = `${catalog.generation} ${wantsWatermarks}`;
        if (walk?.name !== name) {
          await parts.forgetMissing(signal);
          walk = { name, after: null, isOver: false };
        }
        if (walk.isOver || room <= 0) return;
        const { songs, next } = catalog.songsAfter(walk.after, PAGE);
        const queued = await enqueueMissing(songs, wantsWatermarks);
        walk.after = next;
        if (next === null) {
          walk.isOver = true;
          await deleteOutdated(parts);
        }
        await pause(timer, signal);
        if (queued > 0) room = await roomIn(parts);
      }
    },
  };
}

/** How many more jobs the survey queues; none on a full disk. */
async function roomIn({ waiting, hasRoom }: Pick<MediaSurveyParts, "waiting" | "hasRoom">): Promise<number> {
  return hasRoom() ? QUEUED_MAX - (await waiting()) : 0;
}

/** Waits between two pages. Returns early on abort. */
async function pause(timer: Timer, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  const cancelTimer = timer.after(PAUSE_MS, over.resolve);
  const end = (): void => over.resolve();
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  await over.promise;
  cancelTimer();
  signal.removeEventListener("abort", end);
}

/** Whether all sources exist. Without this check, jobs would fail because a volume is not mounted. */
async function haveSources({ isReadable }: Pick<MediaSurveyParts, "isReadable">, task: MakeTask): Promise<boolean> {
  for (const ref of sourcesOf(task)) {
    if (!(await isReadable(ref))) return false;
  }
  return true;
}

async function deleteOutdated({ db, recipes }: MediaSurveyParts): Promise<void> {
  for (const kind of MADE_KINDS) {
    const recipe = await recipes.nameOf(kind);
    const deleteSome = (): Promise<number> => db.write((tx) => deleteOutdatedMade(tx, kind, recipe, DELETED_TOGETHER));
    while ((await deleteSome()) === DELETED_TOGETHER);
  }
}
