import { dirname, join } from "node:path";
import { messageOf } from "../../../lib/assert.ts";
import { type AudioItem, audioPaths, sourceOf } from "../audio/pair-files.ts";
import { pathsOf } from "../audio/sort-formats.ts";
import type { DumpLine, FoundAudio } from "../dump-line.ts";
import { ImportFailure } from "../failure.ts";
import { missing } from "../media/locate-media.ts";
import { sniffAudio } from "../tags/audio-kinds.ts";
import { fileNameOf } from "./file-name.ts";
import { type FileFinding, FolderIndex } from "./folder-index.ts";
import { itemOf } from "./gather-tracks.ts";
import { listed } from "./listed.ts";
import { matchTitles } from "./match-titles.ts";
import type { SheetTrack } from "./row-to-track.ts";
import type { TrackFile } from "./song-of-tracks.ts";

/** Files whose first bytes are read at the same time. */
const PARALLEL_MAX = 16;

/** Finds the files of a sheet's rows. The folder is indexed once, on first use. */
export class SheetFiles {
  readonly #folder: string;
  readonly #matchesTitles: boolean;
  readonly #files = new Map<SheetTrack, TrackFile>();
  readonly #used = new Set<AudioItem>();
  /** Paths, relative to the folder, of files that have an audio ending but no audio. */
  readonly #refused = new Set<string>();
  #index: FolderIndex | null = null;

  /** `matchesTitles`: whether the files of rows without a file name are found by title and version. */
  constructor(folder: string, matchesTitles: boolean) {
    this.#folder = folder;
    this.#matchesTitles = matchesTitles;
  }

  /** Finds the files of these rows, and forgets those of former rows. Returns notes about doubtful ones. */
  async find(tracks: readonly SheetTrack[]): Promise<DumpLine[]> {
    this.#files.clear();
    const lines: DumpLine[] = [];
    for (const track of tracks) {
      if (track.filename === "") continue;
      const finding = (await this.#indexed()).find(track.filename);
      if (finding.kind === "found") this.use(finding.item);
      if (finding.kind === "several") {
        const reason = `${JSON.stringify(track.filename)} can be any of ${listed(finding.paths)}; the row was imported without it`;
        lines.push(warning(track, reason, "a file name of several files"));
      }
      this.#files.set(track, trackFile(finding, track.filename));
    }
    if (this.#matchesTitles) lines.push(...(await this.#findByTitle(tracks.filter(({ filename }) => filename === ""))));
    const paths = [...this.#files].flatMap(([{ line }, file]) => pathsOfFile(file).map((path) => ({ line, path })));
    return [...lines, ...(await this.refuseOthers(paths))];
  }

  /**
   * Marks the files whose first bytes are not audio as refused, so that no song gets them. Returns a note about each.
   */
  async refuseOthers(paths: readonly { readonly line: number; readonly path: string }[]): Promise<DumpLine[]> {
    const lines: DumpLine[] = [];
    for (let at = 0; at < paths.length; at += PARALLEL_MAX) {
      const some = paths.slice(at, at + PARALLEL_MAX);
      const areAudio = await Promise.all(some.map(({ path }) => isAudio(join(this.#folder, path))));
      for (const [n, { line, path }] of some.entries()) {
        if (areAudio[n] !== false) continue;
        this.#refused.add(path);
        const { reason } = missing({ given: path }, "it is not readable audio");
        lines.push({ kind: "note", line, field: "audio_files", reason, effect: { as: "missing" } });
      }
    }
    return lines;
  }

  /** The file of a row, refused ones included: stems are found by their names. */
  fileOf(track: SheetTrack): TrackFile {
    return this.#files.get(track) ?? { kind: "open" };
  }

  /** The file of a row, without refused ones. */
  audioOf(track: SheetTrack): TrackFile {
    const file = this.fileOf(track);
    if (!pathsOfFile(file).some((path) => this.#refused.has(path))) return file;
    return file.kind === "found" ? { kind: "found", item: this.audioIn(file.item) } : { kind: "open" };
  }

  audioIn(item: AudioItem): AudioItem {
    const accepted = (path: string | null): string | null => (path !== null && this.#refused.has(path) ? null : path);
    return { ...item, lossless: accepted(item.lossless), lossy: accepted(item.lossy) };
  }

  items(): FolderIndex["items"] {
    return this.#index?.items ?? [];
  }

  use(item: AudioItem): void {
    this.#used.add(item);
  }

  /** Returns remarks about the folder, and a line with its audio. `sheet` is the sheet's name in reports. */
  async folderLines(sheet: string): Promise<DumpLine[]> {
    const { items, unreadable, isComplete } = await this.#indexed();
    const lines: DumpLine[] = [];
    const [first, ...others] = unreadable;
    if (first !== undefined) {
      const more = others.length === 0 ? "" : ` and ${others.length} more folders`;
      lines.push(remark(`${first}${more} cannot be read and was not searched for audio`));
    }
    if (!isComplete) lines.push(remark("the folder has too many audio files to search; name them by their paths"));
    if (items.length === 0) {
      return [...lines, remark("there is no audio in the sheet's folder or below it; put the sheet above its audio")];
    }
    const audio = items.flatMap((item) => this.#foundAudio(item, dirname(sheet)));
    return [...lines, { kind: "note", line: 1, field: "", reason: "", effect: { as: "folder", audio } }];
  }

  #foundAudio(item: AudioItem, folder: string): FoundAudio[] {
    const isUsed = this.#used.has(item);
    const served = audioPaths(item);
    return pathsOf(item).map((path) => ({
      path: join(this.#folder, path),
      name: join(folder, path),
      isUsed: this.#refused.has(path) || (isUsed && served.includes(path)),
      reason: isUsed
        ? `the same as ${sourceOf(item)} in another format; skipped`
        : "no row of the sheet names it; skipped",
    }));
  }

  async #findByTitle(tracks: readonly SheetTrack[]): Promise<DumpLine[]> {
    if (tracks.length === 0) return [];
    const { items } = await this.#indexed();
    const free = items.filter((item) => !this.#used.has(item));
    if (free.length === 0) return [];
    const { found, doubts } = matchTitles(tracks.map(itemOf), free);
    for (const [track, item] of found) {
      this.use(item);
      this.#files.set(track, { kind: "found", item });
    }
    const matched = Array.from(found, ([track, item]) => {
      const reason = `the row names no file; ${sourceOf(item)} was found by title and version`;
      return warning(track, reason, "a row that names no file; one was found by title and version");
    });
    const summary = "a row that names no file; its title and version match several";
    const doubtful = new Set(doubts.map(({ track }) => track));
    // If no row has a file, one remark about the folder says so.
    const without = found.size === 0 ? [] : tracks.filter((track) => !found.has(track) && !doubtful.has(track));
    return [
      ...matched,
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
      throw new ImportFailure(`${this.#folder} cannot be searched for audio: ${messageOf(error)}`, { cause: error });
    }
  }
}

function remark(reason: string): DumpLine {
  return { kind: "note", line: 1, field: "", reason, effect: { as: "remark" } };
}

function warning({ line }: SheetTrack, reason: string, summary: string): DumpLine {
  return { kind: "note", line, field: "audio_files", reason, effect: { as: "warning", summary } };
}

/** Uses only the name of a path without a file: it can be a path of another machine. */
function trackFile(finding: FileFinding, given: string): TrackFile {
  if (finding.kind === "found") return finding;
  if (finding.kind === "several") return { kind: "open" };
  return { kind: "named", name: fileNameOf(given) };
}

function pathsOfFile(file: TrackFile): string[] {
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

/** Also true for a file that cannot be opened: the search for media reports it. */
async function isAudio(path: string): Promise<boolean> {
  try {
    return (await sniffAudio(path)) !== null;
  } catch {
    return true;
  }
}
