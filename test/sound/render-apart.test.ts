import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { getPriority } from "node:os";
import { join } from "node:path";
import { answerRender, renderApart, soundDigest } from "../../src/sound/render-apart.ts";
import { renderParts } from "../../src/sound/render-song.ts";
import { processesWith } from "../support/processes.ts";
import { songLike } from "./demo-songs.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A child takes a second, and more while other tests run. */
setDefaultTimeout(60_000);

const song = songLike({ id: "a", bpm: 180 });
const folder = temporaryFolder();
describe("a song rendered in a child process", () => {
  test("is the WAV that this process renders, byte for byte", async () => {
    const path = join(folder, "main.wav");
    await renderApart(song, "main", path, { priority: "request" });
    expect(await Bun.file(path).bytes()).toEqual(new Uint8Array(renderParts(song, ["main"]).get("main") ?? []));
  });

  test("has the server's priority when a request waits for it", async () => {
    const over = new AbortController();
    const options = { priority: "request", signal: over.signal } as const;
    const rendering = renderApart(song, "main", join(folder, "priority.wav"), options).catch(() => undefined);
    const nices: number[] = [];
    while (nices.length === 0) {
      const pids = await processesWith("render-sound", join(import.meta.dir, "../.."));
      nices.push(...pids.map((pid) => getPriority(pid)));
    }
    over.abort();
    await rendering;
    expect(nices).toEqual(nices.map(() => getPriority()));
  });

  test("fails with the child's message for an unknown part, and writes nothing", async () => {
    const path = join(folder, "none.wav");
    await expect(renderApart(song, "bass", path, { priority: "request" })).rejects.toThrow(
      /sound of a could not be rendered \(exit status 1\).*has no part "bass"/s,
    );
    expect(await Bun.file(path).exists()).toBe(false);
  });

  test("ends with the signal's reason", async () => {
    const aborted = AbortSignal.abort(new Error("the server stops"));
    await expect(
      renderApart(song, "main", join(folder, "aborted.wav"), { priority: "request", signal: aborted }),
    ).rejects.toThrow("the server stops");
  });

  test("refuses an invalid request", async () => {
    for (const request of ["", "{}", JSON.stringify({ song: { id: "a" }, part: "main", path: "x" })]) {
      await expect(answerRender(request)).rejects.toThrow("does not have the expected form");
    }
  });
});

describe("the digest of a sound", () => {
  test("changes with the part and the fields that determine the sound, and with no other field", () => {
    const digest = soundDigest(song, "main");
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(soundDigest({ ...song, title: "Harbour" } as typeof song, "main")).toBe(digest);
    for (const other of [soundDigest({ ...song, bpm: 121 }, "main"), soundDigest(song, "inst")]) {
      expect(other).not.toBe(digest);
    }
  });
});
