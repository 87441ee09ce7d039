import fc from "fast-check";
import { AI_USES, CLEARANCES, NO_RIGHTS } from "../../schema/rights.ts";
import { ENERGIES, type SongDocument, VOCALS } from "../../schema/song.ts";
import { song } from "./support.ts";

const maybe = <Value>(of: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(of, { nil: null, freq: 3 });

const anyFile = fc.record({
  vocals: maybe(fc.constantFrom(...VOCALS)),
  duration: maybe(fc.integer({ min: 20, max: 300 })),
  stem: fc.boolean(),
  hasMedia: fc.boolean(),
});

const anyRights = fc
  .record({
    oneStop: maybe(fc.boolean()),
    clearance: maybe(fc.constantFrom(...CLEARANCES)),
    ai: maybe(fc.constantFrom(...AI_USES)),
    exclusive: maybe(fc.boolean()),
  })
  .map((given) => ({ ...NO_RIGHTS, ...given }));

const anySong = fc.record({
  mood: fc.subarray(["tense", "happy", "calm", "dark"]),
  instrument: fc.subarray(["piano", "voice"]),
  energy: maybe(fc.constantFrom(...ENERGIES)),
  explicit: maybe(fc.boolean()),
  bpm: maybe(fc.integer({ min: 60, max: 180 })),
  releasedAt: maybe(fc.integer({ min: -300_000_000, max: 1_700_000_000 })),
  hasStems: fc.boolean(),
  key: fc.constantFrom(
    ["", ""],
    ["C", ""],
    ["C", "minor"],
    ["Db", "major"],
    ["C#", "major"],
    ["8A", ""],
    ["", "minor"],
  ),
  publicPlaylists: fc.subarray([
    { id: 7, name: "Night Drive" },
    { id: 8, name: "Trailer Cuts" },
  ]),
  genre: fc.subarray(["rap", "christmas", "ambient"]),
  artist: fc.integer({ min: 0, max: 3 }),
  files: fc.array(anyFile, { maxLength: 3 }),
  rights: maybe(anyRights),
});

/** Catalogs of up to 40 songs, in which every fact can be missing. No two songs have one title. */
export const anyCatalog = fc.array(anySong, { minLength: 1, maxLength: 40 }).map((given) =>
  given.map(
    ({ mood, instrument, genre, artist, files, key: [keyName = "", keyMode = ""], ...rest }, at): SongDocument =>
      song({
        id: `s${at}`,
        tags: { mood, instrument, genre },
        keyName,
        keyMode,
        artists: [{ id: `a${artist}`, name: `Artist ${artist}` }],
        audioFiles: files.map((file, place) => ({ id: `s${at}-${place}`, ...file })),
        ...rest,
      }),
  ),
);
