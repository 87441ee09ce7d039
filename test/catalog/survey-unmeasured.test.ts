import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { recordFacts } from "../../src/audio/facts-store.ts";
import { putSource } from "../../src/audio/source-store.ts";
import { MEASURE_JOB } from "../../src/audio/jobs.ts";
import { type MeasureSurvey, measureSurvey } from "../../src/catalog/survey-unmeasured.ts";
import { audioFacts } from "../support/audio-facts.ts";
import { HttpApp } from "../support/http-app.ts";
import { wavBytes } from "../support/small-media.ts";
import { runNow } from "../../src/db/work.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

let app: HttpApp;
beforeEach(async () => {
  app = await HttpApp.create();
});
afterEach(() => app.close());

const COMPLETE = { bpm: 120, key: { name: "A", mode: "minor" }, energy: "low" };

/** Imports songs with one file each. */
async function imported(songs: readonly object[]): Promise<void> {
  await app.file("dump/a.wav", wavBytes());
  await app.import(songs);
}

function song(id: number, file: object, more: object = {}): object {
  return { id: String(id), title: `Song ${id}`, audio_files: [{ id: `f${id}`, wav: `w${id}.wav`, ...file }], ...more };
}

/** A song whose first version is a.wav, which needs measuring for its arc, and a second version `w<id>.wav`. */
function withSecond(id: number, file: object, more: object): object {
  const first = { id: `a${id}`, wav: "a.wav", duration: 3 };
  return {
    id: String(id),
    title: `Song ${id}`,
    audio_files: [first, { id: `f${id}`, wav: `w${id}.wav`, ...file }],
    ...more,
  };
}

async function files(count: number): Promise<void> {
  for (let id = 1; id <= count; id++) await app.file(`dump/w${id}.wav`, wavBytes(id));
}

function survey(): MeasureSurvey {
  const { queue, catalog } = app.services;
  return measureSurvey({ db: app.core.db, queue, catalog, namesFile: (ref) => !ref.endsWith("w4.wav") });
}

async function run(duty: MeasureSurvey): Promise<void> {
  await duty.run(new AbortController().signal);
}

function queued(): string[] {
  const rows = sqliteOf(app.core).sqlite.query<{ payload: string }, [string]>(
    "SELECT payload FROM jobs WHERE kind = ? AND state = 'ready' ORDER BY id",
  );
  return rows.all(MEASURE_JOB.name).map(({ payload }) => payload.replace(/.*\/(.*)\.wav.*/, "$1"));
}

describe("the survey of missing measurements", () => {
  test("queues full versions with media, also those with all fields, because a stated length can be wrong", async () => {
    await files(7);
    await imported([
      withSecond(1, { duration: 3 }, COMPLETE),
      withSecond(2, {}, COMPLETE),
      withSecond(3, { duration: 3 }, { ...COMPLETE, bpm: null }),
      song(4, {}),
      song(5, { stem: true }),
      withSecond(6, { duration: 3 }, { ...COMPLETE, key: { name: "", mode: "" } }),
      withSecond(7, { duration: 3 }, { ...COMPLETE, energy: undefined }),
    ]);
    await run(survey());
    expect(queued().filter((name) => name !== "a")).toEqual(["w1", "w2", "w3", "w6", "w7"]);
  });

  test("queues every full version of a song with all fields, and no stem", async () => {
    await files(3);
    const versions = [
      { id: "stem", wav: "w1.wav", stem: true, duration: 3 },
      { id: "no media", duration: 3 },
      { id: "first", wav: "w2.wav", duration: 3 },
      { id: "second", wav: "w3.wav", duration: 3 },
    ];
    await imported([{ id: "1", title: "Complete", ...COMPLETE, audio_files: versions }]);
    await run(survey());
    expect(queued()).toEqual(["w2", "w3"]);
  });

  test("queues each file once, and no measured file", async () => {
    await files(2);
    await imported([song(1, {}), song(2, {})]);
    const ref = `${app.folder}/dump/w1.wav`;
    await app.core.db.write(function* (tx) {
      yield* putSource(tx, { ref, byteSize: 1, modifiedAt: 1, digest: "ab" });
      yield* recordFacts(tx, "ab", { facts: audioFacts() }, 1);
    });
    const duty = survey();
    await run(duty);
    await run(duty);
    await run(survey());
    expect(queued()).toEqual(["w2"]);
  });

  test("queues at most 200 files and continues where it stopped", async () => {
    await files(220);
    await imported(Array.from({ length: 220 }, (_, index) => song(index + 1, {})));
    const duty = survey();
    await run(duty);
    await run(duty);
    expect(queued()).toHaveLength(200);
    sqliteOf(app.core).sqlite.run("UPDATE jobs SET state = 'done', finished_at = 1");
    await run(duty);
    expect(queued()).toHaveLength(19);
    expect(queued().at(-1)).toBe("w220");
  });

  test("is behind until every song is checked and no measurement is due", async () => {
    await files(2);
    const duty = survey();
    expect(runNow(duty.isBehind())).toBe(true);
    await run(duty);
    expect(runNow(duty.isBehind())).toBe(false);
    await imported([song(1, {}), song(2, {})]);
    await run(duty);
    expect(runNow(duty.isBehind())).toBe(true);
    const { sqlite } = sqliteOf(app.core);
    sqlite.run("UPDATE jobs SET state = 'done', finished_at = 1 WHERE id = (SELECT min(id) FROM jobs)");
    expect(runNow(duty.isBehind())).toBe(true);
    // The last file waits for a retry, which holds up nothing.
    sqlite.run("UPDATE jobs SET run_at = ? WHERE state = 'ready'", [app.time.now() + 30_000]);
    expect(runNow(duty.isBehind())).toBe(false);
  });
});
