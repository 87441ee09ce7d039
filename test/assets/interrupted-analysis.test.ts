import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { ANALYSIS_JOBS } from "../../src/assets/analysis-lanes.ts";
import { analysisJob } from "../../src/assets/jobs.ts";
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
  jobId = setup.db.transaction((tx) => {
    runNow(insertAsset(tx, assetRow({ id: assetId, keyId: key.id, status: "pending" })));
    return runNow(
      setup.queue.enqueue(tx, { kind: ANALYSIS_JOBS.film, payload: { asset_id: assetId }, client: key.id }),
    );
  });
});
afterEach(() => setup.close());

/** The analyses of the server, with a file that is never analysed to its end. */
function analyses(): readonly JobKind<unknown>[] {
  const parts = {
    db: setup.db,
    clock: setup.time,
    log: setup.log,
    originals: new Originals({ folder, objects: null, log: setup.log, freeBytes: () => 1e12 }),
    examine: (_file: unknown, _path: string, signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
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
