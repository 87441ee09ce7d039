import { afterAll, beforeAll, expect, test } from "bun:test";
import * as fc from "fast-check";
import { parseSongFilter } from "../../src/catalog/song-filter.ts";
import { matchesFilter } from "../../src/catalog/matches-filter.ts";
import { HttpApp } from "../support/http-app.ts";

const GENRES = ["Ambient", "Hip  Hop", "folk"];
const ARTISTS = [
  { id: "1", name: "Ada Field" },
  { id: "2", name: "1" },
];
const VOCALS = ["lead", "background", "none", undefined];

let app: HttpApp;
beforeAll(async () => {
  const dump = Array.from({ length: 60 }, (_, index) => ({
    id: String(index),
    title: "A song",
    ...(index % 3 === 0 ? { energy: "high" } : {}),
    ...(index % 2 === 0 ? { explicit: index % 4 === 0 } : {}),
    ...(index % 5 === 0 ? {} : { bpm: 80 + index }),
    ...(index % 7 === 0 ? { key: { name: "Bb", mode: "Major" } } : {}),
    tags: { genre: [GENRES[index % 3]] },
    artists: index % 4 === 0 ? [] : [ARTISTS[index % 2]],
    audio_files:
      index % 6 === 0
        ? []
        : [{ id: `f${index}`, ...(VOCALS[index % 4] === undefined ? {} : { vocals: VOCALS[index % 4] }) }],
  }));
  app = await HttpApp.create({ dump });
});
afterAll(() => app.close());

test("a filter matches exactly the songs that a list with this filter contains", () => {
  const open = app.services.catalog.current();
  if (open === null) throw new Error("nothing was imported");
  const all = open.db.listSongs(filterOf({}), null, 100).songs;
  const some = (...values: string[]) =>
    fc.option(fc.subarray(values, { minLength: 1 }).map(String), { nil: undefined });
  const raw = fc.record({
    genre: some("ambient", "hip hop", "FOLK", "none such"),
    energy: some("high", "medium", "low"),
    bpm: some("80..95", "101", "0..1000"),
    key: some("bb major", "A minor"),
    artist: some("1", "ada field", "2"),
    instrumental: some("true", "false"),
    explicit: some("true", "false"),
  });
  fc.assert(
    fc.property(raw, (values) => {
      const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
      const filter = filterOf(Object.fromEntries(given));
      const listed = open.db.listSongs(filter, null, 100).songs.map((song) => song.id);
      expect(all.filter((song) => matchesFilter(song, filter)).map((song) => song.id)).toEqual(listed);
    }),
  );
});

function filterOf(raw: Record<string, string>) {
  const parsed = parseSongFilter(raw, 0);
  if (parsed.kind === "complaints") throw new Error(JSON.stringify(parsed.complaints));
  return parsed.filter;
}
