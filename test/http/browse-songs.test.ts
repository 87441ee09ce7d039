import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { ArtistDocument, FacetList, PlaylistDocument, PlaylistList } from "../../schema/wire/browse.ts";
import { SongList } from "../../schema/wire/song.ts";
import { addRemovedSongs } from "../../src/catalog/removed-songs-store.ts";
import { HttpApp } from "../support/http-app.ts";
import { documentOf } from "./checked.ts";
import { errorsOf, expectRefusals } from "./error-document.ts";

const day = (text: string): number => Date.parse(`${text}T12:00:00Z`) / 1000;

const DUMP = [
  { playlist: { id: 5, name: "Open road", public: true } },
  { playlist: { id: 7, name: "Held back", public: false } },
  {
    id: "a",
    title: "Élan Vital",
    isrc: "QZABC2400001",
    released_at: day("2019-12-31"),
    bpm: 60,
    energy: "low",
    key: { name: "A", mode: "minor" },
    tags: { genre: ["Ambient"], mood: ["calm"], instrument: ["piano"] },
    artists: [{ id: "ada", name: "Ada Field" }],
    audio_files: [
      { id: "a1", vocals: "none", duration: 29.6 },
      { id: "a2", vocals: "lead", duration: 300, stem: true },
    ],
    playlists: [5, 7],
    rights: {
      writers: [{ name: "Ada Field", society: "GEMA", share: 100 }],
      one_stop: true,
      clearance: "pre_cleared",
      territories: ["DE"],
      ai: "human",
      exclusive_until: "2001-01-01",
    },
  },
  {
    id: "b",
    title: "Don't Look Down",
    released_at: day("2020-01-01"),
    bpm: 120,
    energy: "high",
    key: { name: "C", mode: "major" },
    tags: { genre: ["Ambient", "techno"], mood: ["tense"] },
    artists: [{ id: "ada" }],
    audio_files: [
      { id: "b1", vocals: "lead", duration: 180 },
      { id: "b2", vocals: "none", duration: 30 },
    ],
    playlists: [7],
  },
  {
    id: "c",
    title: "glass harbour",
    released_at: day("2020-06-15"),
    bpm: 121,
    energy: "medium",
    key: { name: "F#", mode: "major" },
    tags: { genre: ["techno"], mood: ["tense"], instrument: ["piano"] },
    artists: [{ id: "bo", name: "Bo" }],
    audio_files: [{ id: "c1", vocals: "background", duration: 62 }],
  },
  { id: "d", title: "Glass", tags: { genre: ["folk"] }, energy: "low", audio_files: [{ id: "d1" }] },
  {
    id: "e",
    title: "???",
    energy: "very_low",
    key: { name: "Gb", mode: "" },
    audio_files: [{ id: "e1", duration: 900 }],
  },
];

let app: HttpApp;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create({ dump: DUMP });
  token = app.key().token;
});
afterAll(() => app.close());

async function list(query: string, as = token): Promise<Static<typeof SongList>> {
  return await documentOf(SongList, await app.ask(`/v1/songs?${query}`, { token: as }));
}

async function ids(query: string, as = token): Promise<string> {
  return (await list(query, as)).data.map((song) => song.id).join(" ");
}

async function facets(query = "", as = token): Promise<{ total: number; [facet: string]: unknown }> {
  const page = await documentOf(FacetList, await app.ask(`/v1/facets?${query}`, { token: as }));
  const named = page.data.map(({ id, attributes }) => [
    id,
    Object.fromEntries(attributes.values.map(({ value, count }) => [value, count])),
  ]);
  return { total: page.meta.total, ...Object.fromEntries(named) };
}

describe("GET /v1/songs with the filters of a browser", () => {
  test.each([
    ["filter[one_stop]=true", "a"],
    ["filter[clearance]=pre_cleared&filter[territory]=Germany", "a"],
    ["filter[territory]=US", ""],
    ["filter[exclusive]=false", "a"],
    ["filter[duration]=30", "a"],
    ["filter[duration]=30..180", "a b c"],
    ["filter[duration]=..62", "a c"],
    ["filter[duration]=180..", "b e"],
    ["filter[released]=2020-01-01", "b"],
    ["filter[released]=2019-12-31..2020-01-01", "a b"],
    ["filter[released]=2020-01-02..", "c"],
    ["filter[released]=..2019-12-31", "a"],
    ["filter[year]=2020", "b c"],
    ["filter[year]=..2019,2021..", "a"],
    ["filter[vocals]=lead", "b"],
    ["filter[vocals]=none", "a b"],
    ["filter[vocals]=background,unknown", "c d e"],
    ["filter[isrc]=qz-abc-24-00001", "a"],
    ["filter[isrc]=QZABC2400002", ""],
    ["filter[title]=glass", "c d"],
    ["filter[title]=Harb gla", "c"],
    ["filter[title]=elan", "a"],
    ["filter[title]=dont, look", "b"],
    ["filter[title]=lass", ""],
    ["filter[id]=d,a,nobody", "a d"],
    ["filter[playlist]=5", "a"],
    ["filter[harmonic]=A minor", "a b"],
    ["filter[harmonic]=8B", "a b"],
    ["filter[harmonic]=Gb major", "c"],
    ["filter[key]=Gb major", "c"],
    ["filter[key]=8A,C major", "a b"],
    ["filter[energy]=low&filter[title]=glass", "d"],
    ["filter[genre]=ambient&filter[year]=2020&filter[vocals]=lead", "b"],
  ])("%s", async (query, expected) => {
    expect(await ids(query)).toBe(expected);
    expect((await list(`${query}&page[size]=1`)).meta.total).toBe(expected === "" ? 0 : expected.split(" ").length);
  });

  test.each([
    ["sort=title", "b a d c e"],
    ["sort=-title", "c d a b e"],
    ["sort=bpm", "a b c d e"],
    ["sort=-bpm", "c b a d e"],
    ["sort=duration", "a c b e d"],
    ["sort=-duration", "e b c a d"],
    ["sort=released_at", "a b c d e"],
    ["sort=-released_at", "c b a d e"],
    ["sort=energy", "e a d c b"],
    ["sort=-energy&filter[genre]=ambient", "b a"],
  ])("%s", async (query, expected) => {
    expect(await ids(query)).toBe(expected);
  });

  test("pages of a sorted list have each song once", async () => {
    const seen: string[] = [];
    let page = await list("sort=-title&page[size]=2");
    seen.push(...page.data.map(({ id }) => id));
    while (page.links.next !== null) {
      expect(page.meta.total).toBe(5);
      page = await documentOf(SongList, await app.ask(page.links.next, { token }));
      seen.push(...page.data.map(({ id }) => id));
    }
    expect(seen.join(" ")).toBe("c d a b e");
  });

  test("a private playlist filters only for a key that it was granted", async () => {
    expect(await ids("filter[playlist]=7")).toBe("");
    expect(await ids("filter[playlist]=5,7")).toBe("a");
    expect(await ids("filter[playlist]=7", app.key({ playlistIds: [7] }).token)).toBe("a b");
  });

  test("the total of the complete list is that of the catalog", async () => {
    expect((await list("page[size]=2")).meta.total).toBe(5);
  });
});

describe("GET /v1/songs 400", () => {
  test.each([
    ["filter[duration]=long", "filter[duration]"],
    ["filter[duration]=60..30", "filter[duration]"],
    ["filter[duration]=..", "filter[duration]"],
    ["filter[duration]=-5", "filter[duration]"],
    ["filter[released]=2024-02-30", "filter[released]"],
    ["filter[released]=yesterday", "filter[released]"],
    ["filter[released]=2024", "filter[released]"],
    ["filter[year]=24", "filter[year]"],
    ["filter[vocals]=loud", "filter[vocals]"],
    ["filter[isrc]=123", "filter[isrc]"],
    ["filter[title]=", "filter[title]"],
    ["filter[title]=...", "filter[title]"],
    [`filter[title]=${"a ".repeat(21)}`, "filter[title]"],
    ["filter[playlist]=Open road", "filter[playlist]"],
    ["filter[playlist]=99999999999999999", "filter[playlist]"],
    ["filter[harmonic]=A", "filter[harmonic]"],
    ["filter[harmonic]=13A", "filter[harmonic]"],
    [`filter[id]=${"x,".repeat(100)}x`, "filter[id]"],
    ["filter[label]=x", "filter[label]"],
  ])("%s names its parameter", async (query, parameter) => {
    const response = await app.ask(`/v1/songs?${query}`, { token });
    expect(response.status).toBe(400);
    expect((await errorsOf(response)).map(({ source }) => source)).toEqual([{ parameter }]);
  });

  test("the cursor of a song that the catalog no longer has says how to go on", async () => {
    const cursor = Buffer.from("after:99").toString("base64url");
    const response = await app.ask(`/v1/songs?sort=title&page[cursor]=${cursor}`, { token });
    const [error] = await errorsOf(response);
    expect(error?.detail).toContain("from its first page");
    expect(error?.source).toEqual({ parameter: "page[cursor]" });
  });
});

describe("GET /v1/facets 200", () => {
  test("counts every facet of the catalog, in values that the filters take", async () => {
    const counted = await facets();
    expect(counted).toEqual({
      total: 5,
      genre: { ambient: 2, techno: 2, folk: 1 },
      mood: { tense: 2, calm: 1 },
      instrument: { piano: 2 },
      characteristic: {},
      energy: { very_low: 1, low: 2, medium: 1, high: 1 },
      bpm: { "60..79": 1, "120..139": 2 },
      key: { "C major": 1, "F# major": 1, "A minor": 1 },
      duration: { "30..59": 1, "60..89": 1, "180..239": 1, "600..": 1 },
      year: { "2020": 2, "2019": 1 },
      vocals: { lead: 1, background: 1, none: 2, unknown: 2 },
      one_stop: { true: 1 },
      clearance: { pre_cleared: 1 },
      ai: { human: 1 },
    });
    for (const [facet, values] of Object.entries(counted)) {
      if (facet === "total" || typeof values !== "object" || values === null) continue;
      for (const [value, count] of Object.entries(values)) {
        const { meta } = await list(`filter[${facet}]=${encodeURIComponent(value)}`);
        expect([facet, value, meta.total]).toEqual([facet, value, count]);
      }
    }
  });

  test("a song has its rights, with null for what is not on file; one without rights has none", async () => {
    const { data } = await list("filter[id]=a,b");
    expect(data.map(({ attributes }) => attributes.rights)).toEqual([
      {
        writers: [{ name: "Ada Field", role: "", ipi: "", society: "GEMA", share: 100 }],
        publishers: [],
        iswc: null,
        master_owner: null,
        one_stop: true,
        clearance: "pre_cleared",
        territories: ["DE"],
        excluded_territories: [],
        excluded_uses: [],
        fee_class: null,
        samples: null,
        ai: "human",
        exclusive: true,
        exclusive_to: null,
        exclusive_until: Date.parse("2001-01-01T23:59:59Z") / 1_000,
      },
      undefined,
    ]);
  });

  test("a facet's own filter does not change its counts", async () => {
    const counted = await facets("filter[genre]=techno&filter[year]=2020");
    expect(counted).toMatchObject({
      total: 2,
      genre: { ambient: 1, techno: 2 },
      year: { "2020": 2 },
      instrument: { piano: 1 },
      vocals: { lead: 1, background: 1, none: 1 },
    });
  });

  test("a song that was taken down does not count", async () => {
    const other = await HttpApp.create({ dump: DUMP });
    try {
      const as = other.key().token;
      await other.core.db.write((tx) => addRemovedSongs(tx, ["c"], 1));
      await other.services.catalog.poll();
      const page = await documentOf(FacetList, await other.ask("/v1/facets", { token: as }));
      expect(page.meta.total).toBe(4);
      const songs = await documentOf(SongList, await other.ask("/v1/songs?sort=title", { token: as }));
      expect(songs.data.map(({ id }) => id)).toEqual(["b", "a", "d", "e"]);
      expect(songs.meta.total).toBe(4);
    } finally {
      await other.close();
    }
  });

  test("before the first import there are none", async () => {
    const empty = await HttpApp.create();
    const page = await documentOf(FacetList, await empty.ask("/v1/facets", { token: empty.key().token }));
    expect(page).toMatchObject({ data: [], meta: { total: 0 } });
    await empty.close();
  });
});

describe("GET /v1/facets 400", () => {
  test.each(["page[size]=5", "sort=title", "filter[color]=red", "page[cursor]=x"])("%s", async (query) => {
    await expectRefusals(await app.ask(`/v1/facets?${query}`, { token }), "bad_parameter");
  });
});

describe("GET /v1/playlists", () => {
  const playlists = async (as: string, query = ""): Promise<Static<typeof PlaylistList>> =>
    documentOf(PlaylistList, await app.ask(`/v1/playlists${query}`, { token: as }));

  test("200: a key sees public playlists and those that it was granted", async () => {
    const page = await playlists(token);
    expect(page.meta.total).toBe(1);
    expect(page.data).toEqual([
      {
        type: "playlists",
        id: "5",
        attributes: { name: "Open road", public: true, songs: 1 },
        links: { self: "http://needledrop.test/v1/playlists/5" },
      },
    ]);
    const granted = await playlists(app.key({ playlistIds: [7] }).token, "?page[size]=1");
    expect(granted.meta.total).toBe(2);
    expect(granted.data.map(({ id }) => id)).toEqual(["5"]);
    const next = await documentOf(
      PlaylistList,
      await app.ask(granted.links.next ?? "", { token: app.key({ playlistIds: [7] }).token }),
    );
    expect(next.data.map(({ id, attributes }) => [id, attributes.songs])).toEqual([["7", 2]]);
    expect(next.links.next).toBeNull();
  });

  test("200: one playlist", async () => {
    const { data } = await documentOf(PlaylistDocument, await app.ask("/v1/playlists/5", { token }));
    expect(data.attributes.name).toBe("Open road");
  });

  test("404: a playlist that the key may not see is like one that does not exist", async () => {
    for (const id of ["7", "8", "05", "x", "5%00", "-1", "1e3"]) {
      await expectRefusals(await app.ask(`/v1/playlists/${id}`, { token }), "not_found");
    }
  });

  test("400: there are no filters", async () => {
    await expectRefusals(await app.ask("/v1/playlists?filter[name]=x", { token }), "bad_parameter");
    await expectRefusals(await app.ask("/v1/playlists?page[cursor]=x", { token }), "bad_parameter");
  });
});

describe("GET /v1/artists/:id", () => {
  test("200: the artist and the number of songs", async () => {
    const artist = await documentOf(ArtistDocument, await app.ask("/v1/artists/ada", { token }));
    expect(artist).toEqual({
      data: {
        type: "artists",
        id: "ada",
        attributes: { name: "Ada Field", image: null },
        links: { self: "http://needledrop.test/v1/artists/ada" },
      },
      meta: { songs: 2 },
    });
  });

  test("404: an unknown artist", async () => {
    await expectRefusals(await app.ask("/v1/artists/nobody", { token }), "not_found");
  });
});

test.each(["/v1/facets", "/v1/playlists", "/v1/playlists/5", "/v1/artists/ada"])(
  "401: %s needs a key",
  async (path) => {
    await expectRefusals(await app.ask(path), "unauthenticated");
  },
);
