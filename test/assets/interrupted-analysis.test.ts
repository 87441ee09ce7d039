import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { ANALYSIS_JOBS } from "../../src/assets/analysis-lanes.ts";
import { analysisJob } from "../../src/assets/jobs.ts";
import type { Examination, Examine } from "../../src/assets/examine.ts";
import { Originals } from "../../src/assets/originals.ts";
import { findAsset, insertAsset, originalStatus } from "../../src/assets/store.ts";
import { UploadFolder } from "../../src/assets/upload-folder.ts";
import type { JobKind } from "../../src/jobs/job-kind.ts";
import { randomId } from "../../src/lib/ids.ts";
import { MINUTE_MS } from "../../src/lib/clock.ts";
import { JobsSetup } from "../jobs/setup.ts";
import { assetRow } from "../support/asset-row.ts";
import { done, runNow } from "../../src/db/work.ts";
import { createKey } from "../support/create-key.ts";
import { writeNow } from "../support/write-now.ts";

const LANES = { picture: 2, clip: 1, film: 1 };

let setup: JobsSetup;
let folder: UploadFolder;
let assetId: string;
let jobId: number;
let ended: string[];

beforeEach(async () => {
  setup = new JobsSetup();
  folder = new UploadFolder(setup.folder);
  assetId = randomId();
  ended = [];
  const { key } = createKey({ db: setup.db, clock: setup.time, newId: randomId }, { name: "k" });
  await folder.begin(assetId);
  writeFileSync(folder.originalPath(assetId), "x");
  jobId = writeNow(setup.db, (tx) => {
    runNow(insertAsset(tx, assetRow({ id: assetId, keyId: key.id, status: "pending" })));
    return runNow(
      setup.queue.enqueue(tx, { kind: ANALYSIS_JOBS.film, payload: { asset_id: assetId }, client: key.id }),
    );
  });
});
afterEach(() => setup.close());

const neverEnds: Examine = (_file, _path, signal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

/** The analyses of the server. */
function analyses(examine = neverEnds): readonly JobKind<unknown>[] {
  const parts = {
    db: setup.db,
    clock: setup.time,
    log: setup.log,
    originals: new Originals({ folder, objects: null, log: setup.log, freeBytes: () => 1e12 }),
    examine,
    hearsFilmsOf: () => Promise.resolve(false),
    onEnded: (_tx: unknown, id: string) => done(ended.push(id)),
    onStarted: () => undefined,
    onMeasured: () => undefined,
  };
  return (["picture", "clip", "film"] as const).map((lane) => analysisJob(lane, parts));
}

/** Ends the process `times` times during the analysis. */
async function kill(times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    setup.leaveRunning(jobId);
    const runner = setup.runner(analyses(), { lanes: LANES, stopMs: 0 });
    await runner.start();
    const stopped = runner.stop();
    await setup.time.pass(MINUTE_MS);
    await stopped;
  }
}

const statusOf = () => runNow(findAsset(setup.db, assetId))?.status;

test("an end of the process does not count as an attempt of the analysis, and the original stays", async () => {
  await kill(1);
  expect(setup.row(jobId)).toMatchObject({ state: "ready", attempt: 0, rescues: 1, crashes: 0 });
  await kill(1);
  expect(setup.row(jobId)).toMatchObject({ state: "ready", attempt: 0, rescues: 2, crashes: 1 });
  expect([statusOf(), existsSync(folder.originalPath(assetId)), ended]).toEqual(["pending", true, []]);
});

test("a file that ends the process twice while only it is analysed fails, and its original is not needed", async () => {
  await kill(3);
  expect(setup.row(jobId)).toMatchObject({ state: "failed" });
  expect(runNow(findAsset(setup.db, assetId))).toMatchObject({
    status: "failed",
    error: "The service crashed twice while it analysed only this file, so it does not retry.",
  });
  expect(runNow(originalStatus(setup.db, assetId))).toBe("unneeded");
  expect(ended).toEqual([assetId]);
});

describe("an analysis whose decoder is killed", () => {
  const CRASHED: Examination = { status: "crashed", error: "The decoder crashed twice." };
  const OTHER: Examination = { status: "failed", error: "It ran too often." };

  /** Runs the analysis until it has ended as each of `ends`, or has thrown it. */
  async function analyse(...ends: readonly (Examination | Error)[]): Promise<void> {
    const left = [...ends];
    const before = setup.reports.length;
    const examine: Examine = () => {
      const end = left.shift() ?? OTHER;
      return end instanceof Error ? Promise.reject(end) : Promise.resolve(end);
    };
    const runner = setup.runner(analyses(examine), { lanes: LANES });
    await runner.start();
    // It reads a real folder, and a stop would change how it ends.
    while (setup.reports.length < before + ends.length) await setup.time.runDue();
    await runner.stop();
    expect(left).toEqual([]);
  }

  test("runs again, alone, and does not fail its file", async () => {
    await analyse(CRASHED);
    expect(setup.row(jobId)).toMatchObject({ state: "ready", attempt: 0, rescues: 1, crashes: 0 });
    expect([statusOf(), existsSync(folder.originalPath(assetId)), ended]).toEqual(["processing", true, []]);
  });

  test("fails its file at the second time, also with an end of the process in between", async () => {
    await analyse(CRASHED);
    await kill(1);
    setup.time.jump(MINUTE_MS);
    await analyse(CRASHED);
    expect(setup.row(jobId)).toMatchObject({ state: "done" });
    expect(runNow(findAsset(setup.db, assetId))).toMatchObject({
      status: "failed",
      error: "The decoder crashed twice.",
    });
    expect(ended).toEqual([assetId]);
  });

  test("fails its file only if it ran alone, not if an attempt in between ended in another way", async () => {
    await analyse(CRASHED);
    setup.time.jump(MINUTE_MS);
    await analyse(new Error("The machine is busy."));
    expect(setup.row(jobId)).toMatchObject({ state: "ready", attempt: 1, rescues: 0 });
    setup.time.jump(MINUTE_MS);
    await analyse(CRASHED);
    expect(setup.row(jobId)).toMatchObject({ state: "ready", attempt: 1, rescues: 1 });
    expect([statusOf(), ended]).toEqual(["processing", []]);
    setup.time.jump(MINUTE_MS);
    await analyse(CRASHED);
    expect([statusOf(), ended]).toEqual(["failed", [assetId]]);
  });

  test("does not count while the server stops, also not as the second time", async () => {
    await analyse(CRASHED);
    setup.time.jump(MINUTE_MS);
    const begun = Promise.withResolvers<void>();
    const examined = Promise.withResolvers<Examination>();
    const examine: Examine = () => {
      begun.resolve();
      return examined.promise;
    };
    const runner = setup.runner(analyses(examine), { lanes: LANES });
    await runner.start();
    await setup.time.runDue();
    await begun.promise;
    const stopped = runner.stop();
    examined.resolve(CRASHED);
    await stopped;
    expect(setup.row(jobId)).toMatchObject({ state: "ready", attempt: 0, rescues: 1 });
    expect([statusOf(), ended]).toEqual(["processing", []]);
  });

  test("does not count ends of the process", async () => {
    await kill(2);
    setup.time.jump(MINUTE_MS);
    await analyse(CRASHED);
    expect(setup.row(jobId)).toMatchObject({ state: "ready", rescues: 1, crashes: 0 });
    await analyse({ status: "failed", error: "It is damaged." });
    expect(runNow(findAsset(setup.db, assetId))?.error).toBe("It is damaged.");
  });
});
