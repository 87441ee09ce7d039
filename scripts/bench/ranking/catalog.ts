/**
 * A synthetic catalog for the ranking benchmark; the same number of songs gives the same catalog. Tags are names from the
 * vocabulary and texts use its words, both by Zipf's law, so that real briefs have long postings: about 45 words of
 * text and 50 postings per song, and the most common mood in half of all songs.
 */
import { join } from "node:path";
import { FACETS, type Facet, type SongDocument } from "../../../schema/song.ts";
import { words } from "../../../src/text/words.ts";
import { type Random, randomFrom } from "../../lib/random.ts";

const VOCABULARY = join(import.meta.dir, "../../../src/brief/vocabulary");
const TAGS_PER_SONG: Readonly<Record<Facet, number>> = { genre: 2, mood: 3, instrument: 4, characteristic: 2 };
const TAG_NAMES: Readonly<Record<Facet, number>> = { genre: 120, mood: 120, instrument: 60, characteristic: 80 };
const TEXT_WORDS = 20_000;
const DESCRIPTION_WORDS = 34;
const SONGS_PER_ARTIST = 12;
/** One in this many songs lasts fifteen seconds, for a very narrow constraint. */
const SHORT_EVERY = 10_000;
const CHUNK_SONGS = 1_000;
const SYLLABLES = ["ka", "lo", "mi", "ran", "te", "su", "vel", "do", "pri", "na"];

export interface Lexicon {
  readonly tags: Readonly<Record<Facet, readonly string[]>>;
  /** The most common first. */
  readonly words: readonly string[];
  readonly scenes: readonly string[];
}

/** Reads the names and words for songs and briefs. */
export async function readLexicon(): Promise<Lexicon> {
  const random = randomFrom(7);
  const read = async (path: string): Promise<string[]> => {
    const lines = (await Bun.file(join(VOCABULARY, path)).text()).split("\n");
    return lines.filter((line) => line !== "" && !line.startsWith("#"));
  };
  const names = async (facet: Facet): Promise<string[]> => (await read(`${facet}.txt`)).map(nameOf);
  const tags = Object.fromEntries(
    await Promise.all(FACETS.map(async (facet) => [facet, (await names(facet)).slice(0, TAG_NAMES[facet])] as const)),
  ) as Record<Facet, string[]>;
  const sceneFiles = Array.from(new Bun.Glob("scenes/*.txt").scanSync({ cwd: VOCABULARY })).toSorted();
  const sceneLines = (await Promise.all(sceneFiles.map(read))).flat();
  const known = new Set([...Object.values(tags).flat(), ...sceneLines].flatMap((line) => words(line)));
  const invented = Array.from({ length: TEXT_WORDS }, (_, at) =>
    Array.from(String(at + 11), (digit) => SYLLABLES[Number(digit)] ?? "").join(""),
  );
  const text = shuffled(
    [...known].filter((word) => word.length > 3),
    random,
  );
  // Real and invented words alternate, so that both occur at every rank.
  const mixed = invented.flatMap((word, at) => (at < text.length ? [text[at] ?? "", word] : [word]));
  return { tags, words: mixed.slice(0, TEXT_WORDS), scenes: sceneLines.map(nameOf) };
}

function nameOf(line: string): string {
  return line.split("|")[0]?.trim() ?? "";
}

export function* syntheticSongs(lexicon: Lexicon, count: number): Generator<SongDocument> {
  const random = randomFrom(42);
  for (let number = 0; number < count; number++) yield songNumber(lexicon, number, random);
}

/** Writes the same songs as a dump for `import`. */
export async function writeDump(lexicon: Lexicon, count: number, path: string): Promise<void> {
  const sink = Bun.file(path).writer();
  let written = 0;
  for (const { bpm, explicit, releasedAt, audioFiles, ...song } of syntheticSongs(lexicon, count)) {
    const { id, title, description, artists, tags } = song;
    const files = audioFiles.map((file) => ({ id: file.id, vocals: file.vocals, duration: file.duration }));
    const line = { id, title, description, artists, tags, bpm, explicit, released_at: releasedAt, audio_files: files };
    void sink.write(`${JSON.stringify(line)}\n`);
    if (++written % CHUNK_SONGS === 0) await sink.flush();
  }
  await sink.end();
}

function songNumber(lexicon: Lexicon, number: number, random: Random): SongDocument {
  const id = `syn-${String(number).padStart(7, "0")}`;
  const word = (): string => zipf(lexicon.words, random);
  const tags = (facet: Facet): string[] => [
    ...new Set(Array.from({ length: TAGS_PER_SONG[facet] }, () => zipf(lexicon.tags[facet], random))),
  ];
  const isVocal = random() < 0.5;
  const duration = number % SHORT_EVERY === 0 ? 15 : 60 + Math.floor(random() * 240);
  const main = { id: `${id}-main`, vocals: isVocal ? ("lead" as const) : ("none" as const), duration };
  const mix = { id: `${id}-inst`, vocals: "none" as const, duration };
  const nameWord = (at: number): string => lexicon.words[at % lexicon.words.length] ?? "";
  const artist = Math.floor(number / SONGS_PER_ARTIST);
  return {
    id,
    title: `${word()} ${word()}`,
    description: Array.from({ length: DESCRIPTION_WORDS }, word).join(" "),
    lyrics: "",
    artists: [{ id: `artist-${artist}`, name: `${nameWord(artist)} ${nameWord(artist * 31 + 7)}` }],
    tags: {
      genre: tags("genre"),
      mood: tags("mood"),
      instrument: tags("instrument"),
      characteristic: tags("characteristic"),
    },
    energy: null,
    energyInferred: "medium",
    explicit: random() < 0.05,
    bpm: 60 + Math.floor(random() * 120),
    keyName: "C",
    keyMode: "major",
    releasedAt: 1_000_000_000 + Math.floor(random() * 700_000_000),
    playlistIds: [],
    hasStems: false,
    audioFiles: (isVocal && random() < 0.7 ? [main, mix] : [main]).map((file) => ({
      ...file,
      stem: false,
      hasMedia: true,
    })),
  };
}

/** Picks by Zipf's law with exponent 1: an entry twice as far down the list is half as frequent. */
export function zipf(from: readonly string[], random: Random): string {
  return from[Math.floor((from.length + 1) ** random()) - 1] ?? "";
}

export function pick(from: readonly string[], random: Random): string {
  return from[Math.floor(random() * from.length)] ?? "";
}

function shuffled(from: readonly string[], random: Random): string[] {
  return from
    .map((entry) => ({ entry, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ entry }) => entry);
}
