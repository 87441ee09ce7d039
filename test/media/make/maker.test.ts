import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rm, writeFile } from "node:fs/promises";
import { ServiceDb } from "../../../src/db/service-db.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { Maker } from "../../../src/media/make/maker.ts";
import { MakingFailed } from "../../../src/media/make/making-failed.ts";
import type { AudioTools } from "../../../src/media/make/run-audio.ts";
import { SourceDigests } from "../../../src/media/make/source-digests.ts";
import { MadeReader } from "../../../src/media/make/store.ts";
import type { Wanted } from "../../../src/media/make/wanted.ts";
import type { ChildPriority } from "../../../src/native/run-child.ts";
import { mediaFiles } from "../../../src/media/store/media-files.ts";
import { MediaStore } from "../../../src/media/store/media-store.ts";
import { FakeTime } from "../../jobs/fake-time.ts";
import { Folder } from "./sound.ts";

/** What "ffmpeg" does in these tests: it waits until it is let go, unless told otherwise. */
class Recipe {
  runs: Wanted[] = [];
  /** For each run, what priority a child that starts now would get. */
  priorities: (() => ChildPriority)[] = [];
  name = "1";
  failure: Error | null = null;
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

  knownNameOf(): string {
    return this.name;
  }

  async make(
    wanted: Wanted,
    paths: readonly string[],
    to: string,
    { signal, priority }: Omit<AudioTools, "parts">,
  ): Promise<void> {
    this.runs.push(wanted);
    this.priorities.push(priority);
    const aborted = Promise.withResolvers<never>();
    aborted.promise.catch(() => undefined);
    signal.addEventListener("abort", () => aborted.reject(signal.reason));
    if (this.#held !== null) await Promise.race([this.#held.promise, aborted.promise]);
    await writeFile(to, `${wanted.kind} of ${await Bun.file(paths[0] ?? "").text()}`);
    if (this.failure !== null) throw this.failure;
  }
}

let folder: Folder;
let db: ServiceDb;
let time: FakeTime;
let recipe: Recipe;
let maker: Maker;
let counted: string[];
beforeEach(async () => {
  folder = await Folder.create();
  db = ServiceDb.open(folder.to("needledrop.db"));
  time = new FakeTime();
  recipe = new Recipe();
  counted = [];
  maker = makerOf(1);
});
afterEach(async () => {
  await maker.stop();
  db.close();
  await folder.remove();
});

function makerOf(places: number): Maker {
  const store = new MediaStore(folder.path, "server");
  const reader = new MadeReader(db);
  return new Maker({
    db,
    reader,
    clock: time,
    timer: time,
    log: silentLog,
    store,
    recipes: recipe,
    digests: new SourceDigests(db, reader, mediaFiles(db, store)),
    places,
    onMade: (kind, outcome) => void counted.push(`${kind} ${outcome}`),
  });
}

async function source(name: string, content = name): Promise<Wanted> {
  return { kind: "mp3", source: await folder.file(name, content) };
}

async function sources<const Names extends readonly string[]>(
  ...names: Names
): Promise<{ readonly [Index in keyof Names]: Wanted }>;
async function sources(...names: readonly string[]): Promise<readonly Wanted[]> {
  return await Promise.all(names.map((name) => source(`${name}.wav`)));
}

async function temporaryFiles(): Promise<string[]> {
  return await Array.fromAsync(new Bun.Glob("media/tmp/**").scan({ cwd: folder.path }));
}

async function begun(count: number): Promise<void> {
  while (recipe.runs.length < count) await time.settle();
}

describe("what is made", () => {
  test("is kept and not made again, also for another file of the same content", async () => {
    const first = await maker.make(await source("a.wav", "music"));
    expect(first.kind).toBe("made");
    expect(await maker.make(await source("b.wav", "music"))).toEqual(first);
    expect(await Bun.file(first.kind === "made" ? first.path : "").text()).toBe("mp3 of music");
    expect(recipe.runs).toHaveLength(1);
    expect(counted).toEqual(["mp3 made"]);
    expect(await temporaryFiles()).toEqual([]);
  });

  test("is made once for all who ask meanwhile", async () => {
    const wanted = await source("a.wav");
    const release = recipe.hold();
    const asked = [maker.make(wanted), maker.provide(wanted), maker.make(wanted, "urgent")];
    await begun(1);
    release();
    const outcomes = await Promise.all(asked);
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(recipe.runs).toHaveLength(1);
  });

  test("is made anew by another recipe, and when its file was removed", async () => {
    const wanted = await source("a.wav");
    const made = await maker.make(wanted);
    recipe.name = "2";
    await maker.make(wanted);
    expect(recipe.runs).toHaveLength(2);
    await rm(made.kind === "made" ? made.path : "");
    expect((await maker.make(wanted)).kind).toBe("made");
    expect(recipe.runs).toHaveLength(3);
  });

  test("is told by a digest that is found once and kept", async () => {
    const wanted = await source("a.wav", "music");
    await maker.make(wanted);
    const kept = new MadeReader(db).source(folder.to("a.wav"));
    expect(kept?.digest).toBe(new Bun.CryptoHasher("sha256").update("music").digest("hex"));
    expect(kept?.byteSize).toBe(5);
  });
});

describe("what cannot be made", () => {
  test("is tried once, and the reason is remembered", async () => {
    const wanted = await source("a.wav");
    recipe.failure = new MakingFailed("It cannot be decoded.");
    expect(maker.isHopeless(wanted)).toBe(false);
    const failed = { kind: "failed", reason: "It cannot be decoded." } as const;
    expect(await maker.make(wanted)).toEqual(failed);
    expect(await maker.provide(wanted)).toEqual(failed);
    expect(recipe.runs).toHaveLength(1);
    expect(maker.isHopeless(wanted)).toBe(true);
    expect(counted).toEqual(["mp3 failed"]);
    expect(await temporaryFiles()).toEqual([]);
  });

  test("for a reason that passes is tried again, and a request is told to come again", async () => {
    const wanted = await source("a.wav");
    recipe.failure = new Error("No space left on device");
    await expect(maker.make(wanted)).rejects.toThrow("No space left");
    expect((await maker.provide(wanted)).kind).toBe("later");
    recipe.failure = null;
    expect((await maker.make(wanted)).kind).toBe("made");
    expect(recipe.runs).toHaveLength(3);
    expect(await temporaryFiles()).toEqual([]);
  });

  test("because its source is gone is not remembered", async () => {
    const wanted: Wanted = { kind: "mp3", source: folder.to("late.wav") };
    expect(await maker.make(wanted)).toEqual({ kind: "gone" });
    await folder.file("late.wav", "here");
    expect((await maker.make(wanted)).kind).toBe("made");
  });
});

describe("a request", () => {
  test("waits a few seconds, is told to come again, and finds it made later", async () => {
    const wanted = await source("a.wav");
    const release = recipe.hold();
    const asked = maker.provide(wanted);
    await begun(1);
    await time.pass(5_000);
    expect(await asked).toEqual({ kind: "later", retryAfterSeconds: 5 });
    release();
    expect((await maker.make(wanted)).kind).toBe("made");
    expect((await maker.provide(wanted)).kind).toBe("made");
    expect(recipe.runs).toHaveLength(1);
  });

  test("never waits for a place that background work takes, also when it joins work that waits for one", async () => {
    const [first, second, third, fourth] = await sources("a", "b", "c", "d");
    const release = recipe.hold();
    const work = [maker.make(first), maker.make(second), maker.make(third)];
    await begun(1);
    const asked = [maker.provide(third)];
    await begun(2);
    expect(recipe.runs).toEqual([first, third]);
    // A second request waits for the first one, and still goes before what is left in the background.
    asked.push(maker.provide(fourth));
    await time.settle();
    expect(recipe.runs).toHaveLength(2);
    release();
    await Promise.all([...work, ...asked]);
    expect(recipe.runs).toEqual([first, third, fourth, second]);
  });

  test("gives the work that it waits for its own priority", async () => {
    const [first, second] = await sources("a", "b");
    const release = recipe.hold();
    const asked = maker.provide(first);
    await begun(1);
    const work = maker.make(second);
    await time.settle();
    expect(recipe.priorities.map((priority) => priority())).toEqual(["request"]);
    release();
    await Promise.all([asked, work]);
    expect(recipe.priorities.map((priority) => priority())).toEqual(["request", "background"]);
  });

  test("that joins running background work makes the rest of it as urgent as itself", async () => {
    const [first] = await sources("a");
    const release = recipe.hold();
    const work = maker.make(first);
    await begun(1);
    expect(recipe.priorities.map((priority) => priority())).toEqual(["background"]);
    const asked = maker.provide(first);
    await time.settle();
    expect(recipe.priorities.map((priority) => priority())).toEqual(["request"]);
    release();
    await Promise.all([asked, work]);
    expect(recipe.runs).toHaveLength(1);
  });

  test("is told to come later when too many others wait", async () => {
    const release = recipe.hold();
    const all = await Promise.all(Array.from({ length: 65 }, (_, index) => source(`${index}.wav`)));
    const asked = all.slice(0, 64).map((wanted) => maker.provide(wanted));
    await begun(1);
    const [last] = all.slice(64);
    if (last !== undefined) expect(await maker.provide(last)).toEqual({ kind: "later", retryAfterSeconds: 30 });
    release();
    await Promise.all(asked);
  });
});

test("as many things are made at a time as there are places", async () => {
  maker = makerOf(2);
  const release = recipe.hold();
  const work = [];
  for (const name of ["a", "b", "c"]) work.push(maker.make(await source(`${name}.wav`)));
  await begun(2);
  await time.settle();
  expect(recipe.runs).toHaveLength(2);
  release();
  await Promise.all(work);
  expect(recipe.runs).toHaveLength(3);
});

test("stopping ends what is under way and leaves nothing of it", async () => {
  recipe.hold();
  const wanted = await source("a.wav");
  const outcome = maker.make(wanted).catch((error: unknown) => String(error));
  await begun(1);
  await maker.stop();
  expect(await outcome).toContain("The server stops.");
  expect(await temporaryFiles()).toEqual([]);
  expect(maker.isHopeless(wanted)).toBe(false);
});
