import { afterAll, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import type { StoredRef } from "../../../schema/media-ref.ts";
import { formatMediaRef } from "../../../schema/media-ref.ts";
import { checkDamage } from "../../../src/app/checks/store.ts";
import type { SqliteServiceDb } from "../../../src/db/sqlite-service-db.ts";
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
import { newServiceDb } from "../../support/new-service-db.ts";

const ROUND_DAYS = 10;
const ROUND_MS = ROUND_DAYS * DAY_MS;
const MEDIA = 40;

const fake = new FakeS3();
afterAll(() => fake.stop());

let folder: string;
let db: SqliteServiceDb;
let now: number;
let position: string | null;
let refs: readonly StoredRef[];
let logged: object[];
let isDown: boolean;
let days: number;
beforeEach(async () => {
  logged = [];
  isDown = false;
  days = ROUND_DAYS;
  fake.instead = () => null;
  fake.objects.clear();
  folder = temporaryFolder();
  db = newServiceDb(join(folder, "needledrop.db"));
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
  await db.write((tx) =>
    putSources(tx, [...sources, { ref: "/in/place.wav", byteSize: 1, modifiedAt: 1, digest: null }]),
  );
});

function damagedCount(): Promise<number> {
  return db.read(countDamagedMedia(db));
}

async function run(passedMs: number): Promise<readonly string[]> {
  now += passedMs;
  fake.requests.length = 0;
  const clock = { now: () => now };
  await checkObjects(
    {
      db,
      clock,
      log: { ...silentLog, error: (fields) => void logged.push(fields) },
      isDown: () => isDown,
      store: new S3Objects(fake.settings()),
      damage: new MediaDamage({ db, clock, log: silentLog }),
      days,
      position: {
        read: () => Promise.resolve(position),
        write: async (ref) => {
          position = ref;
        },
      },
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
  expect(await damagedCount()).toBe(1);
  expect(await checkDamage({ url: "s3://a-bucket" }, folder)).toMatchObject([
    { status: "fail", detail: expect.stringContaining(`1 media are damaged: ${formatMediaRef(ref)}`) },
  ]);
  fake.set(keyOf(ref), right);
  expect(await run(HOUR_MS / 2)).not.toContain(keyOf(ref));
  expect(await run(HOUR_MS)).toContain(keyOf(ref));
  expect(await damagedCount()).toBe(0);
  expect(await checkDamage({ url: "s3://a-bucket" }, folder)).toEqual([]);
});

test("an object that cannot be read is named and skipped, and stays damaged if it was", async () => {
  await run(0);
  const [first, second] = refs;
  if (first === undefined || second === undefined) throw new Error("expected media");
  fake.set(keyOf(second), new Uint8Array(9));
  fake.instead = ({ method }, key) =>
    method === "GET" && key.endsWith(keyOf(first)) ? new Response(null, { status: 403 }) : null;
  expect(await run(ROUND_MS - 1)).toHaveLength(MEDIA);
  expect(logged).toMatchObject([{ unreadable: 1, refs: [formatMediaRef(first)] }]);
  expect(position).toStartWith("store:ffffff");
  expect(await damagedCount()).toBe(1);
  fake.instead = ({ method }) => (method === "GET" ? new Response(null, { status: 403 }) : null);
  expect(await run(HOUR_MS + 1)).toContain(keyOf(second));
  expect(await run(1)).not.toContain(keyOf(second));
  expect(await damagedCount()).toBe(1);
});

test("a store that is down ends the run", async () => {
  await run(0);
  isDown = true;
  fake.instead = () => new Response(null, { status: 403 });
  await expect(run(ROUND_MS - 1)).rejects.toThrow("403");
  expect(fake.requests).toHaveLength(1);
});

test("a damaged object that is gone is no longer damaged, and is read again without rounds, too", async () => {
  const [right, gone] = refs;
  if (right === undefined || gone === undefined) throw new Error("expected media");
  for (const ref of [right, gone]) await new MediaDamage({ db, clock: { now: () => now }, log: silentLog }).note(ref);
  fake.objects.delete(`studio/${keyOf(gone)}`);
  days = 0;
  expect((await run(HOUR_MS + 1)).filter((key) => key !== "")).toEqual([keyOf(right)]);
  expect([await damagedCount(), position]).toEqual([0, null]);
});

test("a missing object is not damaged", async () => {
  await run(0);
  fake.objects.clear();
  await run(ROUND_MS - 1);
  expect(await damagedCount()).toBe(0);
});
