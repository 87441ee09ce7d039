import { afterAll, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import type { StoredRef } from "../../../schema/media-ref.ts";
import { formatMediaRef } from "../../../schema/media-ref.ts";
import { checkDamage } from "../../../src/app/checks/store.ts";
import { ServiceDb } from "../../../src/db/service-db.ts";
import { DAY_MS, HOUR_MS } from "../../../src/lib/clock.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { checkObjects } from "../../../src/media/store/check-objects.ts";
import { countDamagedMedia } from "../../../src/media/store/damage-store.ts";
import { MediaDamage } from "../../../src/media/store/media-damage.ts";
import { keyOf } from "../../../src/media/store/object-place.ts";
import { putSources } from "../../../src/media/store/source-store.ts";
import { sha256 } from "../../../src/objects/s3-connection.ts";
import { S3Objects } from "../../../src/objects/s3-objects.ts";
import { FakeS3 } from "../../support/fake-s3.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ROUND_DAYS = 10;
const ROUND_MS = ROUND_DAYS * DAY_MS;
const MEDIA = 40;

const fake = new FakeS3();
afterAll(() => fake.stop());

let folder: string;
let db: ServiceDb;
let now: number;
let position: string | null;
let refs: readonly StoredRef[];
beforeEach(() => {
  fake.objects.clear();
  folder = temporaryFolder();
  db = ServiceDb.open(join(folder, "needledrop.db"));
  position = null;
  // The begin of a round.
  now = 1_000 * ROUND_MS;
  refs = Array.from({ length: MEDIA }, (_, at) => {
    const bytes = Buffer.from(`medium ${at}`);
    const ref = { kind: "stored", digest: sha256(bytes), extension: "wav" } as const;
    fake.set(keyOf(ref), bytes);
    return ref;
  }).toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
  const sources = refs.map((ref) => ({ ref: formatMediaRef(ref), byteSize: 9, modifiedAt: 1, digest: ref.digest }));
  db.transaction((tx) =>
    putSources(tx, [...sources, { ref: "/in/place.wav", byteSize: 1, modifiedAt: 1, digest: null }]),
  );
});

async function run(passedMs: number): Promise<readonly string[]> {
  now += passedMs;
  fake.requests.length = 0;
  const clock = { now: () => now };
  await checkObjects(
    {
      db,
      clock,
      store: new S3Objects(fake.settings()),
      damage: new MediaDamage({ db, clock, log: silentLog }),
      days: ROUND_DAYS,
      position: { read: () => position, write: (ref) => (position = ref) },
    },
    new AbortController().signal,
  );
  return fake.requests.filter((line) => line.startsWith("GET")).map((line) => line.slice("GET studio/".length));
}

test("each object is read once in a round, in equal steps, and again in the next one", async () => {
  expect(await run(0)).toEqual([]);
  const read: string[] = [];
  for (let part = 0; part < 11; part++) {
    const some = await run(ROUND_MS / 10);
    expect(some.length).toBeLessThan(MEDIA / 2);
    read.push(...some);
  }
  const keys = refs.map(keyOf);
  expect(read.slice(0, MEDIA)).toEqual(keys);
  expect(keys.join().startsWith(read.slice(MEDIA).join())).toBe(true);
});

test("an object with other bytes of the same size is damaged, until the right ones are back", async () => {
  await run(0);
  const [ref] = refs;
  if (ref === undefined) throw new Error("expected a medium");
  const right = fake.bytesOf(keyOf(ref)) ?? new Uint8Array();
  fake.set(keyOf(ref), new Uint8Array(right.byteLength));
  await run(ROUND_MS - 1);
  expect(countDamagedMedia(db)).toBe(1);
  expect(checkDamage({ url: "s3://a-bucket" }, folder)).toMatchObject([
    { status: "fail", detail: expect.stringContaining(`1 media are damaged: ${formatMediaRef(ref)}`) },
  ]);
  fake.set(keyOf(ref), right);
  expect(await run(HOUR_MS / 2)).not.toContain(keyOf(ref));
  expect(await run(HOUR_MS)).toContain(keyOf(ref));
  expect(countDamagedMedia(db)).toBe(0);
  expect(checkDamage({ url: "s3://a-bucket" }, folder)).toEqual([]);
});

test("a missing object is not damaged", async () => {
  await run(0);
  fake.objects.clear();
  await run(ROUND_MS - 1);
  expect(countDamagedMedia(db)).toBe(0);
});
