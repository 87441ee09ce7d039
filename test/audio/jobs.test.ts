import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AudioFacts } from "../../schema/wire/audio-facts.ts";
import { AudioUnreadable } from "../../src/audio/audio-unreadable.ts";
import { countFacts, FactsReader } from "../../src/audio/facts-store.ts";
import { measureJob } from "../../src/audio/jobs.ts";
import { PEAK_BUCKETS } from "../../src/audio/waveform.ts";
import type { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import type { JobKind, JobOutcome } from "../../src/jobs/job-kind.ts";
import { silentLog } from "../../src/lib/log.ts";
import { StoreUnwritable } from "../../src/media/store/failures.ts";
import { ObjectStoreFailed } from "../../src/objects/object-store.ts";
import { audioFacts } from "../support/audio-facts.ts";
import { structureLike } from "../support/structure-like.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { done } from "../../src/db/work.ts";
import { newServiceDb } from "../support/new-service-db.ts";
import { jobContext } from "../support/job-context.ts";

let folder: string;
let db: SqliteServiceDb;
let measured: string[];
let answer: () => AudioFacts;
let outcomes: string[];
let kept: string[];
let locateError: Error | null;
const WAVEFORM = { duration: 3, peaks: Array.from({ length: 2 * PEAK_BUCKETS }, () => 0) };

beforeEach(() => {
  folder = temporaryFolder();
  db = newServiceDb(join(folder, "needledrop.db"));
  measured = [];
  outcomes = [];
  kept = [];
  locateError = null;
  answer = () => audioFacts();
});
afterEach(() => {
  db.close();
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function job(): JobKind<{ ref: string }> {
  return measureJob({
    db,
    clock: { now: () => 77 },
    log: silentLog,
    locate: async (one) => {
      if (locateError !== null) throw locateError;
      return one.startsWith("sound:") ? null : one;
    },
    measure: async (path) => {
      measured.push(path);
      return { facts: answer(), waveform: WAVEFORM, structure: structureLike(), descriptor: null };
    },
    keepFindings: async (digest, { waveform, structure }) => {
      kept.push(`${digest.slice(0, 4)} ${waveform.duration} ${structure.duration}`);
    },
    onMeasured: (outcome) => void outcomes.push(outcome),
  });
}

async function run(ref: string): Promise<JobOutcome> {
  const outcome = await job().run({ ref }, jobContext());
  const { record } = outcome;
  if (record !== undefined) await db.write((tx) => record(tx));
  return outcome;
}

describe("a job that measures", () => {
  test("stores facts by content, and measures equal files and repeated jobs once", async () => {
    const [one, same] = [file("a.wav", "sound"), file("b.wav", "sound")];
    await run(one);
    await run(one);
    await run(same);
    expect(measured).toEqual([one]);
    expect([...(await db.read(new FactsReader(db).of([one, same]))).values()]).toEqual([audioFacts(), audioFacts()]);
    expect(outcomes).toEqual(["measured"]);
  });

  test("passes on the waveform and the structure of a measured file, and none of a file that cannot be measured", async () => {
    await run(file("a.wav", "sound"));
    expect(kept).toEqual([`${new Bun.CryptoHasher("sha256").update("sound").digest("hex").slice(0, 4)} 3 8.1`]);
    answer = () => {
      throw new AudioUnreadable("It is truncated.");
    };
    await run(file("noise.wav", "noise"));
    expect(kept).toHaveLength(1);
  });

  test("measures a changed file in place again", async () => {
    const path = file("a.wav", "sound");
    await run(path);
    file("a.wav", "other sound");
    utimesSync(path, 5, 5);
    answer = () => audioFacts({ duration: 5 });
    await run(path);
    expect((await db.read(new FactsReader(db).of([path]))).get(path)?.duration).toBe(5);
  });

  test("stores why a file cannot be measured, and does not retry", async () => {
    const path = file("noise.wav", "noise");
    answer = () => {
      throw new AudioUnreadable("It is truncated.");
    };
    expect(await run(path)).toMatchObject({ kind: "done" });
    await run(path);
    expect(measured).toHaveLength(1);
    expect((await db.read(new FactsReader(db).missingOf([path]))).size).toBe(0);
    expect(await db.read(countFacts(db))).toMatchObject({ measured: 0, failed: 1 });
    expect(outcomes).toEqual(["failed"]);
  });

  test("stores nothing after a failure of the server, so that it is retried", async () => {
    const path = file("a.wav", "sound");
    answer = () => {
      throw new Error("no memory");
    };
    await expect(run(path)).rejects.toThrow("no memory");
    expect((await db.read(new FactsReader(db).missingOf([path]))).size).toBe(1);
  });

  test("stores a failure after the last attempt, and does not retry", async () => {
    const ref = `store:${"ab".repeat(32)}.wav`;
    await db.write((tx) => job().onExhausted?.(tx, { ref }, "crashed", "attempts") ?? done(undefined));
    expect((await db.read(new FactsReader(db).missingOf([ref]))).size).toBe(0);
    expect(await db.read(countFacts(db))).toMatchObject({ failed: 1 });
    expect(outcomes).toEqual(["failed"]);
  });

  test("is put off while the store does not answer and while the disk has no room for a copy", async () => {
    const path = file("a.wav", "sound");
    const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
    const noRoom = new StoreUnwritable("no room", { cause: full });
    for (const error of [new ObjectStoreFailed("failed", "no answer"), noRoom, full]) {
      locateError = error;
      expect(await run(path)).toMatchObject({ kind: "snooze" });
    }
    expect([measured, outcomes]).toEqual([[], []]);
    expect((await db.read(new FactsReader(db).missingOf([path]))).size).toBe(1);
  });

  test("cancels for a missing file and for a ref without a file", async () => {
    expect(await run(join(folder, "missing.wav"))).toMatchObject({ kind: "cancel" });
    expect(await run("sound:1/main")).toMatchObject({ kind: "cancel" });
    expect(await db.read(countFacts(db))).toMatchObject({ measured: 0, failed: 0 });
  });
});
