import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { SimilarSongs } from "../../schema/wire/song.ts";
import { HttpApp } from "../support/http-app.ts";
import { documentOf } from "./checked.ts";
import { errorsOf, expectRefusals } from "./error-document.ts";

const dump = [
  {
    id: "one",
    title: "One",
    tags: { genre: ["zydeco"], mood: ["joyful"] },
    artists: [{ id: "a", name: "A" }],
    energy: "high",
  },
  { id: "two", title: "Two", tags: { genre: ["zydeco"], mood: ["joyful"] }, artists: [{ id: "a" }], energy: "low" },
  { id: "three", title: "Three", tags: { genre: ["zydeco"] }, energy: "high" },
  { id: "four/4", title: "Four", tags: { genre: ["drone"] }, energy: "high" },
  ...Array.from({ length: 40 }, (_, index) => ({
    id: `filler ${index}`,
    title: "Filler",
    tags: { genre: ["pop"], mood: ["bright"] },
  })),
];

let app: HttpApp;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create({ dump });
  token = app.key().token;
});
afterAll(() => app.close());

async function similarTo(id: string, query = ""): Promise<string[]> {
  const response = await app.ask(`/v1/songs/${encodeURIComponent(id)}/similar${query}`, { token });
  return (await documentOf(SimilarSongs, response)).data.map((song) => song.id);
}

describe("GET /v1/songs/:id/similar 200", () => {
  test("the most similar first, without the song itself", async () => {
    const ids = await similarTo("one");
    expect(ids.slice(0, 2)).toEqual(["two", "three"]);
    expect(ids).not.toContain("one");
  });

  test("page[size] limits the number of songs", async () => {
    expect(await similarTo("one", "?page[size]=1")).toEqual(["two"]);
    expect(await similarTo("filler 0")).toHaveLength(25);
  });

  test("filters select from the most similar songs", async () => {
    expect((await similarTo("one", "?filter[energy]=high"))[0]).toBe("three");
    expect(await similarTo("one", "?filter[genre]=zydeco&filter[mood]=joyful")).toEqual(["two"]);
  });

  test("each song has its rank, its score and the reasons in words", async () => {
    const other = await HttpApp.create({
      dump: [
        {
          id: "a",
          title: "A",
          tags: { genre: ["zydeco"] },
          bpm: 120,
          key: { name: "A", mode: "minor" },
          energy: "low",
        },
        {
          id: "b",
          title: "B",
          tags: { genre: ["zydeco"] },
          bpm: 124,
          key: { name: "C", mode: "major" },
          energy: "low",
        },
        { id: "c", title: "C", tags: { genre: ["zydeco"] }, bpm: 120, key: { name: "A", mode: "minor" } },
        {
          id: "d",
          title: "D",
          tags: { genre: ["zydeco"] },
          bpm: 126,
          key: { name: "Eb", mode: "major" },
          energy: "high",
        },
        { id: "e", title: "E", tags: { genre: ["pop"] } },
      ],
    });
    try {
      const response = await other.ask("/v1/songs/a/similar", { token: other.key().token });
      const { data } = await documentOf(SimilarSongs, response);
      expect(data.map(({ id, meta }) => [id, meta.rank, meta.reasons])).toEqual([
        ["b", 1, ["both zydeco", "120 and 124 bpm", "C major goes with A minor", "both of low energy"]],
        ["c", 2, ["both zydeco", "both 120 bpm", "both in A minor"]],
        ["d", 3, ["both zydeco"]],
      ]);
      expect(data[0]?.meta.score).toBeGreaterThan(0);
    } finally {
      await other.close();
    }
  });

  test("takes the filters of the list", async () => {
    expect(await similarTo("one", "?filter[title]=thr")).toEqual(["three"]);
    expect(await similarTo("filler 0", "?filter[id]=filler 7,filler 9")).toEqual(["filler 7", "filler 9"]);
  });

  test("a filter finds a distantly similar song", async () => {
    const near = Array.from({ length: 600 }, (_, index) => ({
      id: `near ${index}`,
      title: "Near",
      tags: { genre: ["zydeco"], mood: ["joyful"] },
    }));
    const far = { id: "far", title: "Far", tags: { mood: ["joyful"] }, energy: "very_low" };
    const crowd = await HttpApp.create({ dump: [...near, far] });
    try {
      const path = `/v1/songs/${encodeURIComponent("near 0")}/similar?filter[energy]=very_low`;
      const response = await crowd.ask(path, { token: crowd.key().token });
      expect((await documentOf(SimilarSongs, response)).data.map((song) => song.id)).toEqual(["far"]);
    } finally {
      await crowd.close();
    }
  });

  test("artists are included", async () => {
    const response = await app.ask("/v1/songs/one/similar?page[size]=1", { token });
    const { included } = await documentOf(SimilarSongs, response);
    expect(included.map((resource) => resource.id)).toEqual(["a"]);
  });
});

describe("GET /v1/songs/:id/similar", () => {
  test("404: unknown song", async () => {
    await expectRefusals(await app.ask("/v1/songs/nothing/similar", { token }), "not_found");
    await expectRefusals(await app.ask("/v1/songs/one%00/similar", { token }), "not_found");
  });

  test("400: it has no pages and no other parameters", async () => {
    for (const query of ["page[cursor]=x", "page[size]=0", "limit=5", "filter[color]=red"]) {
      const errors = await errorsOf(await app.ask(`/v1/songs/one/similar?${query}`, { token }));
      expect([query, errors[0]?.status]).toEqual([query, 400]);
    }
  });
});
