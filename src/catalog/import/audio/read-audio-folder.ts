import { basename, join } from "node:path";
import { unreachable } from "../../../lib/assert.ts";
import { Gate } from "../../../lib/gate.ts";
import { describeFamily } from "../families/describe-family.ts";
import { type Family, planFamilies } from "../families/plan-families.ts";
import type { DumpLine, NoteEffect } from "../dump-line.ts";
import { endingOf, isLossless } from "../tags/audio-kinds.ts";
import { readTags, type TagReading } from "../tags/read-tags.ts";
import type { FolderKey, OtherFolders } from "./other-folders.ts";
import { type AudioItem, audioPaths, pairFiles, sourceOf } from "./pair-files.ts";
import { songIdOf, songOfFiles, type TaggedMember } from "./song-of-files.ts";
import { pathsOf, sortFormats } from "./sort-formats.ts";
import { toNormalForm } from "../../../lib/to-normal-form.ts";

/** Files that are read at the same time, because a network share answers slowly. */
const PARALLEL_MAX = 16;
/** Files whose tags are in memory at the same time. */
const BATCH_FILES = 512;
/** The line number of a file without lines in reports. */
const NO_LINE = 0;

export interface AudioFolder {
  /** Absolute path. */
  readonly path: string;
  /** The folder's name in reports. */
  readonly name: string;
  /** Paths of its audio files, relative to it, with slashes. */
  readonly audio: readonly string[];
}

export interface AudioReading {
  /** Whether versions and stems become one song. */
  readonly families: boolean;
  /** Called with the number of files read since the last call. */
  readonly onFiles: (count: number) => void;
  /** Stops the reading between two files: the generator throws its reason. */
  readonly signal: AbortSignal | null;
  /** Other folders with this folder's name; null if their songs do not matter. */
  readonly otherFolders: Pick<OtherFolders, "keyOf"> | null;
}

/**
 * Reads a folder of audio as a dump with one line per song. Families are planned from all names together; tags are
 * read in batches of a few hundred files.
 */
export async function* readAudioFolder(
  folder: AudioFolder,
  reading: AudioReading,
): AsyncGenerator<readonly DumpLine[]> {
  const items = pairFiles(folder.audio);
  const families = reading.families ? planFamilies(items) : items.map(fileAlone);
  const keys = new FolderKeys(folder, reading.otherFolders);
  const missing = { songs: 0, artist: 0, genre: 0 };
  const tags = { largeTags: new Gate(1), signal: reading.signal };
  for (const batch of batchesOf(families)) {
    const paths = batch.flatMap(({ members }) => members.flatMap(({ item }) => pathsOf(item)));
    const readings = await readAll(paths, (path) => {
      reading.signal?.throwIfAborted();
      return readTags(join(folder.path, path), tags);
    });
    const lines: DumpLine[] = [];
    for (const family of batch) lines.push(...(await linesOf({ folder, keys, readings, missing }, family)));
    yield lines;
    reading.onFiles(paths.length);
  }
  yield missingTagsRemark(folder, missing);
}

/** Counts of all songs, of those without an artist, and of those without a genre. */
interface MissingTags {
  songs: number;
  artist: number;
  genre: number;
}

function missingTagsRemark({ name }: AudioFolder, { songs, artist, genre }: MissingTags): DumpLine[] {
  const missing = Object.entries({ artist, genre }).filter(([, count]) => count > 0);
  if (missing.length === 0) return [];
  const counts = missing.map(([what, count]) => `${count} without ${what === "artist" ? "an artist" : "a genre"}`);
  const total = songs === 1 ? "1 song" : `${songs} songs`;
  const reason = `${total}, ${counts.join(" and ")} in the tags`;
  return [{ kind: "note", file: name, line: NO_LINE, field: "", reason, effect: { as: "remark" } }];
}

function fileAlone(item: AudioItem): Family<AudioItem> {
  const member = { item, label: "", isStem: false, isInstrumental: false };
  return { key: `${item.folder}\0${toNormalForm(item.name, "NFC")}\0`, title: null, members: [member], doubt: null };
}

function* batchesOf(families: readonly Family<AudioItem>[]): Generator<readonly Family<AudioItem>[]> {
  let batch: Family<AudioItem>[] = [];
  let files = 0;
  for (const family of families) {
    batch.push(family);
    files += family.members.length;
    if (files < BATCH_FILES) continue;
    yield batch;
    batch = [];
    files = 0;
  }
  yield batch;
}

async function readAll(
  paths: readonly string[],
  read: (path: string) => Promise<TagReading>,
): Promise<Map<string, TagReading>> {
  const readings = new Map<string, TagReading>();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let path = paths[next++]; path !== undefined; path = paths[next++]) readings.set(path, await read(path));
  };
  await Promise.all(Array.from({ length: PARALLEL_MAX }, work));
  return readings;
}

interface FolderReading {
  readonly folder: AudioFolder;
  readonly keys: FolderKeys;
  readonly readings: ReadonlyMap<string, TagReading>;
  readonly missing: MissingTags;
}

/** Returns the lines of a family, and of the songs that only have the names of its files. */
async function linesOf(reading: FolderReading, family: Family<AudioItem>): Promise<DumpLine[]> {
  const { folder, keys, readings } = reading;
  const sorted = family.members.map((member) => ({
    member,
    recordings: sortFormats(member.item, member.isStem, readings),
  }));
  const served = sorted.flatMap(({ recordings: [first] }) => (first === undefined ? [] : audioPaths(first.item)));
  const key = await keys.take(family, served);
  const lines: DumpLine[] = [...key.notes];
  const tagged: TaggedMember[] = [];
  const others: (TaggedMember & { readonly of: string })[] = [];
  for (const { member, recordings } of sorted) {
    for (const path of pathsOf(member.item)) lines.push(...linesOfFile(folder, key.key, path, readings.get(path)));
    const [first, ...more] = recordings;
    if (first === undefined) continue;
    lines.push(...recordings.flatMap(({ item }) => copyNotes(folder, item)));
    tagged.push({ member: { ...member, item: first.item }, facts: first.facts });
    const of = sourceOf(first.item);
    others.push(...more.map(({ item, facts }) => ({ member: { ...member, item }, facts, of })));
  }
  lines.push(...songLines(reading, { ...family, key: key.key }, tagged));
  for (const { of, ...other } of others) lines.push(...(await otherSong(reading, other, of)));
  return lines;
}

/** Returns the lines of a song whose file has the name of another song's file. */
async function otherSong(reading: FolderReading, { member, facts }: TaggedMember, of: string): Promise<DumpLine[]> {
  const { folder, keys } = reading;
  const path = sourceOf(member.item);
  const alone = { item: member.item, label: "", isStem: false, isInstrumental: member.isInstrumental };
  const family = { ...fileAlone(member.item), key: `${toNormalForm(path, "NFC")}\0\0` };
  const { key, notes } = await keys.take(family, audioPaths(member.item));
  const reason = `its tags differ from those of ${of}, which has the same name; it became a separate song`;
  const summary = "audio with the name of another song's file and other tags; a separate song";
  return [
    ...notes,
    noteOf(folder, path, "", reason, { as: "warning", summary }),
    ...songLines(reading, { key, title: null, members: [alone], doubt: null }, [{ member: alone, facts }]),
  ];
}

function songLines(
  { folder, missing }: FolderReading,
  family: Family<AudioItem>,
  [first, ...others]: readonly TaggedMember[],
): DumpLine[] {
  if (first === undefined) return [];
  const lines: DumpLine[] = [];
  const path = sourceOf(first.member.item);
  const note = (field: string, reason: string, effect: NoteEffect): void =>
    void lines.push(noteOf(folder, path, field, reason, effect));
  const { song, isNamedByFile, missing: missingHere } = songOfFiles(family, [first, ...others]);
  missing.songs++;
  for (const what of missingHere) missing[what]++;
  if (isNamedByFile) {
    const summary = "no title in the tags; the file's name was used";
    note("title", "no tag has a title; the file's name was used", { as: "warning", summary });
  }
  if (family.doubt !== null) {
    note("audio_files", family.doubt, { as: "warning", summary: "stems without a song" });
  }
  if (family.members.length > 1) {
    const reason = describeFamily(family, "files", "by their names", sourceOf);
    note("audio_files", reason, { as: "family", files: family.members.length });
  }
  lines.push({ kind: "value", file: join(folder.name, path), line: NO_LINE, value: song, isLenient: true });
  return lines;
}

function copyNotes(folder: AudioFolder, item: AudioItem & { readonly copies: readonly string[] }): DumpLine[] {
  const summary = "audio that exists in another format too; skipped";
  return item.copies.map((path) => {
    const ending = endingOf(path);
    const of = (ending !== null && isLossless(ending) ? item.lossless : item.lossy) ?? sourceOf(item);
    return noteOf(folder, path, "", `the same as ${of} in another format; skipped`, { as: "warning", summary });
  });
}

function linesOfFile(folder: AudioFolder, key: string, path: string, reading: TagReading | undefined): DumpLine[] {
  switch (reading?.kind) {
    case undefined:
      return [];
    case "refused": {
      const file = join(folder.name, path);
      return [{ kind: "fault", file, line: NO_LINE, field: "", reason: reading.reason, id: songIdOf(key) }];
    }
    case "unreadable": {
      const summary = "audio whose tags cannot be read; only its name was used";
      return [noteOf(folder, path, "", `${reading.reason}; only its name was used`, { as: "warning", summary })];
    }
    case "tags":
      return reading.facts.notes.map(({ field, reason }) => {
        const summary = `a tag for ${field} that is wrong or unclear`;
        return noteOf(folder, path, field, reason, { as: "warning", summary });
      });
    default:
      return unreachable(reading);
  }
}

function noteOf(folder: AudioFolder, path: string, field: string, reason: string, effect: NoteEffect): DumpLine {
  return { kind: "note", file: join(folder.name, path), line: NO_LINE, field, reason, effect };
}

/** Gives the songs of a folder unique keys. */
class FolderKeys {
  readonly #folder: AudioFolder;
  readonly #otherFolders: AudioReading["otherFolders"];
  readonly #taken = new Set<string>();

  constructor(folder: AudioFolder, otherFolders: AudioReading["otherFolders"]) {
    this.#folder = folder;
    this.#otherFolders = otherFolders;
  }

  /**
   * Returns the key of a family, beginning with the folder's name, which distinguishes the "01 Intro" of two albums that
   * are imported one after the other. File systems can have names that differ only in case or Unicode form: the second
   * of them gets a key with its exact path, and a note. `served` are the paths of the files that the song will have.
   */
  async take(
    family: Family<AudioItem>,
    served: readonly string[],
  ): Promise<{ readonly key: string; readonly notes: readonly DumpLine[] }> {
    const { path: root } = this.#folder;
    const path = sourceOf(family.members[0]?.item ?? { lossless: null, lossy: null });
    const notes: DumpLine[] = [];
    let key = toNormalForm(`${basename(root)}/${family.key}`, "NFC");
    if (this.#taken.has(key)) {
      key = `${key}\0${path}`;
      const reason =
        "another song has this file's name in another spelling; this song's id is built from the exact path";
      const effect = { as: "warning", summary: "a file name in another spelling; a separate song" } as const;
      notes.push(noteOf(this.#folder, path, "id", reason, effect));
    }
    this.#taken.add(key);
    const found = await this.#otherFolders?.keyOf({ root, key, paths: served });
    if (found === undefined) return { key, notes };
    return { key: found.key, notes: [...notes, ...this.#notesOn(path, { ...found, key })] };
  }

  /** `key` is that of the other song. */
  #notesOn(path: string, { key, separateFrom, replaces, copies }: FolderKey): DumpLine[] {
    const note = (file: string, reason: string, summary: string): DumpLine =>
      noteOf(this.#folder, file, "id", reason, { as: "warning", summary });
    if (separateFrom !== null) return [note(path, separateReason(separateFrom, key), SEPARATE_SUMMARY)];
    const notes = copies.map((copy) =>
      note(copy.path, `${copy.of} is a copy of this file; both are one song`, COPY_SUMMARY),
    );
    if (replaces === null) return notes;
    const reason = `${replaces} was a copy of this file, which was changed, and does not exist any more; this file replaces it`;
    return [...notes, note(path, reason, REPLACED_SUMMARY)];
  }
}

const COPY_SUMMARY = "audio that a folder of the same name has too; one song";
const REPLACED_SUMMARY = "changed audio that replaces a former copy, whose folder does not exist any more";
const SEPARATE_SUMMARY = "audio with the place of another recording in a folder of the same name; a separate song";

function separateReason({ path, exists }: NonNullable<FolderKey["separateFrom"]>, key: string): string {
  const place = "another recording with this place in a folder of this name";
  if (exists) return `${path} is ${place}; this song's id is built from the folder's path`;
  const advice = `if this file replaces it, take it down with \`songs remove ${songIdOf(key)}\``;
  return `${path} was ${place} and is missing; both songs remain; ${advice}`;
}
