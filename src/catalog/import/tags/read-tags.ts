import { type IAudioMetadata, parseFromTokenizer } from "music-metadata";
import { messageOf } from "../../../lib/assert.ts";
import type { Gate } from "../../../lib/gate.ts";
import { type AudioEnding, containerOf, endingOf, sniffAudio } from "./audio-kinds.ts";
import { type BoundedReading, BoundedTokenizer, isTooLarge, type TagLimits } from "./bounded-tokenizer.ts";
import { factsOfTexts } from "./facts-of-texts.ts";
import { readIxml } from "./ixml.ts";
import { nativeTexts } from "./native-texts.ts";
import { NO_TAGS, type TagFacts } from "./tag-facts.ts";

/** `refused` is no audio, or cannot be opened: there is nothing to import. */
export type TagReading =
  | { readonly kind: "tags"; readonly facts: TagFacts }
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "refused"; readonly reason: string };

export interface TagsReading {
  /** Lets one file with large tags through at a time. */
  readonly largeTags: Gate;
  /** Ends the reading: the call throws its reason. */
  readonly signal: AbortSignal | null;
}

/** No covers, no counting of frames: a file is opened, and its headers and tags are read. */
const OPTIONS = { duration: false, skipCovers: true, includeChapters: false } as const;

/** Ordinary tags take some kilobytes in some dozens of reads; a cover of ordinary size fits as well. */
const ORDINARY: TagLimits = { bytes: 512 * 1024, reads: 20_000 };
/** The largest picture that FLAC can hold, and some room. Such files are read one at a time. */
const LARGE: TagLimits = { bytes: 17 * 1024 * 1024, reads: 20_000 };

/**
 * Reads what is embedded in an audio file, which is judged by its first bytes before anything is parsed. Parsing holds
 * all tags of a file, and some hundred bytes for each empty one: files with large tags go through `largeTags`.
 */
export async function readTags(path: string, reading: TagsReading): Promise<TagReading> {
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
  return parsed(path, ending, reading);
}

async function parsed(path: string, ending: AudioEnding, reading: TagsReading): Promise<TagReading> {
  try {
    const { format, native, quality } = await metadataOf(path, reading);
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
    reading.signal?.throwIfAborted();
    const reason = isTooLarge(error)
      ? `they take more than ${LARGE.bytes} bytes or ${LARGE.reads} reads`
      : messageOf(error);
    return { kind: "unreadable", reason: `its tags cannot be read: ${reason}` };
  }
}

async function metadataOf(path: string, { largeTags, signal }: TagsReading): Promise<IAudioMetadata> {
  try {
    return await parseWithin(path, { limits: ORDINARY, signal });
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return largeTags.through(() => parseWithin(path, { limits: LARGE, signal }));
  }
}

async function parseWithin(path: string, reading: BoundedReading): Promise<IAudioMetadata> {
  const tokenizer = await BoundedTokenizer.open(path, reading);
  try {
    return await parseFromTokenizer(tokenizer, OPTIONS);
  } finally {
    await tokenizer.close();
  }
}
