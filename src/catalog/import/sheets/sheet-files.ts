import { messageOf } from "../../../lib/assert.ts";
import type { AudioItem } from "../audio/pair-files.ts";
import type { DumpLine } from "../dump-line.ts";
import { ImportFailure } from "../failure.ts";
import { type FileFinding, FolderIndex } from "./folder-index.ts";
import { itemOf } from "./gather-tracks.ts";
import { matchTitles } from "./match-titles.ts";
import type { SheetTrack } from "./row-to-track.ts";
import type { TrackFile } from "./song-of-tracks.ts";

const SHOWN_MAX = 10;

/** The files of a sheet's rows; the folder is looked through once, when the first of them is looked for. */
export class SheetFiles {
  readonly #folder: string;
  readonly #matchesTitles: boolean;
  readonly #files = new Map<SheetTrack, TrackFile>();
  readonly #used = new Set<AudioItem>();
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
    return lines;
  }

  fileOf(track: SheetTrack): TrackFile {
    return this.#files.get(track) ?? { kind: "open" };
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
    const remark = (reason: string): DumpLine => ({ kind: "note", line: 1, field: "", reason, told: { as: "remark" } });
    const lines: DumpLine[] = [];
    const [closed, ...others] = unreadable;
    if (closed !== undefined) {
      const more = others.length === 0 ? "" : ` and ${others.length} more folders`;
      lines.push(remark(`${closed}${more} cannot be read, and was not looked through for audio`));
    }
    if (!isWhole) {
      lines.push(remark("the folder holds more audio files than are looked at; name them by their paths"));
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
    return [
      ...taken,
      ...doubts.map(({ track, reason }) => warning(track, `the row names no file; ${reason}`, summary)),
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
  return { kind: "note", line, field: "audio_files", reason, told: { as: "warning", summary } };
}

/** Of a path only the name counts where no file was found: it may be one of another machine. */
function trackFile(finding: FileFinding, given: string): TrackFile {
  if (finding.kind === "found") return finding;
  if (finding.kind === "several") return { kind: "open" };
  const plain = given.replaceAll("\\", "/");
  return { kind: "named", name: plain.slice(plain.lastIndexOf("/") + 1) };
}
