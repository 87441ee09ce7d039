import { describe, expect, test } from "bun:test";
import { recordCheck } from "../../src/catalog/import/check/check-record.ts";
import type { CheckedArtist, CheckedPlaylist, CheckedSong } from "../../src/catalog/import/check/checked-record.ts";
import { ENERGIES, FACETS, type Facet } from "../../schema/song.ts";

const text = await Bun.file(new URL("../../demo/catalog.jsonl", import.meta.url)).text();
const lines = text.split("\n").slice(0, -1);

const warnings: string[] = [];
const songs: CheckedSong[] = [];
const artists: CheckedArtist[] = [];
const playlists: CheckedPlaylist[] = [];
const check = recordCheck();
for (const line of lines) {
  const record = check(JSON.parse(line), {
    folder: "/demo",
    isDemonstration: true,
    warn: (message) => warnings.push(message),
    note: (field, reason) => warnings.push(`${field}: ${reason}`),
  });
  if (record.kind === "song") songs.push(record.song);
  else if (record.kind === "artist") artists.push(record.artist);
  else playlists.push(record.playlist);
}

const count = (holds: (song: CheckedSong) => boolean): number => songs.filter((song) => holds(song)).length;
const titles = (holds: (song: CheckedSong) => boolean): string[] =>
  songs.filter((song) => holds(song)).map((song) => song.title);
const tagged = (facet: Facet): Set<string> => new Set(songs.flatMap((song) => song.tags[facet]));
const mainFile = (song: CheckedSong) => song.audioFiles[0];
const yearOf = (song: CheckedSong): number | null =>
  song.releasedAt === null ? null : new Date(song.releasedAt * 1_000).getUTCFullYear();
const releasedIn = (song: CheckedSong, from: number, to: number): boolean => {
  const year = yearOf(song);
  return year !== null && year >= from && year <= to;
};
const twice = (values: readonly string[]): string[] => values.filter((value, at) => values.indexOf(value) !== at);

describe("a time that a description names", () => {
  const named = songs.flatMap(({ title, description, audioFiles }) =>
    [...description.matchAll(/\b(\d):([0-5]\d)\b/g)].map(
      ([time, minutes, seconds]) =>
        [title, time, Number(minutes) * 60 + Number(seconds), audioFiles[0]?.duration ?? 0] as const,
    ),
  );

  test("is found in several descriptions", () => {
    expect(named.length).toBeGreaterThan(10);
  });

  test.each(named)("%s: %s lies within the piece", (_title, _text, seconds, duration) => {
    expect(seconds).toBeLessThan(duration - 5);
  });
});

describe("the demonstration catalog as a dump", () => {
  test("is one JSON object a line, in composed Unicode, with a newline at the end", () => {
    expect(text.endsWith("}\n")).toBe(true);
    expect(text).toBe(text.normalize("NFC"));
    expect(lines.filter((line) => !line.startsWith("{") || !line.endsWith("}"))).toEqual([]);
  });

  test("is imported without a warning", () => {
    expect(warnings).toEqual([]);
  });

  test("holds enough songs, artists and playlists", () => {
    expect(songs.length).toBeGreaterThanOrEqual(400);
    expect(artists.length).toBeGreaterThanOrEqual(110);
    expect(playlists.length).toBeGreaterThanOrEqual(12);
    expect(playlists.filter((one) => one.public).length).toBeGreaterThanOrEqual(8);
    expect(playlists.filter((one) => !one.public).length).toBeGreaterThanOrEqual(3);
  });

  test("numbers its songs without a gap", () => {
    expect(songs.map((song) => song.id)).toEqual(songs.map((_, at) => `nd-${String(at + 1).padStart(4, "0")}`));
  });

  test("has no two files, ISRCs, artists or playlists alike", () => {
    expect(twice(songs.flatMap((song) => song.audioFiles.map((file) => file.id)))).toEqual([]);
    expect(twice(songs.flatMap((song) => song.isrc ?? []))).toEqual([]);
    expect(twice(artists.map((artist) => artist.id))).toEqual([]);
    expect(twice(artists.map((artist) => artist.name))).toEqual([]);
    expect(twice(playlists.map((one) => String(one.id)))).toEqual([]);
    expect(twice(playlists.map((one) => one.name))).toEqual([]);
  });

  test("repeats a title only for the song that has two versions", () => {
    expect(twice(songs.map((song) => song.title))).toEqual(["Paper Boats"]);
  });

  test("describes no two songs alike, and leaves few without a description", () => {
    const described = songs.map((song) => song.description).filter((one) => one !== "");
    expect(twice(described)).toEqual([]);
    const empty = songs.length - described.length;
    expect(empty).toBeGreaterThanOrEqual(5);
    expect(empty).toBeLessThanOrEqual(songs.length * 0.05);
    expect(described.filter((one) => one.length < 20 || one.length > 320)).toEqual([]);
  });

  test("fetches nothing: its sound is rendered, and there are no images and no addresses", () => {
    expect(titles((song) => song.stems !== null)).toEqual([]);
    expect(titles((song) => song.audioFiles.some((file) => file.mp3 !== null))).toEqual([]);
    const files = songs.flatMap((song) => song.audioFiles.map((file) => ({ song, file })));
    const strays = files.filter(
      ({ song, file }) => file.wav?.ref !== file.id.replace(`${song.id}-`, `sound:${song.id}/`),
    );
    expect(strays).toEqual([]);
    expect(artists.filter((artist) => artist.imageUrl !== null || artist.image !== null)).toEqual([]);
    expect(text).not.toMatch(/https?:/);
  });

  test("names every artist and playlist that a song refers to, and uses each", () => {
    const named = new Map(artists.map((artist) => [artist.id, artist.name]));
    const credits = songs.flatMap((song) => song.artists);
    expect(credits.filter((credit) => named.get(credit.id) !== credit.name)).toEqual([]);
    expect(new Set(credits.map((credit) => credit.id)).size).toBe(artists.length);
    expect(titles((song) => song.artists.length === 0)).toEqual([]);

    const known = new Set(playlists.map((one) => one.id));
    expect(titles((song) => song.playlistIds.some((id) => !known.has(id)))).toEqual([]);
    for (const { id } of playlists) expect(count((song) => song.playlistIds.includes(id))).toBeGreaterThanOrEqual(8);
  });
});

describe("the songs of the demonstration catalog", () => {
  test("carry tags in lower case, each facet in its measure", () => {
    const measures: Record<Facet, readonly [number, number]> = {
      genre: [1, 3],
      mood: [2, 5],
      instrument: [2, 6],
      characteristic: [2, 5],
    };
    for (const facet of FACETS) {
      const [least, most] = measures[facet];
      expect(titles(({ tags }) => tags[facet].length < least || tags[facet].length > most)).toEqual([]);
      expect([...tagged(facet)].filter((tag) => tag !== tag.toLowerCase() || tag !== tag.trim())).toEqual([]);
    }
  });

  test("spread over many tags", () => {
    expect(tagged("genre").size).toBeGreaterThanOrEqual(60);
    expect(tagged("mood").size).toBeGreaterThanOrEqual(60);
    expect(tagged("instrument").size).toBeGreaterThanOrEqual(60);
    expect(tagged("characteristic").size).toBeGreaterThanOrEqual(50);
  });

  test("go from ambient to zydeco", () => {
    const asked =
      "ambient orchestral jazz cumbia bluegrass afrobeat synthwave industrial doo-wop gospel klezmer fado reggae chiptune baroque mariachi zydeco".split(
        " ",
      );
    const spaced = ["hip hop", "drum and bass", "trip hop", "bossa nova", "surf rock", "minimal techno"];
    const genres = tagged("genre");
    expect([...asked, ...spaced].filter((genre) => !genres.has(genre))).toEqual([]);
  });

  test("use all four energies well, in keeping with tempo and mood", () => {
    for (const energy of ENERGIES) {
      expect(count((song) => song.energy === energy)).toBeGreaterThanOrEqual(songs.length * 0.1);
    }
    expect(titles((song) => song.energy === "very_low" && (song.bpm ?? 0) > 90)).toEqual([]);
    expect(titles((song) => song.energy === "high" && (song.bpm ?? 0) < 70)).toEqual([]);
    const wild = new Set(["aggressive", "adrenalized", "frantic", "rowdy", "wild"]);
    const isLow = (song: CheckedSong) => song.energy === "low" || song.energy === "very_low";
    expect(titles((song) => isLow(song) && song.tags.mood.some((mood) => wild.has(mood)))).toEqual([]);
    const still = new Set(["serene", "calm"]);
    expect(titles((song) => song.energy === "high" && song.tags.mood.some((mood) => still.has(mood)))).toEqual([]);
  });

  test("have tempos and keys that can be played", () => {
    expect(titles((song) => song.bpm !== null && (song.bpm < 36 || song.bpm > 280))).toEqual([]);
    expect(titles((song) => song.keyName !== "" && !/^[A-G][#b]?$/.test(song.keyName))).toEqual([]);
    const modes = new Set(["major", "minor", "dorian", "mixolydian", "phrygian", "lydian"]);
    expect(titles((song) => (song.keyName === "") !== (song.keyMode === ""))).toEqual([]);
    expect(titles((song) => song.keyMode !== "" && !modes.has(song.keyMode))).toEqual([]);
    expect(count((song) => song.bpm === null)).toBeLessThanOrEqual(20);
  });

  test("are explicit about one time in twenty, and say so in their words", () => {
    const explicit = songs.filter((song) => song.explicit === true);
    expect(explicit.length).toBeGreaterThanOrEqual(15);
    expect(explicit.length).toBeLessThanOrEqual(30);
    expect(explicit.filter((song) => song.lyrics !== "").length).toBeGreaterThanOrEqual(15);
    expect(titles((song) => song.explicit === null)).toEqual([]);
  });

  test("have lyrics only where somebody sings lead, four lines or more", () => {
    const sung = songs.filter((song) => song.lyrics !== "");
    expect(sung.length).toBeGreaterThanOrEqual(40);
    expect(sung.filter((song) => mainFile(song)?.vocals !== "lead").map((song) => song.title)).toEqual([]);
    const length = (song: CheckedSong) => song.lyrics.split("\n").filter((line) => line.trim() !== "").length;
    expect(sung.filter((song) => length(song) < 4 || length(song) > 16).map((song) => song.title)).toEqual([]);
  });
});

describe("releases", () => {
  test("span more than fifty years, every decade with songs", () => {
    for (const decade of [1970, 1980, 1990, 2000, 2010, 2020]) {
      expect(count((song) => releasedIn(song, decade, decade + 9))).toBeGreaterThanOrEqual(20);
    }
    expect(count((song) => (song.releasedAt ?? 0) < 0)).toBeGreaterThanOrEqual(5);
    expect(titles((song) => song.releasedAt !== null && !releasedIn(song, 1968, 2026))).toEqual([]);
  });

  test("have an ISRC of the invented registrant, never of a year before the release", () => {
    expect(titles((song) => (song.isrc === null) !== (song.releasedAt === null))).toEqual([]);
    expect(titles((song) => song.isrc !== null && !/^QZND1\d{7}$/.test(song.isrc))).toEqual([]);
    const unreleased = count((song) => song.isrc === null);
    expect(unreleased).toBeGreaterThanOrEqual(25);
    expect(unreleased).toBeLessThanOrEqual(40);
    expect(titles((song) => !codeFollowsRelease(song))).toEqual([]);
  });

  test("fit the eras of their genres", () => {
    const firstYears: Record<string, number> = {
      "hip hop": 1979,
      "synth pop": 1978,
      house: 1984,
      "drum and bass": 1991,
      grunge: 1986,
      "trip hop": 1990,
      dubstep: 2001,
      grime: 2001,
      trap: 2003,
      hyperpop: 2013,
      vaporwave: 2010,
      reggaeton: 1991,
    };
    for (const [genre, from] of Object.entries(firstYears)) {
      expect(titles((song) => song.tags.genre.includes(genre) && (yearOf(song) ?? from) < from)).toEqual([]);
    }
  });
});

describe("the audio files", () => {
  test("begin with the full mix, never a stem", () => {
    expect(titles((song) => mainFile(song)?.id !== `${song.id}-main` || mainFile(song)?.stem !== false)).toEqual([]);
    expect(titles((song) => song.audioFiles.some((file) => !file.id.startsWith(`${song.id}-`)))).toEqual([]);
    expect(titles((song) => song.audioFiles.some((file) => file.description === ""))).toEqual([]);
  });

  test("say how much is sung, about half of the songs with a lead voice", () => {
    expect(titles((song) => song.audioFiles.some((file) => file.vocals === null))).toEqual([]);
    const lead = count((song) => mainFile(song)?.vocals === "lead");
    const none = count((song) => mainFile(song)?.vocals === "none");
    expect(lead).toBeGreaterThan(songs.length * 0.42);
    expect(lead).toBeLessThan(songs.length * 0.6);
    expect(none).toBeGreaterThan(songs.length * 0.35);
    expect(none).toBeLessThan(songs.length * 0.5);
    expect(count((song) => mainFile(song)?.vocals === "background")).toBeGreaterThanOrEqual(20);
    expect(count((song) => song.audioFiles.every((file) => file.vocals === "lead"))).toBeGreaterThanOrEqual(20);
  });

  test("keep voices out of what is called instrumental", () => {
    const named = songs.flatMap((song) => song.audioFiles).filter((file) => file.description === "Instrumental");
    expect(named.length).toBeGreaterThanOrEqual(100);
    expect(named.filter((file) => file.vocals !== "none")).toEqual([]);
    const isSung = (song: CheckedSong) => song.tags.instrument.some((one) => /voice|choir|vocal/.test(one));
    expect(titles((song) => isSung(song) && mainFile(song)?.vocals === "none")).toEqual([]);
  });

  test("last as long as what is rendered of them, and cut-downs as long as they are called", () => {
    const files = songs.flatMap((song) => song.audioFiles);
    const cuts = files.filter((file) => file.description.endsWith(" second cut"));
    expect(cuts.length).toBeGreaterThanOrEqual(80);
    expect(cuts.filter((file) => file.description !== `${file.duration} second cut`)).toEqual([]);
    expect(new Set(cuts.map((file) => file.duration))).toEqual(new Set([15, 30, 60]));
    for (const { audioFiles } of songs) {
      const whole = audioFiles.filter((file) => !cuts.includes(file)).map((file) => file.duration ?? 0);
      const longestCut = Math.max(
        0,
        ...audioFiles.filter((file) => cuts.includes(file)).map((file) => file.duration ?? 0),
      );
      expect(whole.filter((seconds) => seconds < 20 || seconds <= longestCut)).toEqual([]);
      expect(whole.filter((seconds) => seconds > Math.max(30, longestCut + 13))).toEqual([]);
    }
  });

  test("include stems of some 80 songs, as long as the full mix", () => {
    const split = songs.filter((song) => song.audioFiles.some((file) => file.stem));
    expect(split.length).toBeGreaterThanOrEqual(75);
    for (const song of split) {
      const stems = song.audioFiles.filter((file) => file.stem);
      expect(stems.length).toBeGreaterThanOrEqual(2);
      expect(stems.filter((stem) => stem.duration !== mainFile(song)?.duration)).toEqual([]);
      expect(song.audioFiles.slice(-stems.length)).toEqual(stems);
    }
  });
});

/** A scene: words of which a song has one from every row, in tags, title or description. */
const SCENES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "car chase at night in rain": [
    ["night", "nocturnal", "rain"],
    ["chase", "pursuit", "car", "siren", "tail"],
    ["driving", "relentless", "urgent", "tense", "dangerous"],
  ],
  funeral: [
    ["mournful", "grieving", "solemn"],
    ["funeral", "graveside", "burial", "dirge", "memorial", "coffin"],
  ],
  "first kiss": [["romantic"], ["kiss"]],
  "heist planning": [
    ["heist", "robs", "robbed", "robbery", "bank", "guards", "crew"],
    ["sly", "suspenseful", "clever", "cool"],
  ],
  "corporate explainer video": [
    ["corporate"],
    ["explainer", "narrator", "voice-over", "company", "call-outs", "animated"],
  ],
  "sports final": [
    ["final", "cup", "back straight", "podium", "stadium"],
    ["triumphant", "heroic", "determined"],
  ],
  "kitchen at dawn": [
    ["kitchen", "breakfast", "coffee"],
    ["dawn", "morning", "sunrise", "early"],
  ],
  "horror corridor": [
    ["horror", "dark ambient"],
    ["corridor", "door", "stairs", "hall", "basement"],
  ],
  "children's birthday party": [
    ["birthday", "party", "cake"],
    ["children", "playful", "silly", "joyful"],
    ["bouncy", "quirky", "group chant", "light"],
  ],
  "desert road trip": [["desert"], ["road", "drive", "highway", "motel", "dust", "mile"]],
  "nature documentary over glaciers": [
    ["glacier", "ice", "antarctic", "polar"],
    ["majestic", "cold", "awestruck"],
  ],
  "1920s speakeasy": [
    ["speakeasy", "twenties", "1920s"],
    ["jazz", "ragtime", "swing", "charleston", "blues"],
  ],
  "cyberpunk neon city": [
    ["neon", "cyberpunk"],
    ["futuristic", "nocturnal", "cold"],
    ["electronic", "synthwave", "idm", "industrial"],
  ],
  "wedding dance": [["wedding"], ["joyful", "romantic", "rowdy", "celebratory"]],
  "courtroom tension": [
    ["court", "courtroom", "trial", "jury", "argues"],
    ["tense", "suspenseful"],
  ],
  "space drift": [
    ["space", "orbit", "ship", "satellite"],
    ["weightless", "serene", "awestruck", "lonely"],
    ["drift", "adrift", "engines off"],
  ],
  "beach at sunset": [["beach"], ["sunset", "sundown", "sun goes down", "sun sits"]],
  "comedy caper with pizzicato": [["pizzicato"], ["caper", "mischievous", "comic", "sly"]],
  "protest march": [
    ["protest", "march", "demonstration"],
    ["defiant", "determined"],
  ],
  "Christmas morning": [["christmas"], ["morning"]],
  "medieval banquet": [
    ["medieval", "renaissance"],
    ["banquet", "feast"],
  ],
  "tech product launch": [
    ["launch", "product", "unveiling", "keynote", "gadget"],
    ["electronic", "house"],
    ["confident", "futuristic", "clever"],
  ],
  "late-night hip hop ride": [["hip hop"], ["nocturnal"], ["ride", "roll", "drive", "car", "seat"]],
  "lonely piano after a break-up": [
    ["piano"],
    ["lonely", "heartbroken"],
    ["break-up", "separation", "left", "moved out", "no longer"],
  ],
  "carnival in Rio": [["samba", "baile funk"], ["carnival"], ["rio", "feathers", "rehearsal", "parade"]],
  "western stand-off": [["western"], ["stand-off", "showdown", "gunman", "gunmen", "drawn"]],
};

describe("scenes that a newcomer may ask for", () => {
  const wordsOf = (song: CheckedSong): string =>
    [song.title, song.description, ...FACETS.flatMap((facet) => song.tags[facet])].join(" | ").toLowerCase();
  const haystacks = songs.map((song) => ` ${wordsOf(song).replaceAll(/[^\p{L}\p{N}'-]+/gu, " ")} `);
  const has = (haystack: string, word: string): boolean =>
    haystack.includes(` ${word} `) || haystack.includes(` ${word}s `);

  for (const [scene, rows] of Object.entries(SCENES)) {
    test(scene, () => {
      const fitting = haystacks.filter((haystack) => rows.every((row) => row.some((word) => has(haystack, word))));
      expect(fitting.length).toBeGreaterThanOrEqual(5);
    });
  }
});

/** The year in an ISRC is that of its assignment: older recordings got theirs with a reissue. */
function codeFollowsRelease(song: CheckedSong): boolean {
  const year = yearOf(song);
  if (song.isrc === null || year === null) return true;
  const assigned = Number(song.isrc.slice(5, 7));
  const full = assigned > 60 ? 1_900 + assigned : 2_000 + assigned;
  return year < 1986 ? full >= 1986 : full === year;
}
