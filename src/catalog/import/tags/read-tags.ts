import { type IAudioMetadata, parseFromTokenizer } from "music-metadata";
import { messageOf } from "../../../lib/assert.ts";
import type { Gate } from "../../../lib/gate.ts";
import { type AudioEnding, containerOf, endingOf, sniffAudio } from "./audio-kinds.ts";
import { type BoundedReadOptions, BoundedTokenizer, isTooLarge, type TagLimits } from "./bounded-tokenizer.ts";
import { factsOfTexts } from "./facts-of-texts.ts";
import { readIxml } from "./ixml.ts";
import { nativeTexts } from "./native-texts.ts";
import { NO_TAGS, type TagFacts } from "./tag-facts.ts";

/** `refused`: the file is not audio or cannot be opened, so it cannot be imported. `unreadable`: only its tags cannot be read. */
export type TagReading =
  | { readonly kind: "tags"; readonly facts: TagFacts }
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "refused"; readonly reason: string };

export interface ReadTagsOptions {
  /** Admits one file with large tags at a time. */
  readonly largeTags: Gate;
  /** Cancels the call, which then throws its reason. */
  readonly signal: AbortSignal | null;
}

/** Only headers and tags: no covers, and no scan of all frames for the duration. */
const OPTIONS = { duration: false, skipCovers: true, includeChapters: false } as const;

/** Ordinary tags need a few kilobytes and a few dozen reads. A cover of ordinary size fits, too. */
const ORDINARY: TagLimits = { bytes: 512 * 1024, reads: 20_000 };
/** Allows the largest picture of FLAC, 16 MiB, and other tags. Such files are read one at a time. */
const LARGE: TagLimits = { bytes: 17 * 1024 * 1024, reads: 20_000 };

/**
 * Reads the tags of an audio file, after a check of its first bytes. The parser holds all tags of a file in memory, and a few hundred
 * bytes for each empty one, so files with large tags wait for `largeTags`.
 */
export async function readTags(path: string, options: ReadTagsOptions): Promise<TagReading> {
  const ending = endingOf(path);
  if (ending === null) return { kind: "refused", reason: "its extension is not one of an audio file" };
  try {
    const container = await sniffAudio(path);
    if (container === null) return { kind: "refused", reason: "the file is not readable audio" };
    if (container !== containerOf(ending)) {
      return {
        kind: "unreadable",
        reason: `its extension is .${ending}, but its content is ${container}; its tags were not read`,
      };
    }
  } catch (error) {
    return { kind: "refused", reason: `the file cannot be read: ${messageOf(error)}` };
  }
  return parse(path, ending, options);
}

async function parse(path: string, ending: AudioEnding, options: ReadTagsOptions): Promise<TagReading> {
  try {
    const { format, native, quality } = await metadataOf(path, options);
    const texts = nativeTexts(native);
    const hasIxml = quality.warnings.some(({ message }) => message === "Ignore chunk: RIFF/iXML");
    if (hasIxml) for (const [name, list] of await readIxml(path)) texts.set(name, list);
    const duration = format.duration ?? 0;
    const facts = {
      ...NO_TAGS,
      ...factsOfTexts(texts),
      duration: Number.isFinite(duration) && duration > 0 ? Math.round(duration * 1_000) / 1_000 : null,
      // Only MP4 can contain either a lossy codec (AAC) or a lossless one (Apple Lossless).
      isLossless: ending === "m4a" || ending === "mp4" ? (format.lossless ?? null) : null,
    };
    return { kind: "tags", facts };
  } catch (error) {
    options.signal?.throwIfAborted();
    const reason = isTooLarge(error)
      ? `they take more than ${LARGE.bytes} bytes or ${LARGE.reads} reads`
      : messageOf(error);
    return { kind: "unreadable", reason: `its tags cannot be read: ${reason}` };
  }
}

async function metadataOf(path: string, { largeTags, signal }: ReadTagsOptions): Promise<IAudioMetadata> {
  try {
    return await parseWithin(path, { limits: ORDINARY, signal });
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return largeTags.through(() => parseWithin(path, { limits: LARGE, signal }));
  }
}

async function parseWithin(path: string, options: BoundedReadOptions): Promise<IAudioMetadata> {
  const tokenizer = await BoundedTokenizer.open(path, options);
  try {
    return await parseFromTokenizer(tokenizer, OPTIONS);
  } finally {
    await tokenizer.close();
  }
}
