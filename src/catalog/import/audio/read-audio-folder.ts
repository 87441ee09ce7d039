import { basename, join } from "node:path";
import { unreachable } from "../../../lib/assert.ts";
import { Gate } from "../../../lib/gate.ts";
import { describeFamily } from "../families/describe-family.ts";
import type { FamilyMember } from "../families/order-members.ts";
import { type Family, planFamilies } from "../families/plan-families.ts";
import type { DumpLine, NoteEffect } from "../dump-line.ts";
import { mergeFacts, NO_TAGS, type TagFacts } from "../tags/tag-facts.ts";
import { readTags, type TagReading } from "../tags/read-tags.ts";
import { type AudioItem, pairFiles } from "./pair-files.ts";
import { songIdOf, songOfFiles, type TaggedMember } from "./song-of-files.ts";

/** Files whose tags are read at the same time, and whose tags are held. A network share answers slowly. */
const PARALLEL_MAX = 16;
const BATCH_FILES = 512;
/** A file has no lines; reports say 0. */
const NO_LINE = 0;

export interface AudioFolder {
  /** The folder's absolute path, and how reports call it. */
  readonly path: string;
  readonly name: string;
  /** Its audio files, relative to it, with slashes. */
  readonly audio: readonly string[];
}

export interface AudioReading {
  readonly families: boolean;
  /** Hears how many more files were read. */
  readonly onFiles: (count: number) => void;
  /** Ends the reading between two files: the generator throws its reason. */
  readonly signal: AbortSignal | null;
}

/**
 * Reads a folder of audio as a dump: a line for every song. Which files belong together is decided by all names at
 * once; the tags of a few hundred files are in memory at a time.
 */
export async function* readAudioFolder(
  folder: AudioFolder,
  reading: AudioReading,
): AsyncGenerator<readonly DumpLine[]> {
  const { items, copies } = pairFiles(folder.audio);
  reading.onFiles(copies.length);
  yield copies.map(({ path, of }) => {
    const summary = "audio that lies there in another format already; passed over";
    return noteOf(folder, path, "", `the same as ${of} in another format; passed over`, { as: "warning", summary });
  });
  const planned = reading.families ? planFamilies(items) : items.map(alone);
  const families = planned.map((family) => ({ ...family, key: keyIn(folder, family.key) }));
  const silent = { songs: 0, artist: 0, genre: 0 };
  const tags = { largeTags: new Gate(1), signal: reading.signal };
  for (const batch of batchesOf(families)) {
    const paths = batch.flatMap(({ members }) => members.flatMap(({ item }) => pathsOf(item)));
    const readings = await readAll(paths, (path) => {
      reading.signal?.throwIfAborted();
      return readTags(join(folder.path, path), tags);
    });
    yield batch.flatMap((family) => linesOf(folder, family, readings, silent));
    reading.onFiles(paths.length);
  }
  yield wordOf(folder, silent);
}

/** Songs, and those of them of which no tag says who made them, or what they are. */
interface Silent {
  songs: number;
  artist: number;
  genre: number;
}

function wordOf({ name }: AudioFolder, { songs, artist, genre }: Silent): DumpLine[] {
  const lacking = Object.entries({ artist, genre }).filter(([, count]) => count > 0);
  if (lacking.length === 0) return [];
  const counts = lacking.map(([what, count]) => `${count} without ${what === "artist" ? "an artist" : "a genre"}`);
  const which = songs === 1 ? "1 song" : `${songs} songs`;
  const reason = `${which}, ${counts.join(" and ")} in the tags`;
  return [{ kind: "note", file: name, line: NO_LINE, field: "", reason, effect: { as: "remark" } }];
}

/** Two albums that are imported one after the other both have a "01 Intro": the folder's own name tells them apart. */
function keyIn({ path }: AudioFolder, key: string): string {
  return `${basename(path)}/${key}`.normalize("NFC");
}

function alone(item: AudioItem): Family<AudioItem> {
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
  silent: Silent,
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
  const tell = (field: string, reason: string, effect: NoteEffect): void =>
    void lines.push(noteOf(folder, path, field, reason, effect));
  const { song, isNamedByFile, lacks } = songOfFiles(family, [first, ...others]);
  silent.songs++;
  for (const what of lacks) silent[what]++;
  if (isNamedByFile) {
    const summary = "no title in the tags; the file's name was taken";
    tell("title", "no tag has a title; the file's name was taken", { as: "warning", summary });
  }
  if (family.doubt !== null) {
    tell("audio_files", family.doubt, { as: "warning", summary: "stems that no song was found for" });
  }
  if (family.members.length > 1) {
    const reason = describeFamily(family, "files", "by their names", sourceOf);
    tell("audio_files", reason, { as: "family", files: family.members.length });
  }
  lines.push({ kind: "value", file: join(folder.name, path), line: NO_LINE, value: song });
  return lines;
}

/** The member without files that are no audio, and what the tags of the others say together; null when none is left. */
function taggedOf(
  member: FamilyMember<AudioItem>,
  readings: ReadonlyMap<string, TagReading>,
  tell: (path: string, reading: TagReading) => void,
): TaggedMember | null {
  const facts: TagFacts[] = [];
  const kept = (path: string | null): string | null => {
    const reading = path === null ? undefined : readings.get(path);
    if (path === null || reading === undefined) return null;
    tell(path, reading);
    if (reading.kind === "tags") facts.push(reading.facts);
    return reading.kind === "refused" ? null : path;
  };
  const item = { ...member.item, lossless: kept(member.item.lossless), lossy: kept(member.item.lossy) };
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
      const summary = "audio whose tags cannot be read; it is known by its name";
      return [noteOf(folder, path, "", `${reading.reason}; it is known by its name`, { as: "warning", summary })];
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

/** The path that stands for a recording in reports. */
function sourceOf({ lossless, lossy }: AudioItem): string {
  return lossless ?? lossy ?? "";
}

function pathsOf({ lossless, lossy }: AudioItem): string[] {
  return [lossless, lossy].filter((path) => path !== null);
}
