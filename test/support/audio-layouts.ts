import fc from "fast-check";
import { wavBytes } from "./small-media.ts";
import { infoChunk, taggedMp3, taggedWav } from "./tagged-audio.ts";
import { taggedFlac, taggedM4a } from "./tagged-containers.ts";

export const LAYOUT_ENDINGS = ["wav", "flac", "mp3", "m4a"] as const;
export type LayoutEnding = (typeof LAYOUT_ENDINGS)[number];

/** The tags of a generated file. Null for a file without tags. */
export type LayoutTags = { readonly title: string; readonly artist: string } | null;

/** A folder of audio: path → tags. */
export type AudioLayout = ReadonlyMap<string, LayoutTags>;

export function audioBytes(ending: LayoutEnding, tags: LayoutTags): Uint8Array {
  switch (ending) {
    case "wav":
      return tags === null ? wavBytes() : taggedWav([infoChunk({ INAM: tags.title, IART: tags.artist })]);
    case "flac":
      return taggedFlac(tags === null ? {} : { TITLE: tags.title, ARTIST: tags.artist });
    case "mp3":
      return taggedMp3(tags === null ? {} : { TIT2: tags.title, TPE1: tags.artist });
    case "m4a":
      return taggedM4a(tags === null ? {} : { "©nam": tags.title, "©ART": tags.artist });
    default:
      return ending satisfies never;
  }
}

const TITLES = ["Chase", "Chase Me", "Rain", "Ünder Öaks", "Un\u0308der", "99 Problems", "Part 2", "Main Street", "夜"];
const MARKS = [" ", "_", " - ", "-", ". "];
const VERSIONS = ["", "Main", "Inst", "Instrumental", "30sec", "Alt 2", "No Drums"];
const PARTS = ["Drums", "Bass", "Lead Vox", "Weird Thing", "01 Drums", "808 Kick"];
const ARTISTS = ["Ada Field", "Bo Lund"];

/** How the stems of a song are stored; {n} is the song's file name without version. */
const STEM_PATHS = [
  "{n}_Stems/{n}_{p}",
  "{n} Stems/{p}",
  "STEMS/{n}/{n} {p}",
  "STEMS/{n}/{p}",
  "Stems/{n}_{p}",
  "Stems/{n} {p}",
  "{n}_{p}",
  "{t}_Stems/{p}",
  "Stems/{p}",
];

/** Whether a generated file is a main mix or a version: not in a folder of stems, and not named like one. */
export function isFullVersion(path: string): boolean {
  return !/stems/i.test(path) && !PARTS.some((part) => path.includes(part));
}

interface SongShape {
  readonly folder: string;
  readonly title: string;
  readonly mark: string;
  readonly number: number | null;
  readonly code: string | null;
  readonly versions: readonly string[];
  readonly endings: readonly LayoutEnding[];
  readonly stems: string | null;
  readonly parts: readonly string[];
  readonly isUpper: boolean;
  readonly tags: "none" | "equal" | "differing";
}

const songShape: fc.Arbitrary<SongShape> = fc.record({
  folder: fc.constantFrom("", "al", "AL", "al/WAV", "al/MP3", "b/VH022 Night"),
  title: fc.constantFrom(...TITLES),
  mark: fc.constantFrom(...MARKS),
  number: fc.option(fc.integer({ min: 1, max: 12 })),
  code: fc.option(fc.constant("VH022"), { freq: 2 }),
  versions: fc.uniqueArray(fc.constantFrom(...VERSIONS), { minLength: 1, maxLength: 4 }),
  endings: fc.uniqueArray(fc.constantFrom(...LAYOUT_ENDINGS), { minLength: 1, maxLength: 3 }),
  stems: fc.option(fc.constantFrom(...STEM_PATHS)),
  parts: fc.uniqueArray(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 3 }),
  isUpper: fc.boolean(),
  tags: fc.constantFrom("none", "equal", "differing"),
});

/** Generates folders of numbered and coded files, versions, stems and formats, with equal and with differing tags. */
export const audioLayout: fc.Arbitrary<AudioLayout> = fc
  .array(songShape, { minLength: 1, maxLength: 5 })
  .map((songs) => new Map(songs.flatMap((song, at) => filesOf(song, at))));

function filesOf(song: SongShape, at: number): [string, LayoutTags][] {
  const { title, mark, number, code } = song;
  const digits = number === null ? null : String(number).padStart(2, "0");
  const name = [code, digits, title].filter((part) => part !== null).join(mark);
  const mains = song.versions.map((version) => (version === "" ? name : `${name}-${version}`));
  const stems = song.parts.map((part) =>
    (song.stems ?? "").replaceAll("{n}", name).replaceAll("{t}", title).replaceAll("{p}", part),
  );
  const files: [string, LayoutTags][] = [];
  for (const [n, path] of [...mains, ...(song.stems === null ? [] : stems)].entries()) {
    for (const [f, ending] of song.endings.entries()) {
      const full = song.folder === "" ? path : `${song.folder}/${path}`;
      files.push([`${full}.${song.isUpper ? ending.toUpperCase() : ending}`, tagsOf(song, at, n, f)]);
    }
  }
  return files;
}

function tagsOf({ tags, title }: SongShape, at: number, file: number, format: number): LayoutTags {
  if (tags === "none") return null;
  const artist = ARTISTS[at % ARTISTS.length] ?? "";
  if (tags === "equal") return { title, artist };
  return { title: `${title} ${"abcdefghij"[file] ?? ""}${format}`, artist: `${artist} ${format}` };
}
