import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rm, writeFile } from "node:fs/promises";
import { parseMediaRef } from "../../../schema/media-ref.ts";
import type { SqliteServiceDb } from "../../../src/db/sqlite-service-db.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { Refused } from "../../../src/lib/refusal.ts";
import { MediaCache } from "../../../src/media/store/media-cache.ts";
import { mediaFiles, type MediaFiles } from "../../../src/media/store/media-files.ts";
import { MediaStore } from "../../../src/media/store/media-store.ts";
import { keyOf, ObjectPlace } from "../../../src/media/store/object-place.ts";
import { putSources } from "../../../src/media/store/source-store.ts";
import { S3Objects } from "../../../src/objects/s3-objects.ts";
import { FakeS3 } from "../../support/fake-s3.ts";
import { wavBytes } from "../../support/small-media.ts";
import { TestFolder } from "../../support/temporary-folder.ts";
import { newServiceDb } from "../../support/new-service-db.ts";

const WAV = wavBytes(600_000);
const IMPORTED_AT = 1_000_000;

const fake = new FakeS3();
afterAll(() => fake.stop());

let folder: TestFolder;
let db: SqliteServiceDb;
let ref: string;
let key: string;
let logged: string[];
beforeEach(async () => {
  fake.objects.clear();
  fake.requests.length = 0;
  logged = [];
  folder = new TestFolder();
  db = newServiceDb(folder.to("needledrop.db"));
  await writeFile(folder.to("a.wav"), WAV);
  const stored = await storeOf().put(folder.to("a.wav"), "copy", null);
  ref = stored.ref;
  await db.write((tx) =>
    putSources(tx, [{ ref, byteSize: WAV.byteLength, modifiedAt: IMPORTED_AT, digest: stored.digest }]),
  );
  const parsed = parseMediaRef(ref);
  key = parsed?.kind === "stored" ? keyOf(parsed) : "";
});
afterEach(() => {
  fake.instead = () => null;
  db.close();
});

function storeOf(): MediaStore {
  const cache = new MediaCache(folder.path, { bytesMax: 10_000_000, clock: { now: () => Date.now() } });
  const place = new ObjectPlace(new S3Objects(fake.settings()), cache, {
    claim: async () => undefined,
    redirects: false,
    damage: { has: async () => false, note: async () => undefined, clear: async () => undefined },
  });
  return new MediaStore(folder.path, "server", { place });
}

/** Those of a server that has just started. */
function filesOf(): MediaFiles {
  const error = (fields: object): void => void logged.push(JSON.stringify(fields));
  return mediaFiles(db, storeOf(), { ...silentLog, error });
}

const dropCopies = (): Promise<void> => rm(folder.to("cache"), { recursive: true, force: true });

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof Refused ? error.refusals[0].name : String(error);
}

async function bytesOf(files: MediaFiles): Promise<Uint8Array> {
  const object = await files.open(ref);
  const pieces: Uint8Array[] = [];
  for await (const piece of (await object?.read(0, object.byteSize - 1)) ?? []) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe("an object of another size than was imported", () => {
  test.each([
    ["shorter", WAV.slice(0, 400_000)],
    ["longer", Buffer.concat([WAV, WAV])],
  ])("is refused when it is %s, named in the log, and served as soon as it is whole again", async (_what, bytes) => {
    await dropCopies();
    fake.set(key, bytes);
    const files = filesOf();
    expect([await refusalOf(files.open(ref)), await refusalOf(files.locate(ref))]).toEqual(["not_found", "not_found"]);
    expect(logged[0]).toContain(`has ${bytes.byteLength} bytes, not ${WAV.byteLength}`);
    fake.set(key, WAV);
    expect(await bytesOf(files)).toEqual(Buffer.from(WAV));
  });

  test("is not taken for whole because it was when it was served last", async () => {
    await dropCopies();
    const files = filesOf();
    expect((await bytesOf(files)).byteLength).toBe(WAV.byteLength);
    fake.set(key, WAV.slice(0, 400_000));
    await bytesOf(files).catch(() => undefined);
    expect(await refusalOf(files.open(ref))).toBe("not_found");
  });

  test("does not replace a copy that is whole", async () => {
    fake.set(key, WAV.slice(0, 400_000));
    const files = filesOf();
    expect((await files.open(ref))?.byteSize).toBe(WAV.byteLength);
    expect(await Bun.file(await files.locate(ref)).bytes()).toEqual(WAV);
  });
});

describe("an object with a local copy", () => {
  test("is served after a start while the store does not answer, with the headers that it has otherwise", async () => {
    await dropCopies();
    const fromStore = await filesOf().open(ref);
    await filesOf().locate(ref);
    fake.requests.length = 0;
    fake.instead = () => new Response(null, { status: 403 });
    const { path = null, ...copy } = (await filesOf().open(ref)) ?? {};
    expect(await Bun.file(path ?? "").bytes()).toEqual(WAV);
    expect(copy).toMatchObject({ byteSize: WAV.byteLength, changedAt: IMPORTED_AT, digest: fromStore?.digest });
    expect([fromStore?.byteSize, fromStore?.changedAt, fromStore?.path]).toEqual([WAV.byteLength, IMPORTED_AT, null]);
    expect(fake.requests).toEqual([]);
  });
});

test("a medium in the data folder is served without a query", async () => {
  const store = new MediaStore(folder.path, "server");
  const { ref: local } = await store.put(folder.to("a.wav"), "copy", null);
  let queries = 0;
  const counted = new Proxy(db, {
    get(target, name) {
      queries += 1;
      const value: unknown = Reflect.get(target, name);
      return value;
    },
  });
  const files = mediaFiles(counted, store, silentLog);
  expect(await files.open(local)).toBeNull();
  expect(await files.locate(local)).toBe(store.pathOf(local) ?? "");
  expect(queries).toBe(0);
});
