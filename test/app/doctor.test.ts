import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "selfsigned";
import type { Check } from "../../src/app/checks/check.ts";
import { IndexBuilder } from "../../src/ranking/index-builder.ts";
import { ofCatalog } from "../../src/ranking/pack-index.ts";
import { checkCertificates } from "../../src/app/checks/certificates.ts";
import { checkClock } from "../../src/app/checks/clock.ts";
import { checkDataFolder } from "../../src/app/checks/data-folder.ts";
import { checkCatalog, checkServiceDatabase } from "../../src/app/checks/databases.ts";
import { checkLeftovers } from "../../src/app/checks/leftovers.ts";
import { checkLengths } from "../../src/app/checks/lengths.ts";
import { checkMedia } from "../../src/app/checks/media.ts";
import { recordFacts, recordLength } from "../../src/audio/facts-store.ts";
import { audioFacts } from "../support/audio-facts.ts";
import { checkPlace } from "../../src/app/checks/vision.ts";
import { takeServerLock } from "../../src/app/data-locks.ts";
import { diagnose } from "../../src/app/doctor.ts";
import { adminTokenOf } from "../../src/app/secrets.ts";
import type { MediaMode } from "../../src/catalog/import/media/media-importer.ts";
import { DAY_MS } from "../../src/lib/clock.ts";
import { systemTimer } from "../../src/lib/timer.ts";
import { LocalEmbeddingServer } from "../support/embedding-server.ts";
import { completion, reply, StandInVisionServer } from "../support/vision-server.ts";
import { NOON, TestInstallation } from "./setup.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

let installation: TestInstallation;

beforeEach(() => {
  installation = new TestInstallation();
});

afterEach(() => installation.remove());

async function importSongs(...songs: readonly object[]): Promise<void> {
  await importSongsBy("in-place", ...songs);
}

async function importSongsBy(media: MediaMode, ...songs: readonly object[]): Promise<void> {
  const core = await installation.open();
  await installation.importSongs(core, media, songs);
  await core.close();
}

function statusOf(checks: readonly Check[], name: string): string | undefined {
  return checks.find((check) => check.name === name)?.status;
}

describe("the doctor", () => {
  test("accepts a new installation, and creates only native parts", async () => {
    const { checks } = await diagnose({
      environment: {},
      overrides: { data: installation.data },
      clock: installation.clock,
    });
    expect(checks.filter((check) => check.status === "fail")).toEqual([]);
    expect(statusOf(checks, "data folder")).toBe("warn");
    expect(readdirSync(installation.folder)).toEqual([]);
  });

  test("checks everything in a working installation, with advice about the rest", async () => {
    await importSongs({ id: "1", title: "Glass Harbour" });
    const { checks } = await diagnose({
      environment: {},
      overrides: { data: installation.data },
      clock: installation.clock,
    });
    const names = [
      "configuration",
      "data folder",
      "privacy",
      "disk",
      "server",
      "schema",
      "database",
      "queue",
      "catalog",
    ];
    const more = [
      "catalog schema",
      "catalog database",
      "search index",
      "media",
      "measured",
      "made media",
      "sharp",
      "ffprobe",
      "ffmpeg",
      "ranking kernel",
      "clock",
    ];
    for (const name of [...names, ...more]) expect([name, statusOf(checks, name)]).not.toEqual([name, undefined]);
    for (const check of checks) if (check.status !== "ok") expect(check.advice).not.toBe("");
  });

  test("reports every mistake in the configuration with secrets masked, and continues", async () => {
    const environment = {
      NEEDLEDROP_PORT: "x",
      NEEDLEDROP_LOG_LEVEL: "y",
      NEEDLEDROP_ADMIN_TOKEN: "correct horse battery",
    };
    const diagnosis = await diagnose({
      environment,
      overrides: { data: installation.data },
      clock: installation.clock,
    });
    expect(diagnosis.checks.filter((check) => check.name === "configuration" && check.status === "fail")).toHaveLength(
      2,
    );
    expect(statusOf(diagnosis.checks, "clock")).toBe("ok");
    expect(JSON.stringify(diagnosis)).not.toContain("correct horse");
  });

  test("names a running server without disturbing it", async () => {
    await (await installation.open()).close();
    const lock = takeServerLock(installation.data, { pid: 4711, role: "server", address: "http://x:1", since: 0 });
    const { checks } = await diagnose({
      environment: {},
      overrides: { data: installation.data },
      clock: installation.clock,
    });
    expect(checks.find((check) => check.name === "server")?.detail).toBe(
      "running: process 4711 (server) at http://x:1",
    );
    lock.release();
  });
});

describe("the embedding model", () => {
  let server: LocalEmbeddingServer;
  beforeEach(() => {
    server = new LocalEmbeddingServer();
  });
  afterEach(() => server.stop());

  async function examine(environment: Readonly<Record<string, string>>): Promise<Check | undefined> {
    const { checks } = await diagnose({
      environment,
      overrides: { data: installation.data },
      clock: installation.clock,
    });
    return checks.find(({ name }) => name === "embedding model");
  }

  test("gets a request, and the songs with a vector are counted", async () => {
    await importSongs({ id: "1", title: "Glass Harbour" });
    const model = { NEEDLEDROP_AI_BASE_URL: server.baseUrl, NEEDLEDROP_AI_EMBED_MODEL: "small" };
    const detail = "small returns vectors of 5 numbers; vectors: 0, songs: 1";
    expect(await examine(model)).toEqual({ name: "embedding model", status: "ok", detail });
    server.behave = () => new Response("", { status: 404 });
    expect(await examine(model)).toMatchObject({ status: "warn", detail: expect.stringContaining("answered 404") });
  });

  test("without a server is reported, and without a model there is no check", async () => {
    expect(await examine({ NEEDLEDROP_AI_EMBED_MODEL: "small" })).toMatchObject({ status: "warn" });
    expect(await examine({ NEEDLEDROP_AI_BASE_URL: server.baseUrl })).toBeUndefined();
    expect(server.requests).toEqual([]);
  });
});

describe("the vision model", () => {
  let server: StandInVisionServer;
  beforeEach(async () => {
    server = await StandInVisionServer.start();
  });
  afterEach(() => server.stop());

  async function examine(environment: Readonly<Record<string, string>>): Promise<readonly Check[]> {
    const { checks } = await diagnose({
      environment,
      overrides: { data: installation.data },
      clock: installation.clock,
    });
    return checks.filter(({ name }) => name === "vision model");
  }

  test("is recommended where none is configured, and then nothing is sent", async () => {
    const recommended = { status: "ok", detail: expect.stringContaining("recommended for stills with people") };
    expect(await examine({})).toEqual([expect.objectContaining(recommended)]);
    expect(await examine({ NEEDLEDROP_AI_BASE_URL: server.baseUrl })).toEqual([expect.objectContaining(recommended)]);
    expect(server.requests).toBe(0);
  });

  test("gets one picture, and the check says whether it can describe it", async () => {
    const model = { NEEDLEDROP_AI_BASE_URL: server.baseUrl, NEEDLEDROP_AI_VISION_MODEL: "eyes" };
    const detail = `eyes at ${server.baseUrl} describes pictures: people, animals, things and what happens`;
    expect(await examine(model)).toEqual([{ name: "vision model", status: "ok", detail }]);
    server.behave = reply('{"error":{"message":"no such model"}}', "404 Not Found");
    expect(await examine(model)).toMatchObject([
      { status: "warn", detail: expect.stringContaining("status 404"), advice: expect.stringContaining("name") },
    ]);
    server.behave = reply(completion(null, {}, { refusal: "No." }));
    expect(await examine(model)).toMatchObject([{ status: "warn", advice: expect.stringContaining("blocked") }]);
    expect(server.requests).toBe(3);
  });

  test("without a server is reported", async () => {
    expect(await examine({ NEEDLEDROP_AI_VISION_MODEL: "eyes" })).toMatchObject([{ status: "warn" }]);
  });
});

test("the doctor warns about a vision model on the internet, not about one in the studio's network", async () => {
  const warned = await checkPlace("http://93.184.216.34:8000/v1", systemTimer);
  expect(warned.map(({ status }) => status)).toEqual(["warn"]);
  expect(warned[0]?.detail).toContain("93.184.216.34");
  for (const own of ["http://127.0.0.1/v1", "http://10.0.0.7:8080/v1", "http://[fd00::7]/v1"])
    expect(await checkPlace(own, systemTimer)).toEqual([]);
});

describe("the data folder", () => {
  test.each(["needledrop", "needledrop/data"])("that is a file, or in one, fails with a sentence: %s", async (name) => {
    const file = join(installation.folder, "needledrop");
    writeFileSync(file, "a file");
    const { checks } = await diagnose({
      environment: {},
      overrides: { data: join(installation.folder, name) },
      clock: installation.clock,
    });
    expect(checks.find((check) => check.name === "data folder")).toMatchObject({
      status: "fail",
      detail: `${file} is not a folder`,
    });
  });

  test("is reported if other users can read it", async () => {
    const { config } = await installation.open();
    adminTokenOf(config);
    expect(statusOf(checkDataFolder(config.dataDir), "privacy")).toBe("ok");
    chmodSync(config.dataDir, 0o755);
    expect(statusOf(checkDataFolder(config.dataDir), "privacy")).toBe("warn");
    chmodSync(join(config.dataDir, "admin-token"), 0o644);
    expect(statusOf(checkDataFolder(config.dataDir), "privacy")).toBe("fail");
  });

  test("is reported with leftovers of an interrupted command, but not while the command runs", async () => {
    const { config } = await installation.open();
    mkdirSync(join(config.dataDir, ".restore-abc"));
    expect(statusOf(await checkLeftovers(config.dataDir, NOON), "leftovers")).toBe("warn");
    const lock = takeServerLock(config.dataDir, { pid: 1, role: "restore", address: null, since: 0 });
    expect(await checkLeftovers(config.dataDir, NOON)).toEqual([]);
    lock.release();
  });
});

describe("the databases", () => {
  test("of a newer program fail", async () => {
    const core = await installation.open();
    sqliteOf(core).sqlite.run("PRAGMA user_version = 999");
    await core.close();
    const checks = checkServiceDatabase(installation.data);
    expect(checks.find((check) => check.name === "schema")).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("newer"),
    });
  });

  test("of an older program stay unchanged", async () => {
    mkdirSync(installation.data);
    const path = join(installation.data, "needledrop.db");
    new Database(path, { create: true }).run("create table x (y)");
    expect(statusOf(checkServiceDatabase(installation.data), "schema")).toBe("warn");
    expect((await checkCatalog(installation.data)).checks).toEqual([]);
    expect(new Database(path).query("select name from sqlite_master").values()).toEqual([["x"]]);
  });

  test("fail if they are not databases", () => {
    mkdirSync(installation.data);
    writeFileSync(join(installation.data, "needledrop.db"), "no database, but long enough to be looked at".repeat(30));
    const checks = checkServiceDatabase(installation.data);
    expect([statusOf(checks, "schema"), statusOf(checks, "database")]).toEqual(["fail", "fail"]);
  });

  test("fail if references are broken", async () => {
    const core = await installation.open();
    sqliteOf(core).sqlite.run("PRAGMA foreign_keys = OFF");
    sqliteOf(core).sqlite.run("insert into key_playlists values ('nobody', 1)");
    await core.close();
    expect(checkServiceDatabase(installation.data).find((check) => check.name === "database")).toMatchObject({
      status: "fail",
      detail: "rows that refer to missing rows: 1",
    });
  });
});

describe("the catalog", () => {
  test("with a missing or damaged index needs a reindex", async () => {
    await importSongs({ id: "1", title: "Glass Harbour" });
    const index = join(installation.data, "catalog/gen-000001/index.bin");
    expect(statusOf((await checkCatalog(installation.data)).checks, "search index")).toBe("ok");
    writeFileSync(index, Buffer.concat(ofCatalog(new IndexBuilder().finish(), "another")));
    const foreign = (await checkCatalog(installation.data)).checks.find((check) => check.name === "search index");
    expect(foreign).toMatchObject({ status: "warn", detail: "belongs to another catalog" });
    writeFileSync(index, "not an index");
    const damaged = (await checkCatalog(installation.data)).checks.find((check) => check.name === "search index");
    expect(damaged).toMatchObject({ status: "warn", advice: expect.stringContaining("needledrop reindex") });
  });

  test("with missing media reports how many, with examples", async () => {
    const media = installation.path("song.wav");
    writeFileSync(media, "RIFF");
    await importSongs(
      { id: "1", title: "Here", audio_files: [{ id: "a", wav: "song.wav" }] },
      { id: "2", title: "There too", audio_files: [{ id: "b", wav: "song.wav", mp3: "song.wav" }] },
    );
    const { generation } = await checkCatalog(installation.data);
    if (generation === null) throw new Error("expected a catalog");
    const check = () => checkMedia(installation.data, generation);
    expect(check()).toMatchObject([{ status: "ok", detail: "all 3 files exist" }]);
    expect(checkMedia(installation.data, generation, { checkedMax: 1 })).toMatchObject([
      { status: "ok", detail: "all 1 files exist; 2 more were not checked" },
    ]);
    writeFileSync(media, "RIFF and more");
    expect(check()).toMatchObject([
      { status: "warn", detail: expect.stringContaining(`3 of 3 files were altered since they were imported`) },
    ]);
    await Bun.file(media).delete();
    expect(check()).toMatchObject([
      { status: "warn", detail: expect.stringContaining(`3 of 3 files are missing: ${media} (song 1)`) },
    ]);
  });

  test("with truncated files names them, by their import paths, with both lengths", async () => {
    for (const name of ["a", "b", "c"]) writeFileSync(installation.path(`${name}.wav`), `RIFF ${name}`);
    const song = (id: string, duration?: number) => ({
      id,
      title: id,
      audio_files: [{ id: `f${id}`, wav: `${id}.wav`, duration }],
    });
    writeFileSync(installation.path("stem.wav"), "RIFF stem");
    const c = song("c", 180);
    const stem = { id: "fs", wav: "stem.wav", duration: 180, stem: true };
    await importSongsBy("copy", song("a", 180), song("b"), { ...c, audio_files: [...c.audio_files, stem] });
    const { generation } = await checkCatalog(installation.data);
    if (generation === null) throw new Error("expected a catalog");
    expect(await checkLengths(installation.data, generation)).toEqual([]);
    const core = await installation.open();
    const digest = (id: string) => Bun.SHA256.hash(`RIFF ${id}`, "hex");
    await core.db.write(function* (tx) {
      yield* recordFacts(tx, digest("c"), { facts: audioFacts({ duration: 179.5 }) }, 1);
    });
    const sound = { name: "lengths", status: "ok", detail: "1 measured files have the stated length" } as const;
    expect(await checkLengths(installation.data, generation)).toEqual([sound]);
    await core.db.write(function* (tx) {
      yield* recordFacts(tx, digest("a"), { facts: audioFacts({ duration: 60 }) }, 1);
      yield* recordFacts(tx, digest("b"), { facts: audioFacts({ duration: 12.5, stated: 60 }) }, 1);
      yield* recordLength(tx, digest("stem"), { duration: 90 }, 1);
    });
    const named = (id: string) => `${installation.path(`${id}.wav`)} (song ${id})`;
    expect(await checkLengths(installation.data, generation)).toMatchObject([
      {
        status: "warn",
        detail: `3 of 4 measured files have another length than stated: ${named("a")}: 60.0 s of sound, 180.0 s stated; ${named("b")}: 12.5 s of sound, 60.0 s stated; ${installation.path("stem.wav")} (song c): 90.0 s of sound, 180.0 s stated`,
      },
    ]);
  });

  test("with missing or truncated media in the store has advice", async () => {
    writeFileSync(installation.path("song.wav"), "RIFF");
    writeFileSync(installation.path("face.gif"), "GIF89a");
    await importSongsBy("copy", {
      id: "1",
      title: "Here",
      artists: [{ id: "7", name: "Ada", image: "face.gif" }],
      audio_files: [{ id: "a", wav: "song.wav" }],
    });
    const { generation } = await checkCatalog(installation.data);
    if (generation === null) throw new Error("expected a catalog");
    const check = () => checkMedia(installation.data, generation);
    const kept = "all 2 files exist; 2 of them are originals in media, which only backups with --media contain";
    expect(check()).toMatchObject([{ status: "ok", detail: kept }]);
    const media = join(installation.data, "media");
    const [song] = [...new Bun.Glob("*/*.wav").scanSync(media)];
    writeFileSync(join(media, song ?? ""), "RI");
    rmSync(join(media, [...new Bun.Glob("*/*.gif").scanSync(media)][0] ?? ""));
    expect(check()).toMatchObject([
      {
        status: "fail",
        detail: `2 of 2 files are originals that are lost from ${media}, or damaged: ${installation.path("song.wav")} (song 1), ${installation.path("face.gif")} (artist 7)`,
        advice: expect.stringContaining("or import the same dumps again"),
      },
    ]);
  });
});

describe("the doctor, with a damaged catalog", () => {
  test("reports it with advice, and checks everything else", async () => {
    await importSongs({ id: "1", title: "Glass Harbour" });
    const path = join(installation.data, "catalog/gen-000001/catalog.db");
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0x5a, 4096));
    const { checks } = await diagnose({
      environment: {},
      overrides: { data: installation.data },
      clock: installation.clock,
    });
    expect(statusOf(checks, "catalog database")).toBe("fail");
    expect(statusOf(checks, "media")).toBeUndefined();
    expect(statusOf(checks, "ranking kernel")).toBe("ok");
  });
});

describe("the clock", () => {
  test("is compared with the release and with the last write", async () => {
    await (await installation.open()).close();
    expect(checkClock(installation.data, Date.now()).status).toBe("ok");
    expect(checkClock(installation.data, 0).status).toBe("fail");
    expect(checkClock(installation.data, Date.now() - DAY_MS).status).toBe("fail");
  });
});

describe("certificates", () => {
  test("are checked for their validity", async () => {
    const issue = (from: number, to: number) =>
      generate([{ name: "commonName", value: "x" }], {
        keyType: "ec",
        algorithm: "sha256",
        notBeforeDate: new Date(from),
        notAfterDate: new Date(to),
      });
    const good = await issue(NOON - DAY_MS, NOON + 90 * DAY_MS);
    const other = await issue(NOON - DAY_MS, NOON + 90 * DAY_MS);
    const status = (tls: { cert: string; key: string } | null, callbackCa: string | null, now = NOON) =>
      checkCertificates({ tls, callbackCa, store: { ca: callbackCa } }, now).map((check) => check.status);
    expect(status(null, null)).toEqual([]);
    expect(status({ cert: good.cert, key: good.private }, good.cert + other.cert)).toEqual(["ok", "ok", "ok"]);
    expect(status(null, good.cert, NOON + 80 * DAY_MS)).toEqual(["warn", "warn"]);
    expect(status(null, good.cert, NOON + 91 * DAY_MS)).toEqual(["fail", "fail"]);
    expect(status(null, good.cert, NOON - 2 * DAY_MS)).toEqual(["fail", "fail"]);
    expect(status(null, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----")).toEqual(["fail", "fail"]);
    expect(status(null, "-----BEGIN PRIVATE KEY-----")).toEqual(["fail", "fail"]);
  });
});

describe("the doctor, with the operator's vocabulary", () => {
  const checksOf = async (): Promise<readonly Check[]> => {
    const { checks } = await diagnose({
      environment: {},
      overrides: { data: installation.data },
      clock: installation.clock,
    });
    return checks.filter(({ name }) => name === "vocabulary");
  };

  test("has no check without the file", async () => {
    expect(await checksOf()).toEqual([]);
  });

  test("counts its terms, and names every wrong line with what was expected", async () => {
    mkdirSync(installation.data);
    const lines = [
      '{"term":"desert noir","means":{"dark":0.8,"westren":0.5}}',
      "desert",
      '{"term":"x","means":{"dark":2}}',
    ];
    writeFileSync(join(installation.data, "vocabulary.jsonl"), lines.join("\n"));
    const checks = await checksOf();
    expect(checks.map(({ status, detail }) => [status, detail.split(":")[0]])).toEqual([
      ["ok", "1 term of your own"],
      ["fail", "vocabulary.jsonl line 2"],
      ["fail", "vocabulary.jsonl line 3"],
      ["warn", "vocabulary.jsonl line 1"],
    ]);
    expect(checks[1]?.detail).toContain("expected a JSON object, got desert");
  });
});
