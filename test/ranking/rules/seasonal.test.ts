import { describe, expect, test } from "bun:test";
import { ids, search, song } from "../support.ts";

describe("the seasonal rule", () => {
  const songs = [
    song({ id: "xmas", tags: { genre: ["christmas"], mood: ["happy"], instrument: ["piano", "bell"] } }),
    song({ id: "plain", tags: { genre: ["pop"], mood: ["happy"], instrument: ["piano"] } }),
  ];
  test("lowers songs of a season that the brief does not mention", () => {
    expect(ids(search(songs, "happy piano"))[0]).toBe("plain");
    expect(ids(search(songs, "happy piano, like snow in winter"))[0]).toBe("plain");
  });

  test("lowers no song of a season that the brief names", () => {
    for (const query of ["happy christmas piano", "happy piano for a xmas ad", "yuletide piano"])
      expect(ids(search(songs, query))[0]).toBe("xmas");
  });
});
