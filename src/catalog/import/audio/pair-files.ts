import { basename, dirname } from "node:path/posix";
import { AUDIO_ENDINGS, endingOf, isLossless, withoutEnding } from "../tags/audio-kinds.ts";

/** One recording: its lossless file, its lossy one, or both. Paths are relative to the folder that is imported. */
export interface AudioItem {
  /** Without folders that only name a format, so that WAV/Title.wav and MP3/Title.mp3 are one. */
  readonly folder: string;
  readonly name: string;
  readonly lossless: string | null;
  readonly lossy: string | null;
}

export interface PairedFiles {
  readonly items: readonly AudioItem[];
  /** Files that say what another one says already, and the path of that. */
  readonly copies: readonly { readonly path: string; readonly of: string }[];
}

const FORMAT_FOLDER = /^(?:wavs?|bwfs?|aiffs?|aifs?|flacs?|mp3s?|m4as?|aacs?|oggs?)$/i;

interface Pair {
  folder: string;
  name: string;
  lossless: string | null;
  lossy: string | null;
}

/** Brings the files of one recording together: the same name in another format, side by side or in folders of formats. */
export function pairFiles(paths: readonly string[]): PairedFiles {
  const pairs = new Map<string, Pair>();
  const others: Pair[] = [];
  const copies: { path: string; of: string }[] = [];
  for (const path of paths.toSorted(bySource)) {
    const ending = endingOf(path);
    if (ending === null) continue;
    const own = folderOf(path);
    const name = withoutEnding(basename(path));
    const slot = isLossless(ending) ? "lossless" : "lossy";
    const folder = own
      .split("/")
      .filter((segment) => !FORMAT_FOLDER.test(segment))
      .join("/");
    const key = `${folder}/${name}`.normalize("NFC").toLowerCase();
    const pair = pairs.get(key);
    if (pair === undefined) pairs.set(key, { folder, name, lossless: null, lossy: null, [slot]: path });
    else if (pair[slot] === null) pair[slot] = path;
    else if (endingOf(pair[slot]) !== ending) copies.push({ path, of: pair[slot] });
    else others.push({ folder: own, name, lossless: null, lossy: null, [slot]: path });
  }
  return { items: [...pairs.values(), ...others], copies };
}

function folderOf(path: string): string {
  const folder = dirname(path);
  return folder === "." ? "" : folder;
}

/** The better source of a kind first, and then by code units: not the locale's order, which differs between machines. */
function bySource(a: string, b: string): number {
  const [first, second] = [rank(a), rank(b)];
  return first - second || (a < b ? -1 : a > b ? 1 : 0);
}

function rank(path: string): number {
  const ending = endingOf(path);
  return ending === null ? AUDIO_ENDINGS.length : AUDIO_ENDINGS.indexOf(ending);
}
