import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { SongList } from "../../schema/wire/song.ts";
import { HttpApp } from "../support/http-app.ts";
import { documentOf } from "./checked.ts";
import { errorsOf } from "./error-document.ts";

const GENRES = ["ambient", "folk", "techno"];
const ENERGIES = ["very_low", "low", "medium", "high"];
const SONGS = 130;

let app: HttpApp;
let token = "";
beforeAll(async () => {
  const dump = Array.from({ length: SONGS }, (_, index) => ({
    id: `s${index}`,
    title: `Song ${index}`,
    energy: ENERGIES[index % ENERGIES.length],
    explicit: index % 5 === 0,
    bpm: 60 + index,
    key: { name: index % 2 === 0 ? "A" : "F#", mode: index % 3 === 0 ? "minor" : "major" },
    tags: { genre: [GENRES[index % GENRES.length]], mood: index % 7 === 0 ? ["Warm", "late night"] : [] },
    artists: [{ id: `a${index % 10}`, name: `Artist, No. ${index % 10}` }],
    audio_files: [{ id: `f${index}`, vocals: index % 4 === 0 ? "none" : "lead" }],
  }));
  app = await HttpApp.create({ dump });
  token = app.key().token;
});
afterAll(() => app.close());

async function list(query: string): Promise<Static<typeof SongList>> {
  return await documentOf(SongList, await app.ask(`/v1/songs?${query}`, { token }));
}

const idsOf = (page: Static<typeof SongList>) => page.data.map((song) => song.id);
const expected = (keeps: (index: number) => boolean) =>
  Array.from({ length: SONGS }, (_, index) => index)
    .filter(keeps)
    .map((index) => `s${index}`);

async function walk(query: string): Promise<string[]> {
  const ids: string[] = [];
  let page = await list(query);
  ids.push(...idsOf(page));
  for (let pages = 1; page.links.next !== null; pages++) {
    expect(pages).toBeLessThanOrEqual(SONGS);
    page = await documentOf(SongList, await app.ask(page.links.next, { token }));
    ids.push(...idsOf(page));
  }
  return ids;
}

describe("GET /v1/songs 200", () => {
  test("pages of 25, each song once, in one order", async () => {
    const first = await list("");
    expect(idsOf(first)).toEqual(expected((index) => index < 25));
    expect(await walk("")).toEqual(expected(() => true));
  });

  test.each([1, 7, 100])("pages of %i", async (size) => {
    const page = await list(`page[size]=${size}`);
    expect(page.data).toHaveLength(size);
    expect(await walk(`page[size]=${size}&filter[genre]=folk`)).toEqual(expected((index) => index % 3 === 1));
  });

  test("links are absolute and keep the filters", async () => {
    const page = await list("page[size]=2&filter[genre]=folk,techno");
    expect(page.links.self).toStartWith("http://needledrop.test/v1/songs?");
    const next = new URL(page.links.next ?? "");
    expect(next.origin).toBe("http://needledrop.test");
    expect(next.searchParams.get("page[size]")).toBe("2");
    expect(next.searchParams.get("filter[genre]")).toBe("folk,techno");
    expect(next.searchParams.get("page[cursor]")).not.toMatch(/^\d+$/);
  });

  test.each([0, 1, 31, 299, 300, 5_000])(
    "a page can begin after %i songs, and the next one follows it",
    async (skip) => {
      const all = expected(() => true);
      const page = await list(`page[offset]=${skip}&page[size]=3`);
      expect(idsOf(page)).toEqual(all.slice(skip, skip + 3));
      expect(page.meta.total).toBe(all.length);
      if (skip + 3 >= all.length) return expect(page.links.next).toBeNull();
      const next = new URL(page.links.next ?? "").searchParams;
      expect(next.has("page[offset]")).toBe(false);
      expect(idsOf(await list(next.toString()))).toEqual(all.slice(skip + 3, skip + 6));
    },
  );

  test.each(["filter[genre]=folk", "sort=-title", "sort=bpm&filter[genre]=folk,techno"])(
    "%s: pages by offset are those of the cursors",
    async (query) => {
      const all = await walk(`page[size]=100&${query}`);
      const pages: (readonly string[])[] = [];
      for (let skip = 0; skip < all.length; skip += 40) {
        pages.push(idsOf(await list(`page[size]=40&page[offset]=${skip}&${query}`)));
      }
      expect(pages.flat()).toEqual([...all]);
    },
  );

  test("the last page has no next link, even if it is full", async () => {
    expect((await list("page[size]=5&filter[bpm]=60..64")).links.next).toBeNull();
    expect((await list("filter[genre]=nothing")).links.next).toBeNull();
  });

  test("the files and artists of the page are included", async () => {
    const page = await list("page[size]=20");
    const artists = page.included.filter((resource) => resource.type === "artists");
    expect(artists).toHaveLength(10);
  });

  test.each<[string, (index: number) => boolean]>([
    ["filter[genre]=folk", (index) => index % 3 === 1],
    ["filter[genre]=FOLK,techno", (index) => index % 3 !== 0],
    ["filter[mood]=Late Night", (index) => index % 7 === 0],
    ["filter[energy]=high", (index) => index % 4 === 3],
    ["filter[bpm]=118..124", (index) => index >= 58 && index <= 64],
    ["filter[bpm]=60,70..71", (index) => [0, 10, 11].includes(index)],
    ["filter[key]=A minor", (index) => index % 6 === 0],
    ["filter[key]=f%23 major", (index) => index % 2 === 1 && index % 3 !== 0],
    ["filter[artist]=a3", (index) => index % 10 === 3],
    [String.raw`filter[artist]=Artist\, No. 3`, (index) => index % 10 === 3],
    [String.raw`filter[artist]=a4,artist\, no. 3,b\\\,`, (index) => index % 10 === 3 || index % 10 === 4],
    ["filter[artist]=Artist, No. 3", () => false],
    ["filter[instrumental]=true", (index) => index % 4 === 0],
    ["filter[instrumental]=false", (index) => index % 4 !== 0],
    ["filter[explicit]=true", (index) => index % 5 === 0],
    [
      "filter[genre]=folk&filter[energy]=low,high&filter[explicit]=false",
      (index) => index % 3 === 1 && index % 2 === 1 && index % 5 !== 0,
    ],
    ["filter[instrument]=kazoo", () => false],
    ["filter%5Bgenre%5D=folk", (index) => index % 3 === 1],
  ])("%s", async (query, keeps) => {
    expect(await walk(query)).toEqual(expected(keeps));
  });

  test("before the first import the list is empty", async () => {
    const empty = await HttpApp.create();
    const page = await documentOf(SongList, await empty.ask("/v1/songs", { token: empty.key().token }));
    expect(page).toMatchObject({ data: [], included: [], links: { next: null } });
    await empty.close();
  });
});

describe("GET /v1/songs 400", () => {
  test.each([
    ["page[size]=0", 1],
    ["page[size]=101", 1],
    ["page[size]=-1", 1],
    ["page[size]=1e1", 1],
    ["page[size]=", 1],
    ["page[size]=25.5", 1],
    ["page[size]=999999999999999999999", 1],
    ["page[size]=5&page[size]=6", 1],
    ["page[cursor]=", 1],
    ["page[cursor]=25", 1],
    ["page[cursor]=YWZ0ZXI6MjU=", 1],
    ["page[cursor]=%00", 1],
    ["page[number]=2", 1],
    ["page[offset]=-1", 1],
    ["page[offset]=", 1],
    ["page[offset]=1.5", 1],
    ["page[offset]=9999999999", 1],
    ["page[offset]=10&page[cursor]=25", 2],
    ["page=2", 1],
    ["sort=name", 1],
    ["sort=", 1],
    ["sort=--title", 1],
    ["sort=title,bpm", 1],
    ["sort=title&sort=bpm", 1],
    ["q=x", 1],
    ["filter=folk", 1],
    ["filter[color]=red", 1],
    ["filter[]=red", 1],
    ["filter[genre]=", 1],
    ["filter[energy]=extreme", 1],
    ["filter[bpm]=fast", 1],
    ["filter[bpm]=124..118", 1],
    ["filter[instrumental]=maybe", 1],
    ["filter[genre]=a&filter[genre]=b", 1],
    ["page[size]=0&filter[color]=red&sort=name", 3],
    ["__proto__=1", 1],
    ["filter[__proto__]=1", 1],
  ])("%s", async (query, count) => {
    const response = await app.ask(`/v1/songs?${query}`, { token });
    expect(response.status).toBe(400);
    const errors = await errorsOf(response);
    expect(errors).toHaveLength(count);
    for (const error of errors) {
      expect(error.status).toBe(400);
      expect(error.code).toBeUndefined();
    }
  });
});
