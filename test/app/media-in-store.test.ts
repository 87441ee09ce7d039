import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { backUpData } from "../../src/app/backup-data.ts";
import { SERVER } from "../../src/audit/audit-event.ts";
import { importInto } from "../../src/app/change-catalog.ts";
import { checkStore, checkStoredCatalogs, checkStoreOwner } from "../../src/app/checks/store.ts";
import {
  claimObjects,
  isStoreUnconfirmed,
  ObjectsOfOthers,
  reclaimObjects,
  requireMediaPlace,
} from "../../src/app/claim-objects.ts";
import { copyToFolder, copyToObjects } from "../../src/app/copy-media.ts";
import { mediaStoreOf } from "../../src/app/media-store-of.ts";
import { openData } from "../../src/app/open-data.ts";
import { NeedledropServer } from "../../src/app/server.ts";
import { takeServerLock } from "../../src/app/data-locks.ts";
import { buildServices } from "../../src/app/services.ts";
import { restoreData } from "../../src/app/restore-data.ts";
import { keepObjectsOf } from "../../src/catalog/stored/objects-store.ts";
import { sweepMedia } from "../../src/catalog/import/media/sweep-media.ts";
import { InvalidConfig, readConfig } from "../../src/config/config.ts";
import { silentLog } from "../../src/lib/log.ts";
import { keyOf } from "../../src/media/store/object-place.ts";
import { MediaStore } from "../../src/media/store/media-store.ts";
import { sha256 } from "../../src/objects/s3-connection.ts";
import { S3Objects } from "../../src/objects/s3-objects.ts";
import { parseMediaRef } from "../../schema/media-ref.ts";
import { TestCli } from "../cli/setup.ts";
import { FakeS3 } from "../support/fake-s3.ts";
import { HttpApp } from "../support/http-app.ts";
import { wavBytes } from "../support/small-media.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const fake = new FakeS3();
const objects = new S3Objects(fake.settings());
afterAll(() => fake.stop());

let data: string;
let refs: readonly string[];
beforeEach(async () => {
  fake.objects.clear();
  data = temporaryFolder();
  const store = new MediaStore(data, "import");
  const stored: string[] = [];
  for (const size of [10_000, 20_000]) {
    const path = join(data, `${size}.wav`);
    await writeFile(path, wavBytes(size));
    stored.push((await store.put(path, "copy", null)).ref);
  }
  refs = stored;
});

const media = (): string => join(data, "media");
const keyIn = (ref: string): string => {
  const parsed = parseMediaRef(ref);
  if (parsed?.kind !== "stored") throw new Error("expected a ref into the store");
  return keyOf(parsed);
};
const plain = (path: string) => ({ path, hasCatalogs: false });
const ignore = (): void => undefined;
const none = { files: 0, first: [] };

describe("a copy of media", () => {
  test("to a store and back gives the same files, and copies each only once", async () => {
    const there = await copyToObjects(plain(media()), objects, ignore);
    expect(there).toMatchObject({ copied: { files: 2 }, present: { files: 0 }, damaged: none, missing: none });
    expect(await copyToObjects(plain(media()), objects, ignore)).toMatchObject({
      copied: { files: 0 },
      present: { files: 2 },
    });
    const back = temporaryFolder();
    expect(await copyToFolder(objects, plain(back), ignore)).toMatchObject({ copied: { files: 2 }, missing: none });
    for (const ref of refs) {
      const path = keyIn(ref).slice("media/".length);
      expect(await Bun.file(join(back, path)).bytes()).toEqual(await Bun.file(join(media(), path)).bytes());
    }
    expect(await readdir(join(back, "tmp"))).toEqual([]);
  });

  test("replaces an object with another size, and names damaged and missing media", async () => {
    const [first = "", second = ""] = refs;
    fake.set(keyIn(first), new Uint8Array(3));
    expect(await copyToObjects(plain(media()), objects, ignore)).toMatchObject({ copied: { files: 2 } });
    const { byteLength = 0 } = fake.bytesOf(keyIn(second)) ?? {};
    fake.set(keyIn(second), new Uint8Array(byteLength));
    const name = keyIn(second).split("/").at(-1) ?? "";
    expect(await copyToFolder(objects, plain(temporaryFolder()), ignore)).toMatchObject({
      copied: { files: 1 },
      damaged: { files: 1, first: [`${name} (its content differs)`] },
      missing: { files: 1 },
    });
  });
});

test("a copy of the store has the files of its catalogs, checked, and media/ of a data folder has none", async () => {
  const bytes = Buffer.from("a catalog");
  const good = `catalog/${sha256(bytes)}`;
  fake.set(good, bytes);
  fake.set(`catalog/${"ab".repeat(32)}`, bytes);
  fake.set("catalog/another", bytes);
  const back = temporaryFolder();
  const there = await copyToFolder(objects, { path: back, hasCatalogs: true }, ignore);
  expect(there).toMatchObject({ copied: { files: 1 }, catalogFiles: 2, damaged: { files: 1 }, missing: { files: 1 } });
  expect(await readdir(join(back, "catalog"))).toEqual([sha256(bytes)]);
  fake.objects.clear();
  const sent = await copyToObjects({ path: back, hasCatalogs: true }, objects, ignore);
  expect(sent).toMatchObject({ copied: { files: 1 }, catalogFiles: 1, damaged: none, missing: none });
  expect(Buffer.from(fake.bytesOf(good) ?? []).toString()).toBe("a catalog");
  expect(await copyToFolder(objects, plain(temporaryFolder()), ignore)).toMatchObject({ catalogFiles: 0 });
});

test("the command that copies media to a store refuses the store of another data folder", async () => {
  const cli = new TestCli();
  for (const [name, value] of Object.entries(fake.options())) {
    cli.set(`NEEDLEDROP_${name.replaceAll("-", "_").toUpperCase()}`, value);
  }
  const copy = () => cli.run("store", "copy", media(), fake.settings().url);
  expect((await copy()).stderr).toContain("There is no Needledrop data");
  expect((await cli.run("keys", "create", "--name", "a studio")).status).toBe(0);
  fake.set("owner", Buffer.from(crypto.randomUUID()));
  const refused = await copy();
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("belongs to another data folder")]);
  expect(fake.objects.size).toBe(1);
  const claimed = await cli.run("store", "claim");
  expect([claimed.status, claimed.stdout]).toEqual([0, "s3://a-bucket/studio belongs to this data folder.\n"]);
  const owner = Buffer.from(fake.bytesOf("owner") ?? []).toString();
  expect(await cli.json("audit")).toContainEqual(
    expect.objectContaining({
      action: "store.claimed",
      objects: { owner },
      actor: expect.objectContaining({ kind: "command" }),
    }),
  );
  expect((await copy()).status).toBe(0);
  expect(fake.objects.size).toBe(3);
  // media/ of the data folder by another name, before it exists.
  const linked = join(temporaryFolder(), "linked");
  await symlink(cli.data, linked);
  fake.set(`catalog/${sha256(Buffer.from("a catalog"))}`, Buffer.from("a catalog"));
  const back = await cli.run("store", "copy", fake.settings().url, join(linked, "media"));
  expect([back.status, await readdir(join(cli.data, "media"))]).toEqual([0, expect.not.arrayContaining(["catalog"])]);
});

describe("the start of a server", () => {
  const DUMP = [
    { id: "1", title: "Tone", audio_files: [{ id: "9001", description: "", vocals: "none", wav: "tone.wav" }] },
  ];
  let app: HttpApp;
  beforeEach(async () => {
    app = await HttpApp.create({ media: "copy", files: { "tone.wav": wavBytes(5_000) }, dump: DUMP });
  });
  afterEach(() => app.close());

  const mistakeOf = async (store: S3Objects | null): Promise<string> => {
    const error = await requireMediaPlace(app.core, store).catch((thrown: unknown) => thrown);
    return error instanceof InvalidConfig ? error.message : String(error);
  };

  test("is refused until the media of the data folder are in the store, and without the store until they are back", async () => {
    const folder = join(app.core.config.dataDir, "media");
    expect(await mistakeOf(objects)).toContain(`needledrop store copy ${folder} s3://a-bucket/studio`);
    await copyToObjects(plain(folder), objects, ignore);
    expect(await mistakeOf(objects)).toBe("undefined");
    await rm(folder, { recursive: true });
    expect(await mistakeOf(null)).toContain("Set NEEDLEDROP_STORE, or copy them back");
    await copyToFolder(objects, plain(folder), ignore);
    expect(await mistakeOf(null)).toBe("undefined");
  });

  test("reads no catalog while no store was ever used", async () => {
    const { db, config } = app.core;
    let reads = 0;
    const counted = new Proxy(db, {
      get(target, name) {
        if (name === "orm") reads += 1;
        const value: unknown = Reflect.get(target, name);
        return value;
      },
    });
    await requireMediaPlace({ config, db: counted }, null);
    // The setting of the owner.
    expect(reads).toBe(1);
  });

  test("is refused with the prefix of another data folder, because a sweep would remove its media", async () => {
    await claimObjects(objects, app.core.config.dataDir, app.core.db);
    await claimObjects(objects, app.core.config.dataDir, app.core.db);
    fake.set("owner", Buffer.from(crypto.randomUUID()));
    expect(await claimObjects(objects, data, app.core.db).catch((error: unknown) => error)).toBeInstanceOf(
      ObjectsOfOthers,
    );
    expect(await mistakeOf(objects)).toContain("belongs to another data folder");
  });

  test("waits for no store after it was given up", async () => {
    const asked = Promise.withResolvers<void>();
    const silent = new FakeS3();
    silent.instead = () => {
      asked.resolve();
      return new Response(new ReadableStream());
    };
    const givingUp = new AbortController();
    const required = requireMediaPlace(app.core, new S3Objects(silent.settings()), givingUp.signal);
    await asked.promise;
    givingUp.abort(new Error("given up"));
    await expect(required).rejects.toThrow("given up");
    await silent.stop();
  });

  test("goes on while the store does not answer", async () => {
    fake.instead = () => new Response(null, { status: 403 });
    expect(await mistakeOf(objects)).toBe("undefined");
    fake.instead = () => null;
  });
});

describe("the doctor", () => {
  test("counts the media of the store, and says what to do if it cannot be listed", async () => {
    await copyToObjects(plain(media()), objects, ignore);
    const { checks, stored } = await checkStore(fake.settings());
    expect(checks).toMatchObject([{ status: "ok", detail: "s3://a-bucket/studio answers; it has 2 media" }]);
    expect(refs.every((ref) => stored?.has(ref))).toBe(true);
    fake.instead = () => new Response(null, { status: 403 });
    const refused = await checkStore(fake.settings());
    expect(refused).toMatchObject({
      checks: [{ status: "fail", advice: expect.stringContaining("NEEDLEDROP_STORE_ACCESS_KEY") }],
      stored: null,
    });
    fake.instead = () => null;
  });
});

describe("the settings of a store", () => {
  const given = { NEEDLEDROP_STORE_ACCESS_KEY: "a", NEEDLEDROP_STORE_SECRET_KEY: "b" };
  const mistakes = (environment: Record<string, string>): string => {
    try {
      readConfig(environment);
      return "";
    } catch (error) {
      return String(error);
    }
  };

  test("are a bucket, a prefix and keys", () => {
    expect(readConfig({ ...given, NEEDLEDROP_STORE: "s3://a-bucket/x/y/" }).store).toMatchObject({
      url: "s3://a-bucket/x/y",
      bucket: "a-bucket",
      prefix: "x/y/",
      endpoint: "https://s3.us-east-1.amazonaws.com",
      pathStyle: true,
      cacheBytes: 10 * 1024 ** 3,
    });
    expect(readConfig({ ...given, NEEDLEDROP_STORE: "s3://a-bucket" }).store).toMatchObject({ prefix: "" });
  });

  test.each(["https://a-bucket", "s3://", "s3://A", "s3://a-bucket/x/../y", "s3://a-bucket/ä"])("refuse %s", (url) => {
    expect(mistakes({ ...given, NEEDLEDROP_STORE: url })).toContain("expected s3://bucket");
  });

  test("are refused without keys, and together with backups of media", () => {
    expect(mistakes({ NEEDLEDROP_STORE: "s3://a-bucket" })).toContain("set NEEDLEDROP_STORE_ACCESS_KEY");
    const backups = { NEEDLEDROP_BACKUP_DIR: data, NEEDLEDROP_BACKUP_MEDIA: "yes" };
    expect(mistakes({ ...given, ...backups, NEEDLEDROP_STORE: "s3://a-bucket" })).toContain(
      "backups do not contain them",
    );
  });
});

describe("a backup", () => {
  test("is restored to a folder that has only copies of objects", async () => {
    const app = await HttpApp.create();
    const file = join(temporaryFolder(), "backup.tar");
    await backUpData(app.core, file, "0.0.0");
    await app.close();
    const restored = temporaryFolder();
    await mkdir(join(restored, "cache", "media"), { recursive: true });
    const { manifest } = await restoreData({ backup: file, dataDir: restored, force: false, clock: app.time });
    expect(manifest.files.map(({ name }) => name)).toContain("needledrop.db");
  });

  test("of the folder with cp removes nothing, and a renamed folder goes on", async () => {
    const app = await HttpApp.create();
    const { dataDir } = app.core.config;
    expect(await app.core.db.read(isStoreUnconfirmed(app.core.db, dataDir))).toBe(false);
    await claimObjects(objects, dataDir, app.core.db);
    expect(await app.core.db.read(isStoreUnconfirmed(app.core.db, dataDir))).toBe(false);
    await app.close();
    const copied = temporaryFolder();
    Bun.spawnSync(["cp", "-a", `${dataDir}/.`, copied]);
    const renamed = `${copied}-renamed`;
    await rename(dataDir, renamed);
    const unconfirmedIn = async (folder: string): Promise<boolean> => {
      const core = await openData({ ...app.core.config, dataDir: folder }, silentLog, { mayCreate: false });
      try {
        return await core.db.read(isStoreUnconfirmed(core.db, folder));
      } finally {
        await core.close();
      }
    };
    expect([await unconfirmedIn(copied), await unconfirmedIn(renamed)]).toEqual([true, false]);
    await rename(renamed, dataDir);
  });

  test("restored beside its server removes nothing from the store until it claims it, which then refuses that server", async () => {
    const settings = fake.options();
    const lines = [
      { id: "1", title: "Tone", audio_files: [{ id: "9001", description: "", vocals: "none", wav: "tone.wav" }] },
    ];
    const app = await HttpApp.create({ media: "copy", files: { "tone.wav": wavBytes(5_000) }, dump: lines, settings });
    await claimObjects(objects, app.core.config.dataDir, app.core.db);
    const file = join(temporaryFolder(), "backup.tar");
    await backUpData(app.core, file, "0.0.0");
    const dataDir = temporaryFolder();
    await restoreData({ backup: file, dataDir, force: true, clock: app.time });
    const later = keyOf({ kind: "stored", digest: "ab".repeat(32), extension: "wav" });
    fake.set(later, wavBytes(100), new Date(app.time.now() - 2 * 86_400_000));
    const config = { ...app.core.config, dataDir };
    const core = await openData(config, silentLog, { mayCreate: false });
    const sweepIt = async (): Promise<unknown> =>
      await sweepMedia({
        dataDir,
        serviceDb: core.db,
        store: mediaStoreOf({ ...core, clock: app.time }, "server"),
        generated: new MediaStore(dataDir, "server", { folder: "generated" }),
        clock: app.time,
        log: silentLog,
        signal: null,
        hasImportLock: false,
      });
    expect(await sweepIt()).toEqual({ files: 0, isComplete: true });
    expect(fake.bytesOf(later)).not.toBeNull();
    expect(await checkStoreOwner(fake.settings(), dataDir)).toMatchObject([
      { status: "warn", detail: expect.stringContaining("needledrop store claim") },
    ]);

    await reclaimObjects(objects, dataDir, core.db);
    expect(await checkStoreOwner(fake.settings(), dataDir)).toEqual([]);
    expect(await sweepIt()).toEqual({ files: 1, isComplete: true });
    expect(fake.bytesOf(later)).toBeNull();
    expect(await requireMediaPlace(app.core, objects).catch(String)).toContain("belongs to another data folder");
    await core.close();
    await app.close();
  });
});

test("a server downloads the catalog that its data folder has lost, unless its start is given up, and doctor says which copies the store has", async () => {
  const dataDir = join(temporaryFolder(), "data");
  const dump = join(data, "dump.jsonl");
  await writeFile(dump, JSON.stringify({ id: "1", title: "Tone" }));
  const config = readConfig({}, { data: dataDir, ...fake.options() });
  const core = await openData(config, silentLog, { mayCreate: true });
  const usual = { media: "copy", map: new Map(), reportPath: null, onProgress: null, signal: null } as const;
  await importInto(core, { actor: SERVER }, { paths: [dump], replace: false, dryRun: false, ...usual });
  const checked = async () => await checkStoredCatalogs(fake.settings(), dataDir);
  expect(await checked()).toMatchObject([
    { status: "ok", detail: expect.stringContaining("generation 1 and its index") },
  ]);
  await rm(join(dataDir, "catalog"), { recursive: true });
  const downloading = Promise.withResolvers<void>();
  fake.instead = (request, key) => {
    if (request.method !== "GET" || !key.includes("/catalog/")) return null;
    downloading.resolve();
    return new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(1)) }), { status: 206 });
  };
  const givingUp = new AbortController();
  const given = new NeedledropServer(core, "0.0.0-test").start(givingUp.signal);
  await downloading.promise;
  givingUp.abort(new Error("given up"));
  await expect(given).rejects.toThrow("given up");
  expect(await readdir(join(dataDir, "catalog"))).toEqual([]);
  takeServerLock(dataDir, { pid: process.pid, role: "server", address: null, since: 0 }).release();
  fake.instead = () => null;
  const services = await buildServices(core, { version: "0.0.0-test", ownUrl: () => "http://needledrop.test" });
  await services.catalog.start();
  expect(services.catalog.current()?.db.songsByIds(["1"]).get("1")?.title).toBe("Tone");
  await services.catalog.stop();
  const lost = [...fake.objects.keys()].find((key) => key.includes("/catalog/")) ?? "";
  fake.objects.delete(lost);
  expect(await checked()).toMatchObject([{ status: "fail", detail: expect.stringContaining("has lost") }]);
  await core.db.write((tx) => keepObjectsOf(tx, []));
  expect(await checked()).toMatchObject([{ status: "warn", detail: expect.stringContaining("0 of the 2 files") }]);
  await core.close();
});
