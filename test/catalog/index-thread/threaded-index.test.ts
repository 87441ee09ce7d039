import { describe, expect, test } from "bun:test";
import type { SongDocument } from "../../../schema/song.ts";
import { ThreadedIndex } from "../../../src/catalog/index-thread/threaded-index.ts";
import { IndexBuilder } from "../../../src/ranking/index-builder.ts";

function song(id: string): SongDocument {
  return {
    id,
    title: `Title ${id}`,
    description: "calm piano",
    lyrics: "",
    artists: [{ id: "a", name: "A" }],
    tags: { genre: ["ambient"], mood: [], instrument: [], characteristic: [] },
    energy: null,
    energyInferred: "low",
    explicit: null,
    bpm: 90,
    keyName: "",
    keyMode: "",
    releasedAt: null,
    playlistIds: [],
    hasStems: false,
    audioFiles: [{ id: `${id}-f`, vocals: "none", duration: 61.25, stem: false, hasMedia: true, mediaRef: null }],
  };
}

async function withThread(signal: AbortSignal | null, work: (index: ThreadedIndex) => Promise<void>): Promise<void> {
  const index = new ThreadedIndex(signal);
  try {
    await work(index);
  } finally {
    index.close();
  }
}

describe("ThreadedIndex", () => {
  test("returns the same bytes as a builder without a thread", async () => {
    const songs = Array.from({ length: 300 }, (_, number) => song(`s${number}`));
    const alone = new IndexBuilder();
    for (const one of songs) alone.add(one);
    await withThread(null, async (index) => {
      await index.add(songs.slice(0, 100));
      await index.add(songs.slice(100));
      index.pack();
      expect(Buffer.concat(await index.chunks()).equals(Buffer.concat(alone.finish()))).toBe(true);
    });
  });

  test("fails with the error of the thread", async () => {
    await withThread(null, async (index) => {
      await index.add([song("twice")]);
      await index.add([song("twice")]);
      index.pack();
      await expect(index.chunks()).rejects.toThrow(/^The search index could not be built: .*every song is added/);
    });
  });

  test("waits while too many songs are in the queue", async () => {
    await withThread(null, async (index) => {
      const long = { ...song("long"), lyrics: "over the hills and far away ".repeat(700_000) };
      let isAdded = false;
      const adding = index.add([long]).then(() => (isAdded = true));
      await Promise.resolve();
      expect(isAdded).toBe(false);
      await adding;
      index.pack();
      expect((await index.chunks()).length).toBeGreaterThan(1);
    });
  });

  test("ends waiting with the reason of an aborted signal", async () => {
    const stopping = new AbortController();
    await withThread(stopping.signal, async (index) => {
      const chunks = index.chunks();
      stopping.abort(new Error("stopped by a test"));
      await expect(chunks).rejects.toThrow("stopped by a test");
    });
  });
});
