import type { AudioFacts } from "../../../schema/wire/audio-facts.ts";
import { DESCRIPTOR_LENGTH } from "../../../schema/sound-descriptor.ts";
import type { SoundDemuxer } from "../audio-demuxer.ts";
import { type AudioPrograms, measureAudio } from "../measure-audio.ts";
import type { Hearing } from "./hearing.ts";
import { type SegmentDescriber, segmentDescriber } from "./segments.ts";

/** Longer sounds are refused. */
export const HEARD_SECONDS_MAX = 3_600;

/** What was heard, and what is measured of any audio file. */
export interface HeardFile {
  readonly facts: AudioFacts;
  readonly hearing: Hearing;
}

/**
 * Hears an audio file, or the first sound track of a film: measures it as a song, and describes its parts. Reads it as a stream, and
 * blocks the thread for about a second per minute, so it runs in a child process (hear-apart.ts).
 * Throws AudioUnreadable with a sentence for people, the signal's reason, and file system errors.
 * @param container Of a film; missing for an audio file.
 */
export async function hearAudio(
  { path, container }: { readonly path: string; readonly container?: SoundDemuxer | undefined },
  programs: AudioPrograms,
  signal: AbortSignal,
): Promise<HeardFile> {
  let segments: SegmentDescriber | null = null;
  const { facts, descriptor } = await measureAudio(path, programs, signal, {
    container,
    // The last frame of a coded sound is complete.
    secondsMax: HEARD_SECONDS_MAX + 1,
    listener: () => {
      const describer = segmentDescriber();
      segments = describer;
      return (chunk) => describer.take(chunk);
    },
  });
  const isSilent = facts.loudness === null;
  return {
    facts,
    hearing: {
      descriptor: descriptor === null ? null : unpackedDescriptor(descriptor),
      segments: isSilent ? [] : segmentsOf(segments),
    },
  };
}

/** The compiler does not see that the listener was called. */
function segmentsOf(describer: SegmentDescriber | null): Hearing["segments"] {
  return describer?.segments() ?? [];
}

function unpackedDescriptor(bytes: Uint8Array): Float32Array {
  return Float32Array.from(new Float16Array(new Uint8Array(bytes).buffer, 0, 2 * DESCRIPTOR_LENGTH));
}
