import { describe, expect, test } from "bun:test";
import type { SongDocument } from "../../../schema/song.ts";
import { packed, ids, indexOf, search, song } from "../support.ts";

/**
 * Forty dreamy songs with piano and ambient, forty angry ones with guitar and metal, forty pop songs without a mood.
 */
function catalog(...more: readonly SongDocument[]): SongDocument[] {
  const songs: SongDocument[] = [];
  for (let at = 0; at < 40; at++) {
    songs.push(
      song({ id: `dreamy-${at}`, tags: { genre: ["ambient"], mood: ["dreamy"], instrument: ["piano"] } }),
      song({ id: `angry-${at}`, tags: { genre: ["metal"], mood: ["angry"], instrument: ["electric guitar"] } }),
      song({ id: `plain-${at}`, tags: { genre: ["pop"], instrument: at % 2 === 0 ? ["piano"] : ["electric guitar"] } }),
    );
  }
  return [...songs, ...more];
}

const QUIET = song({ id: "quiet", tags: { genre: ["ambient"], instrument: ["piano"] } });
const LOUD = song({ id: "loud", tags: { genre: ["metal"], instrument: ["electric guitar"] } });

describe("learned tags", () => {
  test("let a song tagged only ambient and piano answer dreamy", () => {
    const found = ids(search(catalog(QUIET, LOUD), "dreamy", 100));
    expect(found).toContain("quiet");
    expect(found).not.toContain("loud");
  });

  test("rank every song with the tag above those that are only similar", () => {
    const found = ids(search(catalog(QUIET), "dreamy", 100));
    expect(found.indexOf("quiet")).toBeGreaterThanOrEqual(40);
  });

  test("include a studio's own words, which the vocabulary lacks", () => {
    const house = Array.from({ length: 30 }, (_, at) =>
      song({ id: `house-${at}`, tags: { mood: ["glimmerish"], instrument: ["celesta"], genre: ["ambient"] } }),
    );
    const other = Array.from({ length: 30 }, (_, at) => song({ id: `other-${at}`, tags: { genre: ["rock"] } }));
    const untagged = song({ id: "untagged", tags: { instrument: ["celesta"], genre: ["ambient"] } });
    const { hits } = search([...house, ...other, untagged], "glimmerish", 100);
    expect(hits.find(({ songId }) => songId === "untagged")?.reasons).toEqual(["likely glimmerish"]);
  });

  test("are learned from words of titles too", () => {
    const titled = Array.from({ length: 40 }, (_, at) =>
      song({ id: `dreamy-${at}`, title: `Slumber ${at}`, tags: { mood: ["dreamy"] } }),
    );
    const songs = [...catalog().filter(({ id }) => !id.startsWith("dreamy")), ...titled];
    const untagged = song({ id: "untagged", title: "Slumber again" });
    expect(ids(search([...songs, untagged], "dreamy", 100))).toContain("untagged");
  });

  test("depend on the songs and not on their order", () => {
    const songs = catalog(QUIET, LOUD);
    expect(packed(songs.toReversed())).toEqual(packed(songs));
  });

  test("never include a tag that the song has", () => {
    const index = indexOf(catalog(QUIET));
    const place = index.placeOf("dreamy-1");
    expect(index.learned("dreamy")).toBeGreaterThanOrEqual(0);
    expect(index.posting(index.learned("dreamy"), place)).toBeNull();
    expect(index.posting(index.learned("dreamy"), index.placeOf("quiet"))).not.toBeNull();
  });

  test("do not exist in a catalog of a few songs", () => {
    const index = indexOf([QUIET, LOUD]);
    expect(index.learned("ambient")).toBe(-1);
  });
});
