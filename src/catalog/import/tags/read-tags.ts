import { parseFile } from "music-metadata";
import { messageOf } from "../../../lib/assert.ts";
import { type AudioEnding, containerOf, endingOf, sniffAudio } from "./audio-kinds.ts";
import { factsOfTexts } from "./facts-of-texts.ts";
import { readIxml } from "./ixml.ts";
import { nativeTexts } from "./native-texts.ts";
import { NO_TAGS, type TagFacts } from "./tag-facts.ts";

/** `refused` is no audio, or cannot be opened: there is nothing to import. */
export type TagReading =
  | { readonly kind: "tags"; readonly facts: TagFacts }
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "refused"; readonly reason: string };

/** No covers, no counting of frames: a file is opened, and its headers and tags are read. */
const OPTIONS = { duration: false, skipCovers: true, includeChapters: false } as const;

/** Reads what is embedded in an audio file, which is judged by its first bytes before anything is parsed. */
export async function readTags(path: string): Promise<TagReading> {
  const ending = endingOf(path);
  if (ending === null) return { kind: "refused", reason: "its ending is none of an audio file" };
  try {
    const container = await sniffAudio(path);
    if (container === null) return { kind: "refused", reason: "the file is no audio that can be read" };
    if (container !== containerOf(ending)) {
      return { kind: "unreadable", reason: `it is called .${ending} and holds ${container}; its tags were not read` };
    }
  } catch (error) {
    return { kind: "refused", reason: `the file cannot be read: ${messageOf(error)}` };
  }
  return parsed(path, ending);
}

async function parsed(path: string, ending: AudioEnding): Promise<TagReading> {
  try {
    const { format, native, quality } = await parseFile(path, OPTIONS);
    const texts = nativeTexts(native);
    const hasIxml = quality.warnings.some(({ message }) => message === "Ignore chunk: RIFF/iXML");
    if (hasIxml) for (const [name, list] of await readIxml(path)) texts.set(name, list);
    const duration = format.duration ?? 0;
    const facts = {
      ...NO_TAGS,
      ...factsOfTexts(texts),
      duration: Number.isFinite(duration) && duration > 0 ? Math.round(duration * 1_000) / 1_000 : null,
      // Only MP4 holds both kinds: AAC and Apple Lossless.
      isLossless: ending === "m4a" || ending === "mp4" ? (format.lossless ?? null) : null,
    };
    return { kind: "tags", facts };
  } catch (error) {
    return { kind: "unreadable", reason: `its tags cannot be read: ${messageOf(error)}` };
  }
}
