import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { randomId } from "../../src/lib/ids.ts";
import { renderApart, type RenderSound } from "../../src/sound/apart/render-apart.ts";
import { serveRender } from "../../src/sound/apart/serve-render.ts";
import { SoundBusy, SoundShelf } from "../../src/sound/sound-shelf.ts";
import type { SoundSong } from "../../src/sound/sound-song.ts";
import { processesWith } from "../support/processes.ts";
import { songLike } from "./demo-songs.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "needledrop-sound-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const twoParts = (id: string): SoundSong =>
  songLike({
    id,
    audioFiles: [
      { id: `${id}-main`, description: "Full mix", vocals: "none", stem: false },
      { id: `${id}-drums`, description: "Drums", vocals: "none", stem: true },
    ],
  });

/** A renderer that writes the part's name, once it is let go; `asked` are the parts of each process. */
function slowRenderer() {
  const asked: string[][] = [];
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const render: RenderSound = async ({ files }) => {
    asked.push(files.map((file) => file.part));
    most = Math.max(most, ++running);
    await gate.promise;
    for (const { part, path } of files) await Bun.write(path, part);
    running -= 1;
  };
  return { asked, render, letGo: () => gate.resolve(), mostAtOnce: () => most };
}

function shelfWith(
  render: RenderSound,
  songs: readonly SoundSong[],
  name: string,
): { shelf: SoundShelf; folder: string } {
  const folder = join(root, name);
  const songOf = (id: string): SoundSong | null => songs.find((song) => song.id === id) ?? null;
  return { folder, shelf: new SoundShelf({ folder, render, songOf, newId: randomId }) };
}

describe("the sound shelf", () => {
  test("renders what is asked for twice at a time once, and never again", async () => {
    const { asked, render, letGo } = slowRenderer();
    const { shelf, folder } = shelfWith(render, [twoParts("a")], "once");
    const first = shelf.fileOf("sound:a/main");
    const second = shelf.fileOf("sound:a/main");
    letGo();
    const path = await first;
    expect(await second).toBe(path);
    expect(await shelf.fileOf("sound:a/main")).toBe(path);
    expect(asked).toEqual([["main"]]);
    expect(await Bun.file(path ?? "").text()).toBe("main");
    expect((await readdir(folder)).length).toBe(1);
  });

  test("renders the parts of one song in one go, and only those that are missing", async () => {
    const { asked, render, letGo } = slowRenderer();
    const { shelf } = shelfWith(render, [twoParts("a"), twoParts("b")], "together");
    letGo();
    await shelf.fileOf("sound:b/main");
    const paths = await shelf.filesOf(["sound:a/main", "sound:b/drums", "sound:a/drums", "sound:b/main"]);
    expect(asked).toEqual([["main"], ["main", "drums"], ["drums"]]);
    expect(await Promise.all(paths.map((path) => Bun.file(path ?? "").text()))).toEqual([
      "main",
      "drums",
      "drums",
      "main",
    ]);
  });

  test("answers null for a song, a part or a name that there is not", async () => {
    const { asked, render } = slowRenderer();
    const { shelf } = shelfWith(render, [twoParts("a")], "absent");
    const refs = ["sound:z/main", "sound:a/bass", "sound:a", "store:a/main", "/etc/passwd", "sound:a/../main"];
    expect(await shelf.filesOf(refs)).toEqual(refs.map(() => null));
    expect(asked).toEqual([]);
  });

  test("names a changed song anew, so that nobody hears the former one", async () => {
    const { render, letGo } = slowRenderer();
    letGo();
    const before = shelfWith(render, [twoParts("a")], "changed");
    const after = shelfWith(render, [{ ...twoParts("a"), bpm: 121 }], "changed");
    expect(await before.shelf.fileOf("sound:a/main")).not.toBe(await after.shelf.fileOf("sound:a/main"));
  });

  test("leaves nothing of a rendering that failed, and tries again", async () => {
    let isBroken = true;
    const render: RenderSound = async ({ files }) => {
      for (const { path } of files) await Bun.write(path, "half");
      if (isBroken) throw new Error("the child crashed");
    };
    const { shelf, folder } = shelfWith(render, [twoParts("a")], "failed");
    expect(shelf.fileOf("sound:a/main")).rejects.toThrow("the child crashed");
    await shelf.fileOf("sound:a/main").catch(() => undefined);
    expect(await readdir(folder)).toEqual([]);
    isBroken = false;
    expect(await shelf.fileOf("sound:a/main")).not.toBeNull();
  });

  test("sweeps away what a killed server left half-rendered, and nothing else", async () => {
    const { render, letGo } = slowRenderer();
    letGo();
    const { shelf, folder } = shelfWith(render, [twoParts("a")], "swept");
    await shelf.sweep();
    const path = await shelf.fileOf("sound:a/main");
    await Bun.write(join(folder, "half.partial"), "half");
    await shelf.sweep();
    expect((await readdir(folder)).map((name) => join(folder, name))).toEqual([path ?? ""]);
  });

  test("has at most one process at work and a bound on what waits", async () => {
    const songs = Array.from({ length: 70 }, (_, at) => twoParts(`s${at}`));
    const { asked, render, letGo, mostAtOnce } = slowRenderer();
    const { shelf } = shelfWith(render, songs, "busy");
    const all = songs.map((song) => shelf.fileOf(`sound:${song.id}/main`).catch((error: unknown) => error));
    const refused = await Promise.race(all);
    expect(refused).toBeInstanceOf(SoundBusy);
    letGo();
    const ends = await Promise.all(all);
    expect(ends.filter((end) => typeof end === "string").length).toBe(64);
    expect(asked.length).toBe(64);
    expect(mostAtOnce()).toBe(1);
  });
});

describe("a process that renders", () => {
  const song = twoParts("a");
  const request = (part: string, path: string) => {
    const { id, bpm, keyName, keyMode, energy } = song;
    const tags = { genre: ["house"], mood: [], instrument: ["synth pad"], characteristic: [] };
    const audioFiles = song.audioFiles.map((file) => ({ ...file }));
    return { song: { id, bpm, keyName, keyMode, energy, tags, audioFiles }, files: [{ part, path }] };
  };

  test("writes a WAV where it is told", async () => {
    const path = join(root, "apart.wav");
    await renderApart(request("main", path));
    const bytes = await Bun.file(path).bytes();
    expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe("RIFF");
    expect(bytes.length).toBeGreaterThan(3_000_000);
  }, 30_000);

  test("has the server's priority, because a request waits for it", async () => {
    const over = new AbortController();
    const rendering = renderApart(request("main", join(root, "priority.wav")), over.signal).catch(() => undefined);
    const nices: number[] = [];
    while (nices.length === 0) {
      const pids = await processesWith("render-sound", join(import.meta.dir, "../.."));
      nices.push(...pids.map((pid) => getPriority(pid)));
    }
    over.abort();
    await rendering;
    expect(nices).toEqual(nices.map(() => getPriority()));
  }, 30_000);

  test("ends with what is wrong, and so does the call", async () => {
    expect(renderApart(request("bass", join(root, "none.wav")))).rejects.toThrow('has no part "bass"');
    await renderApart(request("bass", join(root, "none.wav"))).catch(() => undefined);
    expect(await Bun.file(join(root, "none.wav")).exists()).toBe(false);
  }, 30_000);

  test("is ended by who asked", async () => {
    const aborted = AbortSignal.abort(new Error("the server stops"));
    expect(renderApart(request("main", join(root, "aborted.wav")), aborted)).rejects.toThrow("aborted");
    await renderApart(request("main", join(root, "aborted.wav")), aborted).catch(() => undefined);
  }, 30_000);

  test("refuses what is no request", () => {
    expect(serveRender({ song: { id: "a" } })).rejects.toThrow("not one to render sound");
    expect(serveRender({ ...request("main", "x"), files: [] })).rejects.toThrow("not one to render sound");
  });
});
