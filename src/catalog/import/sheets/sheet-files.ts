import { join } from "node:path";
import { messageOf } from "../../../lib/assert.ts";
import type { AudioItem } from "../audio/pair-files.ts";
import type { DumpLine } from "../dump-line.ts";
import { ImportFailure } from "../failure.ts";
import { missing } from "../media/locate-media.ts";
import { sniffAudio } from "../tags/audio-kinds.ts";
import { type FileFinding, FolderIndex } from "./folder-index.ts";
import { itemOf } from "./gather-tracks.ts";
import { matchTitles } from "./match-titles.ts";
import type { SheetTrack } from "./row-to-track.ts";
import type { TrackFile } from "./song-of-tracks.ts";

const SHOWN_MAX = 10;
/** Files opened at the same time, to see what they are. */
const PARALLEL_MAX = 16;

/** The files of a sheet's rows; the folder is looked through once, when the first of them is looked for. */
export class SheetFiles {
  readonly #folder: string;
  readonly #matchesTitles: boolean;
  readonly #files = new Map<SheetTrack, TrackFile>();
  readonly #used = new Set<AudioItem>();
  /** Paths, relative to the folder, of what is called audio and is none. */
  readonly #refused = new Set<string>();
  #index: FolderIndex | null = null;
  #namesAny = false;

  /** `matchesTitles`: rows that name no file are looked for by title and version. */
  constructor(folder: string, matchesTitles: boolean) {
    this.#folder = folder;
    this.#matchesTitles = matchesTitles;
  }

  /** Looks for the files of these rows, and forgets those of former ones; says what was doubtful. */
  async look(tracks: readonly SheetTrack[]): Promise<DumpLine[]> {
    this.#files.clear();
    const lines: DumpLine[] = [];
    for (const track of tracks) {
      if (track.filename === "") continue;
      this.#namesAny = true;
      const finding = (await this.#indexed()).find(track.filename);
      if (finding.kind === "found") this.use(finding.item);
      if (finding.kind === "several") {
        const paths = finding.paths.slice(0, SHOWN_MAX).join(", ");
        const reason = `${JSON.stringify(track.filename)} may be any of ${paths}; the row landed without it`;
        lines.push(warning(track, reason, "a file name that several files have"));
      }
      this.#files.set(track, trackFile(finding, track.filename));
    }
    if (this.#matchesTitles) lines.push(...(await this.#lookByTitle(tracks.filter(({ filename }) => filename === ""))));
    const named = [...this.#files].flatMap(([{ line }, file]) => pathsOf(file).map((path) => ({ line, path })));
    return [...lines, ...(await this.judge(named))];
  }

  /** Says which of these files are no audio, by their first bytes; songs do without them. */
  async judge(named: readonly { readonly line: number; readonly path: string }[]): Promise<DumpLine[]> {
    const lines: DumpLine[] = [];
    for (let at = 0; at < named.length; at += PARALLEL_MAX) {
      const some = named.slice(at, at + PARALLEL_MAX);
      const areAudio = await Promise.all(some.map(({ path }) => isAudio(join(this.#folder, path))));
      for (const [n, { line, path }] of some.entries()) {
        if (areAudio[n] !== false) continue;
        this.#refused.add(path);
        const { reason } = missing({ given: path }, "it is no audio that can be read");
        lines.push({ kind: "note", line, field: "audio_files", reason, effect: { as: "missing" } });
      }
    }
    return lines;
  }

  /** What a row led to, whatever it holds: stems are found by it. */
  fileOf(track: SheetTrack): TrackFile {
    return this.#files.get(track) ?? { kind: "open" };
  }

  /** The same without what is no audio. */
  audioOf(track: SheetTrack): TrackFile {
    const file = this.fileOf(track);
    if (!pathsOf(file).some((path) => this.#refused.has(path))) return file;
    return file.kind === "found" ? { kind: "found", item: this.audioIn(file.item) } : { kind: "open" };
  }

  audioIn(item: AudioItem): AudioItem {
    const kept = (path: string | null): string | null => (path !== null && this.#refused.has(path) ? null : path);
    return { ...item, lossless: kept(item.lossless), lossy: kept(item.lossy) };
  }

  items(): FolderIndex["items"] {
    return this.#index?.items ?? [];
  }

  use(item: AudioItem): void {
    this.#used.add(item);
  }

  /** Word of the audio that lies there and that no row names. */
  async unnamed(): Promise<DumpLine[]> {
    const { items, unreadable, isWhole } = await this.#indexed();
    const remark = (reason: string): DumpLine => ({
      kind: "note",
      line: 1,
      field: "",
      reason,
      effect: { as: "remark" },
    });
    const lines: DumpLine[] = [];
    const [closed, ...others] = unreadable;
    if (closed !== undefined) {
      const more = others.length === 0 ? "" : ` and ${others.length} more folders`;
      lines.push(remark(`${closed}${more} cannot be read, and was not looked through for audio`));
    }
    if (!isWhole) {
      lines.push(remark("the folder holds more audio files than are looked at; name them by their paths"));
    }
    if (items.length === 0) {
      return [
        ...lines,
        remark("no audio lies in the sheet's folder or below it; put the sheet above the audio it is about"),
      ];
    }
    const count = items.filter((item) => !this.#used.has(item)).length;
    if (count === 0) return lines;
    const files = `${count} audio file${count === 1 ? "" : "s"}`;
    const [is, was] = count === 1 ? ["is", "was"] : ["are", "were"];
    const reason =
      this.#used.size === 0 && !this.#namesAny
        ? `no row names a file, and none was found by title and version; ${files} below the sheet's folder ${was} passed over`
        : `${files} below the sheet's folder ${is} named in none of its rows and ${was} passed over`;
    return [...lines, remark(reason)];
  }

  async #lookByTitle(tracks: readonly SheetTrack[]): Promise<DumpLine[]> {
    if (tracks.length === 0) return [];
    const { items } = await this.#indexed();
    const free = items.filter((item) => !this.#used.has(item));
    if (free.length === 0) return [];
    const { found, doubts } = matchTitles(tracks.map(itemOf), free);
    for (const [track, item] of found) {
      this.use(item);
      this.#files.set(track, { kind: "found", item });
    }
    const taken = Array.from(found, ([track, { lossless, lossy }]) => {
      const reason = `the row names no file; ${lossless ?? lossy} was taken by its title and version`;
      return warning(track, reason, "a row that names no file; one was found by its title and version");
    });
    const summary = "a row that names no file, and whose title and version leave open which it is";
    const doubtful = new Set(doubts.map(({ track }) => track));
    // Where no row found one, that is said once for all (unnamed).
    const without = found.size === 0 ? [] : tracks.filter((track) => !found.has(track) && !doubtful.has(track));
    return [
      ...taken,
      ...doubts.map(({ track, reason }) => warning(track, `the row names no file; ${reason}`, summary)),
      ...without.map((track) =>
        warning(track, "the row names no file, and no file has its title and version", "a row without a file"),
      ),
    ];
  }

  async #indexed(): Promise<FolderIndex> {
    try {
      this.#index ??= await FolderIndex.of(this.#folder);
      return this.#index;
    } catch (error) {
      throw new ImportFailure(`${this.#folder} cannot be looked through for audio: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }
}

function warning({ line }: SheetTrack, reason: string, summary: string): DumpLine {
  return { kind: "note", line, field: "audio_files", reason, effect: { as: "warning", summary } };
}

/** Of a path only the name counts where no file was found: it may be one of another machine. */
function trackFile(finding: FileFinding, given: string): TrackFile {
  if (finding.kind === "found") return finding;
  if (finding.kind === "several") return { kind: "open" };
  const plain = given.replaceAll("\\", "/");
  return { kind: "named", name: plain.slice(plain.lastIndexOf("/") + 1) };
}

function pathsOf(file: TrackFile): string[] {
  switch (file.kind) {
    case "open":
      return [];
    case "named":
      return [file.name];
    case "found":
      return audioPaths(file.item);
    default:
      return file satisfies never;
  }
}

export function audioPaths({ lossless, lossy }: AudioItem): string[] {
  return [lossless, lossy].filter((path) => path !== null);
}

/** True also of what cannot be opened: that is told where media are looked for. */
async function isAudio(path: string): Promise<boolean> {
  try {
    return (await sniffAudio(path)) !== null;
  } catch {
    return true;
  }
}
