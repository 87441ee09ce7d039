import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rm, writeFile } from "node:fs/promises";
import { FactsReader } from "../../../src/audio/facts-store.ts";
import { MEDIA_KNOWLEDGE } from "../../../schema/change-subjects.ts";
import { findSource, putSource } from "../../../src/audio/source-store.ts";
import type { SqliteServiceDb } from "../../../src/db/sqlite-service-db.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { Maker } from "../../../src/media/make/maker.ts";
import { MakingFailed } from "../../../src/media/make/making-failed.ts";
import { pathsOf, type Source, Sources } from "../../../src/media/make/sources.ts";
import type { AudioTools } from "../../../src/media/make/run-audio.ts";
import type { ChildPriority } from "../../../src/native/run-child.ts";
import { findMade } from "../../../src/media/make/store.ts";
import { type MakeTask, sourcesOf } from "../../../src/media/make/make-task.ts";
import { mediaFiles } from "../../../src/media/store/media-files.ts";
import { MediaStore } from "../../../src/media/store/media-store.ts";
import { FakeTime } from "../../jobs/fake-time.ts";
import { soundDigest } from "../../../src/sound/render-apart.ts";
import type { SoundSong } from "../../../src/sound/sound-song.ts";
import { songLike } from "../../sound/demo-songs.ts";
import { structureLike } from "../../support/structure-like.ts";
import { TestFolder } from "../../support/temporary-folder.ts";
import { newServiceDb } from "../../support/new-service-db.ts";

/** Fake recipes. After `hold`, they wait until they are released. */
class Recipe {
  runs: MakeTask[] = [];
  /** The priority that a child of each run would get if it started now. */
  priorities: (() => ChildPriority)[] = [];
  name = "1";
  failure: Error | null = null;
  length: { readonly duration: number } | null = null;
  #held: PromiseWithResolvers<void> | null = null;

  hold(): () => void {
    const held = Promise.withResolvers<void>();
    this.#held = held;
    return () => {
      this.#held = null;
      held.resolve();
    };
  }

  async nameOf(): Promise<string> {
    return this.name;
  }

  async recipeOf(): Promise<string> {
    return this.name;
  }

  knownNameOf(): string {
    return this.name;
  }

  async make(
    task: MakeTask,
    sources: readonly Source[],
    to: string,
    { signal, priority }: Omit<AudioTools, "parts">,
  ): Promise<{ readonly duration: number } | null> {
    this.runs.push(task);
    this.priorities.push(priority);
    const aborted = Promise.withResolvers<never>();
    aborted.promise.catch(() => undefined);
    signal.addEventListener("abort", () => aborted.reject(signal.reason));
    if (this.#held !== null) await Promise.race([this.#held.promise, aborted.promise]);
    const [first] = sources;
    const paths = pathsOf(sources);
    const content = first?.kind === "rendered" ? `${first.song.bpm} bpm` : await textOf(paths);
    await writeFile(to, `${task.kind} of ${content}`);
    if (this.failure !== null) throw this.failure;
    return this.length;
  }
}

async function textOf(paths: readonly string[]): Promise<string> {
  return (await Promise.all(paths.map((path) => Bun.file(path).text()))).join(", ");
}

let folder: TestFolder;
/** The only song of the catalog; null for an empty one. */
let song: SoundSong | null;
let db: SqliteServiceDb;
let time: FakeTime;
let recipe: Recipe;
let maker: Maker;
let counted: string[];
/** Errors. */
let logged: string[];
let free: number;
beforeEach(async () => {
  folder = new TestFolder();
  db = newServiceDb(folder.to("needledrop.db"));
  time = new FakeTime();
  recipe = new Recipe();
  counted = [];
  logged = [];
  free = 1024 ** 4;
  song = null;
  maker = makerOf(1);
});
afterEach(async () => {
  await maker.stop();
  db.close();
});

function makerOf(slots: number): Maker {
  const store = new MediaStore(folder.path, "server");
  const generated = new MediaStore(folder.path, "server", { folder: "generated" });
  return new Maker({
    db,
    clock: time,
    timer: time,
    log: { ...silentLog, error: (_fields, message) => void logged.push(message) },
    store: generated,
    recipes: recipe,
    sources: new Sources({
      db,
      files: mediaFiles(db, store, silentLog),
      songOf: (id) => (song?.id === id ? song : null),
    }),
    slots,
    freeBytes: () => free,
    onMade: (kind, outcome) => void counted.push(`${kind} ${outcome}`),
  });
}

function provide(task: MakeTask, requester = "key"): ReturnType<Maker["provide"]> {
  return maker.provide(task, requester);
}

async function isHopeless(task: MakeTask): Promise<boolean> {
  const asked = { id: "1", title: "", stemsPath: sourcesOf(task)[0] ?? null, audioFiles: [] };
  return (await db.read(maker.hopelessAmong([asked])))(task);
}

async function source(name: string, content = name): Promise<MakeTask> {
  return { kind: "mp3", source: await folder.file(name, content) };
}

async function sources<const Names extends readonly string[]>(
  ...names: Names
): Promise<{ readonly [Index in keyof Names]: MakeTask }>;
async function sources(...names: readonly string[]): Promise<readonly MakeTask[]> {
  return await Promise.all(names.map((name) => source(`${name}.wav`)));
}

async function temporaryFiles(): Promise<string[]> {
  return await Array.fromAsync(new Bun.Glob("generated/tmp/**").scan({ cwd: folder.path }));
}

async function begun(count: number): Promise<void> {
  while (recipe.runs.length < count) await time.runDue();
}

describe("what was found when a file was measured", () => {
  const waveform = { duration: 3, peaks: [-9, 9] };
  const digest = new Bun.CryptoHasher("sha256").update("music").digest("hex");

  const structure = structureLike();

  test("is stored and not generated again", async () => {
    await maker.keepFindings(digest, { waveform, structure });
    const kept = await folder.file("a.wav", "music");
    const found = await maker.make({ kind: "structure", source: kept });
    expect(await Bun.file(found.kind === "made" ? found.path : "").json()).toEqual(structure);
    const outcome = await maker.make({ kind: "peaks", source: kept });
    expect(await Bun.file(outcome.kind === "made" ? outcome.path : "").json()).toEqual(waveform);
    expect(recipe.runs).toEqual([]);
    expect(counted).toEqual(["peaks made", "structure made"]);
    await maker.keepFindings(digest, { waveform: { duration: 4, peaks: [] }, structure });
    expect(counted).toEqual(["peaks made", "structure made"]);
    expect(await temporaryFiles()).toEqual([]);
  });

  test("is generated later if it cannot be stored", async () => {
    await folder.file("generated", "a file where the folder belongs");
    await maker.keepFindings(digest, { waveform, structure });
    expect(counted).toEqual([]);
    await rm(folder.to("generated"));
    const outcome = await maker.make({ kind: "peaks", source: await folder.file("a.wav", "music") });
    expect(await Bun.file(outcome.kind === "made" ? outcome.path : "").text()).toBe("peaks of music");
  });
});

describe("a generated file", () => {
  test("is stored and not generated again, even for another file with the same content", async () => {
    const first = await maker.make(await source("a.wav", "music"));
    expect(first.kind).toBe("made");
    expect(await maker.make(await source("b.wav", "music"))).toEqual(first);
    expect(await Bun.file(first.kind === "made" ? first.path : "").text()).toBe("mp3 of music");
    expect(recipe.runs).toHaveLength(1);
    expect(counted).toEqual(["mp3 made"]);
    expect(await temporaryFiles()).toEqual([]);
  });

  test("with an imprint is noted when it is used, at most once an hour", async () => {
    const ref = await folder.file("a.wav", "music");
    const task: MakeTask = { kind: "imprinted", source: ref, recipient: 1 };
    const digest = new Bun.CryptoHasher("sha256").update("music").digest("hex");
    const row = () => db.read(findMade(db, { digest, kind: "imprinted", recipe: "1" }));
    const begin = time.now();
    await provide(task);
    for (const minute of [59, 60, 90, 121]) {
      await time.pass(minute * 60_000 - (time.now() - begin));
      expect((await provide(task)).kind).toBe("made");
      expect((await row())?.madeAt).toBe(begin + (minute === 59 ? 0 : minute === 90 ? 60 : minute) * 60_000);
    }
    expect(recipe.runs).toHaveLength(1);
  });

  test("is generated once for concurrent requests", async () => {
    const task = await source("a.wav");
    const release = recipe.hold();
    const requests = [maker.make(task), provide(task), maker.make(task, "key")];
    await begun(1);
    release();
    const outcomes = await Promise.all(requests);
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(recipe.runs).toHaveLength(1);
  });

  test("is generated again by another recipe, and if it was removed", async () => {
    const task = await source("a.wav");
    const made = await maker.make(task);
    recipe.name = "2";
    await maker.make(task);
    expect(recipe.runs).toHaveLength(2);
    await rm(made.kind === "made" ? made.path : "");
    expect((await maker.make(task)).kind).toBe("made");
    expect(recipe.runs).toHaveLength(3);
  });

  test("stores the length of a source that was decoded for it", async () => {
    const task = await source("a.wav", "music");
    recipe.length = { duration: 12 };
    await maker.make(task);
    const ref = `store:${new Bun.CryptoHasher("sha256").update("music").digest("hex")}.wav`;
    expect((await db.read(new FactsReader(db).of([ref]))).get(ref)).toMatchObject({ duration: 12, loudness: null });
  });

  test("is identified by a digest that is computed once and stored", async () => {
    const task = await source("a.wav", "music");
    await maker.make(task);
    const kept = await db.read(findSource(db, folder.to("a.wav")));
    expect(kept).toMatchObject({ digest: new Bun.CryptoHasher("sha256").update("music").digest("hex"), byteSize: 5 });
  });
});

describe("a part of a demonstration song", () => {
  const PARTS = ["main", "drums", "bass"];
  const demoSong = (bpm = 120): SoundSong =>
    songLike({
      id: "nd-1",
      bpm,
      audioFiles: PARTS.map((part) => ({
        id: `nd-1-${part}`,
        description: part,
        vocals: "none",
        stem: part !== "main",
      })),
    });
  const wav = (part: string): MakeTask => ({ kind: "wav", source: `sound:nd-1/${part}` });
  const pathOf = async (task: MakeTask): Promise<string> => {
    const outcome = await provide(task);
    return outcome.kind === "made" ? outcome.path : "";
  };

  test("is rendered once for concurrent requests, and is a file in the store", async () => {
    song = demoSong();
    const [one, other] = await Promise.all([pathOf(wav("main")), pathOf(wav("main"))]);
    expect(one).toMatch(/generated.[0-9a-f]{2}.[0-9a-f]{64}\.wav$/);
    expect([other, await pathOf(wav("main"))]).toEqual([one, one]);
    expect(await Bun.file(one).text()).toBe("wav of 120 bpm");
    expect(recipe.runs).toHaveLength(1);
    expect(await temporaryFiles()).toEqual([]);
  });

  test("is rendered again when the song changes, and so are files generated from it", async () => {
    song = demoSong(120);
    const mp3: MakeTask = { kind: "mp3", source: "sound:nd-1/main" };
    const before = [await pathOf(wav("main")), await pathOf(mp3)];
    song = demoSong(90);
    expect(await Bun.file(await pathOf(mp3)).text()).toBe("mp3 of wav of 90 bpm");
    expect(before).not.toContain(await pathOf(wav("main")));
  });

  test("is never served under the digest of a song that changed while it was rendered", async () => {
    song = demoSong(120);
    const mp3: MakeTask = { kind: "mp3", source: "sound:nd-1/main" };
    const release = recipe.hold();
    const requests = provide(mp3);
    await begun(1);
    song = demoSong(90);
    release();
    expect((await requests).kind).toBe("later");
    expect(await Bun.file(await pathOf(mp3)).text()).toBe("mp3 of wav of 90 bpm");
  });

  test("is rendered before files generated from it, even with a single slot", async () => {
    song = demoSong();
    const stems = { kind: "stems", stems: PARTS.map((part) => ({ ref: `sound:nd-1/${part}`, name: part })) } as const;
    const [marked, archive] = await Promise.all([
      pathOf({ kind: "watermarked", source: "sound:nd-1/main" }),
      pathOf(stems),
    ]);
    expect(await Bun.file(marked).text()).toBe("watermarked of wav of 120 bpm");
    expect(await Bun.file(archive).text()).toBe(`stems of ${PARTS.map(() => "wav of 120 bpm").join(", ")}`);
    expect(recipe.runs.map(({ kind }) => kind).toSorted()).toEqual(["stems", "watermarked", "wav", "wav", "wav"]);
  });

  test("is missing if the catalog does not have it", async () => {
    expect(await provide(wav("main"))).toEqual({ kind: "missing" });
    song = demoSong();
    for (const ref of ["sound:nd-1/voice", "sound:nd-2/main"]) {
      for (const kind of ["wav", "mp3"] as const)
        expect(await provide({ kind, source: ref })).toEqual({ kind: "missing" });
    }
    expect(recipe.runs).toEqual([]);
  });

  test("leaves no files when rendering fails, and is retried by the next request", async () => {
    song = demoSong();
    recipe.failure = new Error("the child crashed");
    expect((await provide(wav("main"))).kind).toBe("later");
    expect((await provide({ kind: "mp3", source: "sound:nd-1/main" })).kind).toBe("later");
    expect(await temporaryFiles()).toEqual([]);
    recipe.failure = null;
    expect((await provide(wav("main"))).kind).toBe("made");
  });

  test("is rendered in a data folder of an earlier build, where its row has another digest", async () => {
    song = demoSong();
    const ref = "sound:nd-1/main";
    await db.write((tx) => putSource(tx, { ref, byteSize: 5, modifiedAt: 7, digest: "ab".repeat(32) }));
    expect(await Bun.file(await pathOf(wav("main"))).text()).toBe("wav of 120 bpm");
    expect((await db.read(findSource(db, ref)))?.digest).toBe(soundDigest(song, "main"));
  });
});

describe("a file that cannot be generated", () => {
  test("is attempted once, and the reason is stored", async () => {
    const task = await source("a.wav");
    recipe.failure = new MakingFailed("It cannot be decoded.");
    expect(await isHopeless(task)).toBe(false);
    const known = db.versionOf(MEDIA_KNOWLEDGE);
    const failed = { kind: "failed", reason: "It cannot be decoded." } as const;
    expect(await maker.make(task)).toEqual(failed);
    expect(db.versionOf(MEDIA_KNOWLEDGE)).not.toBe(known);
    expect(await provide(task)).toEqual(failed);
    expect(recipe.runs).toHaveLength(1);
    expect(await isHopeless(task)).toBe(true);
    expect(counted).toEqual(["mp3 failed"]);
    expect(await temporaryFiles()).toEqual([]);
  });

  test("for a temporary reason is retried, and a request gets Retry-After", async () => {
    const task = await source("a.wav");
    recipe.failure = new Error("No space left on device");
    await expect(maker.make(task)).rejects.toThrow("No space left");
    expect((await provide(task)).kind).toBe("later");
    recipe.failure = null;
    expect((await maker.make(task)).kind).toBe("made");
    expect(recipe.runs).toHaveLength(3);
    expect(await temporaryFiles()).toEqual([]);
  });

  test("because the disk is too full is not written, and is generated when there is space", async () => {
    const reserve = 256 * 1024 ** 2;
    const archive = { kind: "stems", stems: [{ ref: await folder.file("a.wav", "12345"), name: "a" }] } as const;
    free = reserve + 4;
    expect(await provide(archive)).toEqual({ kind: "later", retryAfterSeconds: 30 });
    await expect(maker.make(archive)).rejects.toThrow("too full");
    await expect(maker.make(await source("b.wav"))).rejects.toThrow("too full");
    expect(recipe.runs).toEqual([]);
    expect(logged).toEqual(["the disk is too full to generate media; requests get 503 until there is space"]);
    free = reserve + 5;
    expect((await provide(archive)).kind).toBe("made");
    expect(await temporaryFiles()).toEqual([]);
  });

  test("because others need the space is generated after them", async () => {
    maker = makerOf(2);
    const [first, second] = await sources("a", "b");
    // An MP3 can have three times the size of its source.
    free = 256 * 1024 ** 2 + 3 * "a.wav".length;
    const release = recipe.hold();
    const work = maker.make(first);
    await begun(1);
    await expect(maker.make(second)).rejects.toThrow("too full");
    release();
    expect((await work).kind).toBe("made");
    expect((await maker.make(second)).kind).toBe("made");
  });

  test("because its source is missing leaves no row", async () => {
    const task: MakeTask = { kind: "mp3", source: folder.to("late.wav") };
    expect(await maker.make(task)).toEqual({ kind: "missing" });
    await folder.file("late.wav", "here");
    expect((await maker.make(task)).kind).toBe("made");
  });
});

describe("a request", () => {
  test("waits a few seconds, gets Retry-After, and finds the file later", async () => {
    const task = await source("a.wav");
    const release = recipe.hold();
    const requests = provide(task);
    await begun(1);
    await time.pass(5_000);
    expect(await requests).toEqual({ kind: "later", retryAfterSeconds: 5 });
    release();
    expect((await maker.make(task)).kind).toBe("made");
    expect((await provide(task)).kind).toBe("made");
    expect(recipe.runs).toHaveLength(1);
  });

  test("never waits for a slot of background work, also when it joins work that waits for one", async () => {
    const [first, second, third, fourth] = await sources("a", "b", "c", "d");
    const release = recipe.hold();
    const work = [maker.make(first), maker.make(second), maker.make(third)];
    await begun(1);
    const requests = [provide(third)];
    await begun(2);
    expect(recipe.runs).toEqual([first, third]);
    // A second request waits for the first one, and still goes before what is left in the background.
    requests.push(provide(fourth));
    await time.runDue();
    expect(recipe.runs).toHaveLength(2);
    release();
    await Promise.all([...work, ...requests]);
    expect(recipe.runs).toEqual([first, third, fourth, second]);
  });

  test("runs its work with its own priority", async () => {
    const [first, second] = await sources("a", "b");
    const release = recipe.hold();
    const requests = provide(first);
    await begun(1);
    const work = maker.make(second);
    await time.runDue();
    expect(recipe.priorities.map((priority) => priority())).toEqual(["request"]);
    release();
    await Promise.all([requests, work]);
    expect(recipe.priorities.map((priority) => priority())).toEqual(["request", "background"]);
  });

  test("that joins running background work makes its next steps urgent", async () => {
    const [first] = await sources("a");
    const release = recipe.hold();
    const work = maker.make(first);
    await begun(1);
    expect(recipe.priorities.map((priority) => priority())).toEqual(["background"]);
    const requests = provide(first);
    await time.runDue();
    expect(recipe.priorities.map((priority) => priority())).toEqual(["request"]);
    release();
    await Promise.all([requests, work]);
    expect(recipe.runs).toHaveLength(1);
  });

  test("of a key that has too many is refused, and the next turn is that of another key", async () => {
    const release = recipe.hold();
    const all = await Promise.all(Array.from({ length: 16 }, (_, index) => source(`${index}.wav`)));
    const [tooMany, others] = await sources("more", "others");
    const requests = all.map((task) => provide(task));
    await begun(1);
    expect(await provide(tooMany)).toEqual({ kind: "later", retryAfterSeconds: 30 });
    requests.push(provide(others, "another key"));
    await time.runDue();
    release();
    await Promise.all(requests);
    expect(recipe.runs.indexOf(others)).toBe(1);
  });
});

test("the number of slots limits concurrent tasks", async () => {
  maker = makerOf(2);
  const release = recipe.hold();
  const work = [];
  for (const name of ["a", "b", "c"]) work.push(maker.make(await source(`${name}.wav`)));
  await begun(2);
  await time.runDue();
  expect(recipe.runs).toHaveLength(2);
  release();
  await Promise.all(work);
  expect(recipe.runs).toHaveLength(3);
});

test("stopping aborts running tasks and leaves no files", async () => {
  recipe.hold();
  const task = await source("a.wav");
  const outcome = maker.make(task).catch((error: unknown) => String(error));
  await begun(1);
  await maker.stop();
  expect(await outcome).toContain("The server stops.");
  expect(await temporaryFiles()).toEqual([]);
  expect(await isHopeless(task)).toBe(false);
});
