import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { resolveMoves } from "../../../../src/catalog/import/staging/resolve-moves.ts";
import type { FileOwner } from "../../../../src/catalog/import/staging/stage-store.ts";
import type { DeferredSong } from "../../../../src/catalog/import/staging/staging.ts";
import { CatalogFixture } from "../catalog-fixture.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

const song = (id: string, ...files: string[]): object => ({
  id,
  title: id,
  audio_files: files.map((file) => ({ id: file })),
});
const filesOf = (id: string): string[] => catalog.song(id)?.audioFiles.map((file) => file.id) ?? [];

describe("an audio file", () => {
  test("of another song in the dump rejects the later song, in the same batch and in a later one", async () => {
    const between = Array.from({ length: 1_500 }, (_, at) => song(`x${at}`));
    const lines = [song("1", "f", "g"), song("2", "h", "g"), ...between, song("3", "f")];
    expect(await catalog.importLines(lines)).toMatchObject({ rejected: 2, added: 1_501, accepted: 1_501 });
    expect(await catalog.report()).toMatchObject([
      { line: 2, field: "audio_files[1].id", reason: 'the file already belongs to the song "1"' },
      { line: 1_503, field: "audio_files[0].id", reason: 'the file already belongs to the song "1"' },
    ]);
  });

  test("of a song in the catalog rejects the new record, and the previous record stays", async () => {
    await catalog.importLines([song("1", "f"), song("2", "g")]);
    const outcome = await catalog.importLines([song("3", "f"), song("2", "g", "f")]);
    expect(outcome).toMatchObject({ rejected: 2, accepted: 0, added: 0, updated: 0, generation: 1 });
    expect(filesOf("2")).toEqual(["g"]);
  });

  test("can move from one song to another in either order", async () => {
    await catalog.importLines([song("1", "f"), song("2", "g")]);
    const forward = [song("1"), song("2", "g", "f")];
    expect(await catalog.importLines(forward)).toMatchObject({ rejected: 0, updated: 2 });
    const backward = [song("1", "f", "g"), song("2")];
    expect(await catalog.importLines(backward)).toMatchObject({ rejected: 0, updated: 2 });
    expect([filesOf("1"), filesOf("2")]).toEqual([["f", "g"], []]);
    expect(await catalog.importLines(backward)).toMatchObject({ unchanged: 2, generation: 3 });
  });

  test("can move in a cycle or a chain, for example if all files are renumbered", async () => {
    await catalog.importLines([song("1", "a"), song("2", "b"), song("3", "c")]);
    const circle = [song("1", "b"), song("2", "c"), song("3", "a")];
    expect(await catalog.importLines(circle)).toMatchObject({ rejected: 0, updated: 3 });
    expect([filesOf("1"), filesOf("2"), filesOf("3")]).toEqual([["b"], ["c"], ["a"]]);
    const chain = [song("0", "b"), song("1", "c"), song("2", "a"), song("3", "z")];
    expect(await catalog.importLines(chain)).toMatchObject({ rejected: 0, added: 1, updated: 3 });
    expect([filesOf("0"), filesOf("1"), filesOf("2"), filesOf("3")]).toEqual([["b"], ["c"], ["a"], ["z"]]);
  });

  test("is free if the same dump retires its song", async () => {
    await catalog.importLines([song("1", "f"), song("2", "g")]);
    expect(await catalog.importLines([song("3", "f")], { replace: true })).toMatchObject({ added: 1, retired: 2 });
    expect(filesOf("3")).toEqual(["f"]);
  });

  test("that only an earlier record of a song claims causes no conflict", async () => {
    await catalog.importLines([song("1", "f")]);
    const outcome = await catalog.importLines([song("2", "f"), song("1", "g"), song("2", "h")]);
    expect(outcome).toMatchObject({ rejected: 0, added: 1, updated: 1 });
    expect([filesOf("1"), filesOf("2")]).toEqual([["g"], ["h"]]);
  });
});

describe("resolving moves", () => {
  const IDS = ["a", "b", "c", "d", "e", "f"];

  test("never gives a file to two songs, and never takes a file that its owner retains", () => {
    const wishes = fc.array(fc.subarray(["1", "2", "3", "4", "5"]), { minLength: 1, maxLength: IDS.length });
    const had = fc.dictionary(fc.constantFrom("1", "2", "3", "4", "5"), fc.constantFrom(...IDS, "outside"));
    const property = fc.property(wishes, had, (wanted, owned) => {
      const songs = wanted.map((fileIds, at) => deferred(IDS[at] ?? "", fileIds));
      const owners = new Map<string, FileOwner>(
        Object.entries(owned).map(([file, songId]) => [file, { songId, ordinal: IDS.indexOf(songId) }]),
      );
      const { accepted, refused } = resolveMoves(songs, owners);
      expect(accepted.length + refused.length).toBe(songs.length);

      const takers = new Map<string, string>();
      const isAccepted = (id: string): boolean => accepted.some((one) => one.id === id);
      for (const one of accepted) {
        for (const file of one.fileIds) {
          const owner = owners.get(file)?.songId ?? one.id;
          expect(takers.has(file)).toBe(false);
          expect(owner === one.id || isAccepted(owner)).toBe(true);
          takers.set(file, one.id);
        }
      }
      for (const { song: one, fileId, ownerId } of refused) {
        expect(one.fileIds).toContain(fileId);
        expect(ownerId).not.toBe(one.id);
      }
    });
    fc.assert(property);
  });

  function deferred(id: string, fileIds: readonly string[]): DeferredSong {
    return { origin: { file: "dump.jsonl", line: 1 }, id, title: id, ordinal: IDS.indexOf(id), fileIds };
  }
});
