import type { SelectedFiles } from "../dump/select-audio.ts";
import type { FoundAudio } from "../dump-line.ts";
import type { Origin } from "./origin.ts";
import type { Tally } from "../tally.ts";

const UNREAD = { as: "warning", summary: "a file or folder that was not read" } as const;

/** An audio file that no record has named so far. `name` is its path in reports. */
interface OpenFile {
  readonly name: string;
  readonly owner: AudioOwner | null;
  readonly reason: string;
}

/** The sheet, or the folder with other dumps, that should name a file. */
interface AudioOwner {
  readonly origin: Origin;
  readonly sentence: (count: number) => string;
}

/** Accounts for the audio files near the dumps of an import: each is named by a record, or by a line of the report. */
export class UnnamedAudio {
  readonly #open = new Map<string, OpenFile>();
  readonly #known = new Set<string>();

  constructor({ audioNearDumps, unread }: Pick<SelectedFiles, "audioNearDumps" | "unread">) {
    for (const [path, file] of unread) this.#open.set(path, { ...file, owner: null });
    const owners = new Map<string, AudioOwner>();
    const reason = "not read: no dump in its folder or a parent folder names it";
    for (const [path, { folder, name }] of audioNearDumps) {
      const owner = owners.get(folder) ?? { origin: { file: folder, line: 0 }, sentence: dumpSentence };
      owners.set(folder, owner);
      this.#known.add(path);
      this.#open.set(path, { name, owner, reason });
    }
  }

  /** Adds the audio in the folder of a sheet. Another sheet or dump can have named it already. */
  addFolder(origin: Origin, files: readonly FoundAudio[]): void {
    const hasFiles = files.some(({ isUsed }) => isUsed);
    const owner = { origin, sentence: hasFiles ? sheetSentence : emptySheetSentence };
    for (const { path, name, isUsed, reason } of files) {
      const isOpen = this.#open.has(path) || !this.#known.has(path);
      this.#known.add(path);
      if (isUsed) this.#open.delete(path);
      else if (isOpen) this.#open.set(path, { name, owner, reason });
    }
  }

  /** Removes a file that a record names. */
  use(path: string): void {
    this.#open.delete(path);
  }

  /** Reports the files that no record named: each by a line, all of a sheet or a folder by a remark. */
  report(tally: Tally): void {
    for (const [owner, files] of Map.groupBy(this.#open.values(), (file) => file.owner)) {
      if (owner !== null) tally.remark(owner.origin, owner.sentence(files.length));
      const effect = owner === null ? UNREAD : ({ as: "detail" } as const);
      for (const { name, reason } of files) {
        tally.note({ file: name, line: 0 }, { kind: "note", line: 0, field: "", reason, effect });
      }
    }
  }
}

function sheetSentence(count: number): string {
  return `no row names ${filesOf(count)} below the sheet's folder; ${count === 1 ? "it was" : "they were"} skipped`;
}

function emptySheetSentence(count: number): string {
  const skipped = `${filesOf(count)} below the sheet's folder ${count === 1 ? "was" : "were"} skipped`;
  return `no row names a file, and none was found by title and version; ${skipped}`;
}

function dumpSentence(count: number): string {
  const [was, them] = count === 1 ? ["was", "it"] : ["were", "them"];
  return `${filesOf(count)} ${was} not read: a dump in the same or a parent folder does not name ${them}`;
}

function filesOf(count: number): string {
  return `${count} audio file${count === 1 ? "" : "s"}`;
}
