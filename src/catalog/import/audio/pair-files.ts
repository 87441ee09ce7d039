import { basename, dirname } from "node:path/posix";
import { byCodeUnits } from "../../../lib/by-code-units.ts";
import { AUDIO_ENDINGS, endingOf, isLossless, withoutEnding } from "../tags/audio-kinds.ts";
import { toNormalForm } from "../../../lib/to-normal-form.ts";

/** One recording: its lossless file, its lossy file, or both. Paths are relative to the imported folder. */
export interface AudioItem {
  /** Without segments that only name a format, so that WAV/Title.wav and MP3/Title.mp3 are one recording. */
  readonly folder: string;
  readonly name: string;
  readonly lossless: string | null;
  readonly lossy: string | null;
  /** Further files with the name, in other formats of the same kinds. */
  readonly copies?: readonly string[];
}

const FORMAT_FOLDER = /^(?:wavs?|bwfs?|aiffs?|aifs?|flacs?|mp3s?|m4as?|aacs?|oggs?)$/i;

type Pair = { -readonly [Field in keyof AudioItem]: AudioItem[Field] } & { copies: string[] };

/** Pairs the files of each recording: files with the same name in one folder, or in neighbouring folders of formats. */
export function pairFiles(paths: readonly string[]): AudioItem[] {
  const pairs = new Map<string, Pair>();
  const others: Pair[] = [];
  for (const path of paths.toSorted(bySource)) {
    const ending = endingOf(path);
    if (ending === null) continue;
    const [folder, fullFolder] = foldersOf(path);
    const name = withoutEnding(basename(path));
    const slot = isLossless(ending) ? "lossless" : "lossy";
    const key = toNormalForm(`${folder}/${name}`, "NFC").toLowerCase();
    const pair = pairs.get(key);
    if (pair === undefined) pairs.set(key, { folder, name, lossless: null, lossy: null, copies: [], [slot]: path });
    else if (pair[slot] === null) pair[slot] = path;
    else if (endingOf(pair[slot]) !== ending) pair.copies.push(path);
    else others.push({ folder: fullFolder, name, lossless: null, lossy: null, copies: [], [slot]: path });
  }
  return [...pairs.values(), ...others];
}

/** The paths of the files that are served for a recording, the lossless one first. */
export function audioPaths({ lossless, lossy }: Pick<AudioItem, "lossless" | "lossy">): string[] {
  return [lossless, lossy].filter((path) => path !== null);
}

/** The path that names a recording in reports. */
export function sourceOf(item: Pick<AudioItem, "lossless" | "lossy">): string {
  return audioPaths(item)[0] ?? "";
}

/** The folders that the recording of a file can have: without segments that only name a format, and with them. */
export function foldersOf(path: string): readonly [withoutFormats: string, full: string] {
  const folder = dirname(path);
  const full = folder === "." ? "" : folder;
  const segments = full.split("/").filter((segment) => !FORMAT_FOLDER.test(segment));
  return [segments.join("/"), full];
}

/** The better format of each kind comes first. */
function bySource(a: string, b: string): number {
  return rank(a) - rank(b) || byCodeUnits(a, b);
}

function rank(path: string): number {
  const ending = endingOf(path);
  return ending === null ? AUDIO_ENDINGS.length : AUDIO_ENDINGS.indexOf(ending);
}
