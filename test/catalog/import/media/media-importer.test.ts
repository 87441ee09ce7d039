import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mediaOrigins, mediaSources } from "../../../../schema/tables/service/media.ts";
import { MediaImporter, type MediaMode } from "../../../../src/catalog/import/media/media-importer.ts";
import type { ServiceDb } from "../../../../src/db/service-db.ts";
import type { MediaStore } from "../../../../src/media/store/media-store.ts";
import { CatalogFixture } from "../catalog-fixture.ts";

const MODES: readonly MediaMode[] = ["copy", "link", "in-place"];
const SONG = {
  id: "1",
  title: "Glass Harbour",
  stems: "audio/stems.zip",
  artists: [{ id: "7", name: "Ada", image: "face.gif" }],
  audio_files: [
    { id: "f1", wav: "audio/1.wav", mp3: "audio/1.mp3" },
    { id: "f2", wav: "audio/same.wav" },
  ],
};
const MTIME = new Date("2020-05-01T12:00:00Z");

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
  for (const [name, content] of [
    ["audio/1.wav", "RIFF1"],
    ["audio/same.wav", "RIFF1"],
    ["audio/1.mp3", "ID3"],
    ["audio/stems.zip", "PK"],
    ["face.gif", "GIF89a"],
  ] as const) {
    await catalog.write(name, content);
    await utimes(join(catalog.dumps, name), MTIME, MTIME);
  }
});
afterEach(() => catalog.remove());

const sha256 = (content: string): string => new Bun.CryptoHasher("sha256").update(content).digest("hex");
const stored = (content: string, extension: string): string => `store:${sha256(content)}.${extension}`;
const inPlace = (name: string): string => join(catalog.dumps, name);
const sources = () => catalog.serviceDb.orm.select().from(mediaSources).all();
const origins = () => catalog.serviceDb.orm.select().from(mediaOrigins).all();

/** Names of the files in the store, including temporary ones. */
async function objects(): Promise<string[]> {
  const folder = join(catalog.dataDir, "media");
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe("an import", () => {
  const longPath = `${`${"a".repeat(200)}/`.repeat(12)}1.wav`;

  test.each(MODES)("by %s takes a file whose path has more than 2,400 bytes", async (media) => {
    await catalog.write(longPath, "RIFF1");
    const song = { ...SONG, stems: null, artists: [], audio_files: [{ id: "f1", wav: longPath }] };
    expect(await catalog.importLines([song], { media })).toMatchObject({ added: 1, missingMedia: 0 });
    expect(await sources()).toHaveLength(1);
  });

  test.each(MODES)("by %s takes no such file if the service database is PostgreSQL", async (mode) => {
    await catalog.write(longPath, "RIFF1");
    const absolute = join(catalog.dumps, longPath);
    const path = { field: "wav", given: longPath, absolute, folder: catalog.dumps, isImage: false, ref: absolute };
    const serviceDb = { engine: "postgres", read: async () => new Map() } as unknown as ServiceDb;
    const importer = new MediaImporter({ mode, serviceDb, store: {} as MediaStore, dryRun: true, signal: null });
    const reason = "its path has more than 2400 bytes";
    expect([...(await importer.import([path]))]).toEqual([[absolute, { kind: "unreadable", reason }]]);
  });

  test.each(["copy", "link"] as const)("by %s stores media by content, once each", async (media) => {
    expect(await catalog.importLines([SONG], { media })).toMatchObject({ added: 1, missingMedia: 0 });
    expect(catalog.song("1")).toMatchObject({
      stemsPath: stored("PK", "zip"),
      artists: [{ imagePath: stored("GIF89a", "gif") }],
      audioFiles: [
        { wavPath: stored("RIFF1", "wav"), mp3Path: stored("ID3", "mp3") },
        { wavPath: stored("RIFF1", "wav"), mp3Path: null },
      ],
    });
    expect((await objects()).toSorted()).toEqual(
      ["ID3.mp3", "PK.zip", "GIF89a.gif", "RIFF1.wav"]
        .map((name) => name.split("."))
        .map(([content = "", extension = ""]) => `${sha256(content)}.${extension}`)
        .toSorted(),
    );
    expect(sources().map(({ ref }) => ref)).toHaveLength(4);
    expect(sources().every(({ ref, digest }) => ref.startsWith(`store:${digest}`))).toBe(true);
    expect(origins().find(({ path }) => path === inPlace("audio/same.wav"))).toEqual({
      path: inPlace("audio/same.wav"),
      byteSize: 5,
      modifiedAt: MTIME.getTime(),
      ref: stored("RIFF1", "wav"),
    });
    const path = join(catalog.dataDir, "media", sha256("ID3").slice(0, 2), `${sha256("ID3")}.mp3`);
    const isSame = (await stat(path)).ino === (await stat(inPlace("audio/1.mp3"))).ino;
    expect(isSame).toBe(media === "link");
  });

  test("by link copies pictures, because they are public", async () => {
    await catalog.importLines([SONG], { media: "link" });
    expect((await stat(inPlace("face.gif"))).nlink).toBe(1);
  });

  test("in place copies only pictures, and records size and time of other files", async () => {
    await catalog.importLines([SONG], { media: "in-place" });
    expect(catalog.song("1")).toMatchObject({
      stemsPath: inPlace("audio/stems.zip"),
      artists: [{ imagePath: stored("GIF89a", "gif") }],
    });
    expect(await objects()).toEqual([`${sha256("GIF89a")}.gif`]);
    expect(sources().find(({ ref }) => ref === inPlace("audio/1.wav"))).toEqual({
      ref: inPlace("audio/1.wav"),
      byteSize: 5,
      modifiedAt: MTIME.getTime(),
      digest: null,
    });
  });

  test.each(MODES)("by %s of the same dump twice changes nothing and reads no media", async (media) => {
    const first = await catalog.importLines([SONG], { media });
    const before = [sources(), origins()];
    for (const name of ["audio/1.wav", "audio/same.wav"]) {
      // Other bytes with the same size and time, which only reading would detect.
      await rm(inPlace(name));
      await writeFile(inPlace(name), "OTHER");
      await utimes(inPlace(name), MTIME, MTIME);
    }
    expect(await catalog.importLines([SONG], { media })).toMatchObject({
      unchanged: 1,
      updated: 0,
      generation: 1,
      version: first.version,
    });
    expect([sources(), origins()]).toEqual(before);
  });

  test("of a moved dump changes nothing if media are copied, and gives the same version everywhere", async () => {
    const first = await catalog.importLines([SONG], { media: "copy" });
    await rename(join(catalog.dumps, "audio"), join(catalog.dumps, "moved"));
    const moved = JSON.parse(JSON.stringify(SONG).replaceAll("audio/", "moved/"));
    expect(await catalog.importLines([moved], { media: "copy" })).toMatchObject({
      unchanged: 1,
      version: first.version,
    });
  });

  test("imports a file again if it changed or is missing in the store", async () => {
    await catalog.importLines([SONG], { media: "copy" });
    await writeFile(inPlace("audio/1.mp3"), "ID3 and more");
    expect(await catalog.importLines([SONG], { media: "copy" })).toMatchObject({ updated: 1 });
    expect(catalog.song("1")?.audioFiles[0]?.mp3Path).toBe(stored("ID3 and more", "mp3"));
    await rm(join(catalog.dataDir, "media"), { recursive: true });
    expect(await catalog.importLines([SONG], { media: "copy" })).toMatchObject({ unchanged: 1 });
    expect(await objects()).toHaveLength(4);
  });

  test("stores a file again that has lost bytes in the store", async () => {
    await catalog.importLines([SONG], { media: "copy" });
    const digest = sha256("ID3");
    const path = join(catalog.dataDir, "media", digest.slice(0, 2), `${digest}.mp3`);
    const bytes = await readFile(path);
    await truncate(path, 1);
    expect(await catalog.importLines([SONG], { media: "copy" })).toMatchObject({ unchanged: 1 });
    expect(await readFile(path)).toEqual(bytes);
  });

  test("can change the media mode", async () => {
    await catalog.importLines([SONG], { media: "in-place" });
    expect(await catalog.importLines([SONG], { media: "link" })).toMatchObject({ updated: 1 });
    expect((await stat(inPlace("audio/1.mp3"))).nlink).toBe(2);
    expect(await catalog.importLines([SONG], { media: "copy" })).toMatchObject({ unchanged: 1 });
    expect((await stat(inPlace("audio/1.mp3"))).nlink).toBe(1);
    expect(await catalog.importLines([SONG], { media: "in-place" })).toMatchObject({ updated: 1 });
  });

  test.each(MODES)("as a dry run by %s gives the same counts and imports nothing", async (media) => {
    const dry = await catalog.importLines([SONG, { id: "2", title: "B", stems: "no.zip" }], { media, dryRun: true });
    expect([sources(), origins(), await objects()]).toEqual([[], [], []]);
    const real = await catalog.importLines([SONG, { id: "2", title: "B", stems: "no.zip" }], { media });
    const { generation: _none, seconds: _time, ...same } = dry;
    expect(real).toMatchObject(same);
    expect(dry).toMatchObject({ added: 2, missingMedia: 1 });
    const again = await catalog.importLines([SONG], { media, dryRun: true });
    expect(again).toMatchObject({ unchanged: 1, updated: 0, version: real.version });
  });

  test("in place forgets a known digest if the file changed, and keeps it otherwise", async () => {
    await catalog.importLines([SONG], { media: "in-place" });
    catalog.serviceDb.orm.update(mediaSources).set({ digest: "d" }).run();
    await catalog.importLines([SONG], { media: "in-place" });
    expect(sources().filter(({ digest }) => digest === "d")).toHaveLength(5);
    await writeFile(inPlace("audio/1.wav"), "RIFF longer");
    expect(await catalog.importLines([SONG], { media: "in-place" })).toMatchObject({ unchanged: 1 });
    expect(sources().find(({ ref }) => ref === inPlace("audio/1.wav"))).toMatchObject({ byteSize: 11, digest: null });
  });

  test("imports no media of rejected records", async () => {
    const escaping = { ...SONG, id: "2", stems: "../outside.zip" };
    expect(await catalog.importLines([escaping], { media: "copy" })).toMatchObject({ rejected: 1 });
    expect(await objects()).toEqual([]);
  });

  test("that is aborted while it copies leaves the previous catalog and the copied files", async () => {
    await catalog.importLines([{ id: "0", title: "Former" }]);
    const songs = Array.from({ length: 600 }, (_, n) => ({ id: `n${n}`, title: "N", stems: `z/${n}.zip` }));
    for (const [n, { stems }] of songs.entries()) await catalog.write(stems, `PK${n}`);
    const stopping = new AbortController();
    const onProgress = (): void => stopping.abort(new Error("enough"));
    const clock = { now: () => (catalog.now += 1_000) };
    const importing = catalog.importLines(songs, { media: "copy", signal: stopping.signal, onProgress, clock });
    expect(importing).rejects.toThrow("enough");
    await importing.catch(() => undefined);
    expect(catalog.ids()).toEqual(["0"]);
    const kept = (await objects()).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(songs.length);
    expect(origins()).toHaveLength(kept);
    expect(await catalog.importLines(songs, { media: "copy" })).toMatchObject({ added: 600, missingMedia: 0 });
    expect(await objects()).toHaveLength(600);
  });
});

describe("a file with the extension of another type", () => {
  const audio = (file: object) => [{ id: "1", title: "A", audio_files: [{ id: "9", ...file }] }];
  const reasons = async () => (await catalog.report()).map(({ reason }) => reason);

  test("is not served in place under the wrong type", async () => {
    await catalog.write("audio/flac.wav", "fLaC");
    expect(await catalog.importLines(audio({ wav: "audio/flac.wav" }), { media: "in-place" })).toMatchObject({
      added: 1,
      missingMedia: 1,
    });
    expect(await reasons()).toEqual([
      expect.stringContaining("it is a FLAC with the extension of a WAV: rename it, or import it with --media copy"),
    ]);
    expect(catalog.song("1")).toMatchObject({ audioFiles: [{ wavPath: null }] });
  });

  test("gets the right extension in the store", async () => {
    await catalog.write("audio/flac.wav", "fLaC");
    expect(await catalog.importLines(audio({ wav: "audio/flac.wav" }), { media: "copy" })).toMatchObject({
      missingMedia: 0,
    });
    expect(catalog.song("1")).toMatchObject({ audioFiles: [{ wavPath: stored("fLaC", "flac") }] });
  });

  test("is not accepted as a picture, so that no document links to it", async () => {
    await catalog.write("face.svg", "<svg/>");
    const line = { artist: { id: "7", name: "Ada", image: "face.svg" } };
    expect(await catalog.importLines([line])).toMatchObject({ missingMedia: 1 });
    expect(await reasons()).toEqual([expect.stringContaining("it is not a JPEG, PNG, GIF, WebP or AVIF picture")]);
  });
});
