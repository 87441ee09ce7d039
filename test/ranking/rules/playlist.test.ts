import { describe, expect, test } from "bun:test";
import { ids, search, song } from "../support.ts";

const night = [{ id: 7, name: "Night Drive" }];

describe("the playlist rule", () => {
  const songs = [
    song({ id: "in", publicPlaylists: night, tags: { mood: ["dark"] } }),
    song({ id: "in-calm", publicPlaylists: night, tags: { mood: ["calm"] } }),
    song({ id: "out", playlistIds: [7], tags: { mood: ["dark"] } }),
  ];
  test("keeps only songs of a playlist, by any spelling of its name or by its id", () => {
    for (const query of [
      "dark, from the playlist Night Drive",
      "dark from playlist night-drive!",
      "dark from playlist 7",
    ])
      expect(ids(search(songs, query))).toEqual(["in"]);
    expect(ids(search(songs, "from the playlist Night Drive"))).toEqual(["in", "in-calm"]);
  });

  test("leaves out the songs of an unwanted playlist", () => {
    expect(ids(search(songs, "dark, not from the playlist Night Drive"))).toEqual(["out"]);
  });

  test("finds no song for an unknown playlist, and says why", () => {
    const { hits, unserved } = search(songs, "dark, from the playlist Broad Daylight");
    expect(hits).toEqual([]);
    expect(unserved).toContain("no playlist of the catalog is called Broad Daylight");
    const kept = search(songs, "dark, not from the playlist Broad Daylight");
    expect(ids(kept)).toEqual(["in", "out"]);
    expect(kept.unserved).toContain("no playlist of the catalog is called Broad Daylight");
  });
});
