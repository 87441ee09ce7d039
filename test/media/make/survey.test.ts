import { afterEach, beforeEach, expect, test } from "bun:test";
import type { SqliteServiceDb } from "../../../src/db/sqlite-service-db.ts";
import { countWaiting } from "../../../src/jobs/count-store.ts";
import { Queue } from "../../../src/jobs/queue.ts";
import { putMade } from "../../../src/media/make/store.ts";
import { type MediaSurveyParts, surveyDuty } from "../../../src/media/make/survey.ts";
import { FakeTime } from "../../jobs/fake-time.ts";
import { TestFolder } from "../../support/temporary-folder.ts";
import { runNow } from "../../../src/db/work.ts";
import { newServiceDb } from "../../support/new-service-db.ts";

let folder: TestFolder;
let db: SqliteServiceDb;
let time: FakeTime;
beforeEach(async () => {
  folder = new TestFolder();
  db = newServiceDb(folder.to("needledrop.db"));
  time = new FakeTime();
});
afterEach(async () => {
  db.close();
});

const digestOf = (ordinal: number): string => String(ordinal).padStart(64, "0");
const refOf = (ordinal: number): string => `store:${digestOf(ordinal)}.wav`;

function surveyOf(songs: number, options: Partial<MediaSurveyParts> = {}) {
  const state = { generation: 1, songs, pages: 0 };
  const parts: MediaSurveyParts = {
    db,
    queue: new Queue(time),
    timer: time,
    recipes: { nameOf: async () => "1" },
    catalog: () => ({
      generation: state.generation,
      songsAfter: (after, limit) => {
        state.pages += 1;
        const from = after === null ? 0 : after + 1;
        const ordinals = Array.from({ length: Math.min(limit, state.songs - from) }, (_, index) => from + index);
        const last = from + limit < state.songs ? from + limit - 1 : null;
        return {
          next: last,
          songs: ordinals.map((ordinal) => ({
            id: `${ordinal}`,
            title: "",
            stemsPath: null,
            audioFiles: [{ id: `${ordinal}`, wavPath: refOf(ordinal), mp3Path: null, description: "", stem: false }],
          })),
        };
      },
    }),
    waiting: async () => waiting().reduce((sum, { count }) => sum + count, 0),
    wantsWatermarks: async () => true,
    hasRoom: () => true,
    isReadable: async () => true,
    forgetMissing: async () => undefined,
    ...options,
  };
  return { state, duty: surveyDuty(parts) };
}

function waiting() {
  return runNow(countWaiting(db, "media"));
}

async function ranThrough(duty: ReturnType<typeof surveyDuty>): Promise<void> {
  const state = { isOver: false };
  const running = Promise.resolve(duty.run(new AbortController().signal)).finally(() => {
    state.isOver = true;
  });
  while (!state.isOver) await time.pass(25);
  await running;
}

test("a survey queues missing files once, and walks through a generation once", async () => {
  const { duty, state } = surveyOf(20);
  await ranThrough(duty);
  expect(waiting()).toEqual([
    { kind: "make mp3", count: 20 },
    { kind: "make peaks", count: 20 },
    { kind: "make watermarked", count: 20 },
  ]);
  const { pages } = state;
  await ranThrough(duty);
  expect(state.pages).toBe(pages);
  state.generation = 2;
  await ranThrough(duty);
  expect(state.pages).toBe(2 * pages);
  expect(waiting()[0]?.count).toBe(20);
});

test("a survey skips files that exist or cannot be generated, and deletes rows of other recipes", async () => {
  await db.write(function* (tx) {
    yield* putMade(tx, { digest: digestOf(0), kind: "mp3", recipe: "1" }, { ref: "store:x", error: null }, 0);
    yield* putMade(tx, { digest: digestOf(0), kind: "peaks", recipe: "1" }, { ref: null, error: "It is empty." }, 0);
    yield* putMade(tx, { digest: digestOf(0), kind: "watermarked", recipe: "0" }, { ref: "store:y", error: null }, 0);
  });
  await ranThrough(surveyOf(1).duty);
  expect(waiting()).toEqual([{ kind: "make watermarked", count: 1 }]);
  const left = db.sqlite
    .query<{ recipe: string }, []>("SELECT recipe FROM media_made WHERE kind = 'watermarked'")
    .all();
  expect(left).toEqual([]);
});

test("a survey queues a limited number of jobs, and continues when they are done", async () => {
  const { duty } = surveyOf(1_000);
  await ranThrough(duty);
  const first = waiting().reduce((sum, { count }) => sum + count, 0);
  expect(first).toBeGreaterThanOrEqual(512);
  expect(first).toBeLessThan(600);
  db.sqlite.run("DELETE FROM jobs");
  await ranThrough(duty);
  const ids = db.sqlite
    .query<{ id: number }, []>("SELECT json_extract(payload, '$.id') AS id FROM jobs ORDER BY jobs.id LIMIT 1")
    .all();
  expect(Number(ids[0]?.id)).toBe(first / 3);
});

test("a survey makes no watermarks if all keys are live, and starts again with the first other key", async () => {
  const keys = { hasTest: false };
  const { duty } = surveyOf(3, { wantsWatermarks: async () => keys.hasTest });
  await ranThrough(duty);
  expect(waiting().map(({ kind }) => kind)).toEqual(["make mp3", "make peaks"]);
  keys.hasTest = true;
  await ranThrough(duty);
  expect(waiting().map(({ kind }) => kind)).toContain("make watermarked");
});

test.each<[string, Partial<MediaSurveyParts>]>([
  ["on a full disk", { hasRoom: () => false }],
  ["of what is not there", { isReadable: async () => false }],
  ["without a catalog", { catalog: () => null }],
])("a survey queues nothing %s", async (_title, options) => {
  await ranThrough(surveyOf(3, options).duty);
  expect(waiting()).toEqual([]);
});
