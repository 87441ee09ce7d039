import { basename, join } from "node:path";
import { unreachable } from "../../../lib/assert.ts";
import { Gate } from "../../../lib/gate.ts";
import { describeFamily } from "../families/describe-family.ts";
import type { FamilyMember } from "../families/order-members.ts";
import { type Family, planFamilies } from "../families/plan-families.ts";
import type { DumpLine, NoteEffect } from "../dump-line.ts";
import { mergeFacts, NO_TAGS, type TagFacts } from "../tags/tag-facts.ts";
import { readTags, type TagReading } from "../tags/read-tags.ts";
import { type AudioItem, audioPaths, pairFiles, sourceOf } from "./pair-files.ts";
import { songIdOf, songOfFiles, type TaggedMember } from "./song-of-files.ts";

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
}

/**
 * Reads a folder of audio as a dump with one line per song. Families are planned from all names together; tags are
 * read in batches of a few hundred files.
 */
export async function* readAudioFolder(
  folder: AudioFolder,
  reading: AudioReading,
): AsyncGenerator<readonly DumpLine[]> {
  const { items, copies } = pairFiles(folder.audio);
  reading.onFiles(copies.length);
  yield copies.map(({ path, of }) => {
    const summary = "audio that exists in another format too; skipped";
    return noteOf(folder, path, "", `the same as ${of} in another format; skipped`, { as: "warning", summary });
  });
  const planned = reading.families ? planFamilies(items) : items.map(fileAlone);
  const families = planned.map((family) => ({ ...family, key: keyIn(folder, family.key) }));
  const missing = { songs: 0, artist: 0, genre: 0 };
  const tags = { largeTags: new Gate(1), signal: reading.signal };
  for (const batch of batchesOf(families)) {
    const paths = batch.flatMap(({ members }) => members.flatMap(({ item }) => audioPaths(item)));
    const readings = await readAll(paths, (path) => {
      reading.signal?.throwIfAborted();
      return readTags(join(folder.path, path), tags);
    });
    yield batch.flatMap((family) => linesOf(folder, family, readings, missing));
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

/** Two albums that are imported one after the other can both have a "01 Intro". The folder's name distinguishes them. */
function keyIn({ path }: AudioFolder, key: string): string {
  return `${basename(path)}/${key}`.normalize("NFC");
}

function fileAlone(item: AudioItem): Family<AudioItem> {
  const member = { item, label: "", isStem: false, isInstrumental: false };
  return { key: `${item.folder}\0${item.name.normalize("NFC")}\0`, title: null, members: [member], doubt: null };
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

function linesOf(
  folder: AudioFolder,
  family: Family<AudioItem>,
  readings: ReadonlyMap<string, TagReading>,
  missing: MissingTags,
): DumpLine[] {
  const lines: DumpLine[] = [];
  const tagged: TaggedMember[] = [];
  for (const member of family.members) {
    const one = taggedOf(member, readings, (path, found) => lines.push(...linesOfFile(folder, family, path, found)));
    if (one !== null) tagged.push(one);
  }
  const [first, ...others] = tagged;
  if (first === undefined) return lines;
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
  lines.push({ kind: "value", file: join(folder.name, path), line: NO_LINE, value: song });
  return lines;
}

/** Returns the member without refused files, and the merged tags of the others. Null if all files are refused. */
function taggedOf(
  member: FamilyMember<AudioItem>,
  readings: ReadonlyMap<string, TagReading>,
  onReading: (path: string, reading: TagReading) => void,
): TaggedMember | null {
  const facts: TagFacts[] = [];
  const accepted = (path: string | null): string | null => {
    const reading = path === null ? undefined : readings.get(path);
    if (path === null || reading === undefined) return null;
    onReading(path, reading);
    if (reading.kind === "tags") facts.push(reading.facts);
    return reading.kind === "refused" ? null : path;
  };
  const item = { ...member.item, lossless: accepted(member.item.lossless), lossy: accepted(member.item.lossy) };
  if (item.lossless === null && item.lossy === null) return null;
  const [first = NO_TAGS, second] = facts;
  return { member: { ...member, item }, facts: second === undefined ? first : mergeFacts(first, second) };
}

function linesOfFile(folder: AudioFolder, family: Family<AudioItem>, path: string, reading: TagReading): DumpLine[] {
  switch (reading.kind) {
    case "refused": {
      const file = join(folder.name, path);
      return [{ kind: "fault", file, line: NO_LINE, field: "", reason: reading.reason, id: songIdOf(family.key) }];
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
