import type { HeardSound, TimeSpan } from "../../../schema/heard-sound.ts";
import type { AudioFacts } from "../../../schema/wire/audio-facts.ts";
import { DESCRIPTOR_BYTES, DESCRIPTOR_LENGTH } from "../../../schema/sound-descriptor.ts";
import { packDescriptor } from "../descriptor/descriptor-bytes.ts";
import { SEGMENT_STEPS, STEP_SECONDS } from "./segments.ts";
import { meanOfSegments, typicalWindow } from "./typical-window.ts";

/** What a file sounds like, as a whole and by parts, to compare songs with it or with any part of it. */
export interface Hearing {
  /** The descriptor that a song with this sound would have: both halves. Null for a short or silent sound. */
  readonly descriptor: Float32Array | null;
  /** DESCRIPTOR_LENGTH numbers for each segment (segments.ts); null for an almost silent one. */
  readonly segments: readonly (Float32Array | null)[];
}

const SEGMENT_BYTES = DESCRIPTOR_LENGTH * Float16Array.BYTES_PER_ELEMENT;
const SEGMENT_SECONDS = SEGMENT_STEPS * STEP_SECONDS;

/** Packs a hearing in numbers of 16 bits, as a song's descriptor is stored; what is missing is not a number. */
export function packHearing({ descriptor, segments }: Hearing): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(DESCRIPTOR_BYTES + segments.length * SEGMENT_BYTES);
  bytes.set(packDescriptor(descriptor ?? missing(2 * DESCRIPTOR_LENGTH)));
  segments.forEach((segment, at) =>
    bytes.set(packDescriptor(segment ?? missing(DESCRIPTOR_LENGTH)), DESCRIPTOR_BYTES + at * SEGMENT_BYTES),
  );
  return bytes;
}

/** Returns null for bytes of another form. */
export function unpackHearing(bytes: Uint8Array): Hearing | null {
  const count = (bytes.length - DESCRIPTOR_BYTES) / SEGMENT_BYTES;
  if (count < 0 || !Number.isInteger(count)) return null;
  // A copy, because numbers of 16 bits need even addresses.
  const values = Float32Array.from(new Float16Array(new Uint8Array(bytes).buffer));
  const at = (from: number, length: number): Float32Array | null => {
    const part = values.subarray(from, from + length);
    return part.some(Number.isNaN) ? null : part;
  };
  return {
    descriptor: at(0, 2 * DESCRIPTOR_LENGTH),
    segments: Array.from({ length: count }, (_, segment) => at((2 + segment) * DESCRIPTOR_LENGTH, DESCRIPTOR_LENGTH)),
  };
}

/** The 30 seconds that are most like the rest; null for a sound without such a part. */
function typicalSpan({ segments }: Hearing): TimeSpan | null {
  const at = typicalWindow(segments);
  return at === null ? null : spanOf(at, 2 * SEGMENT_SECONDS);
}

/** What to compare songs with: the whole and its typical part, or the excerpt. */
export function compared(
  hearing: Hearing,
  excerpt: TimeSpan | null,
): Pick<HeardSound, "excerpt" | "typical" | "descriptions"> {
  if (excerpt !== null) {
    const segments = segmentsIn(hearing.segments, excerpt);
    return { excerpt, typical: null, descriptions: segments.length === 0 ? [] : [meanOfSegments(segments)] };
  }
  const at = typicalWindow(hearing.segments);
  const pair = at === null ? [] : [hearing.segments[at], hearing.segments[at + SEGMENT_STEPS]];
  const window = pair.filter((segment) => segment !== null && segment !== undefined);
  return {
    excerpt: null,
    typical: typicalSpan(hearing),
    descriptions: [
      ...(hearing.descriptor === null ? [] : [meanOfHalves(hearing.descriptor)]),
      ...(window.length === 0 ? [] : [meanOfSegments(window)]),
    ],
  };
}

/** Confidences from which a tempo and a key are named, as in responses on songs. */
const NAMED_FROM = { bpm: 0.8, key: 0.5 } as const;

/** The facts of a sound that are certain enough to be named. */
export function namedFacts({ duration, bpm, key }: AudioFacts): Pick<HeardSound, "duration" | "bpm" | "key"> {
  return {
    duration,
    bpm: bpm !== null && bpm.confidence >= NAMED_FROM.bpm ? Math.round(bpm.value) : null,
    key: key !== null && key.confidence >= NAMED_FROM.key ? `${key.name} ${key.mode}` : null,
  };
}

/** The segments within an excerpt; the one that it covers most if none is entirely within it. */
function segmentsIn(segments: Hearing["segments"], excerpt: TimeSpan): readonly Float32Array[] {
  const heard = segments.flatMap((segment, at) => (segment === null ? [] : [{ segment, span: spanOf(at) }]));
  const within = heard.filter(({ span }) => span.start >= excerpt.start && span.end <= excerpt.end);
  if (within.length > 0) return within.map(({ segment }) => segment);
  const covered = ({ span }: (typeof heard)[number]): number =>
    Math.min(span.end, excerpt.end) - Math.max(span.start, excerpt.start);
  const most = heard.toSorted((one, other) => covered(other) - covered(one))[0];
  return most === undefined || covered(most) <= 0 ? [] : [most.segment];
}

function spanOf(segment: number, seconds = SEGMENT_SECONDS): TimeSpan {
  return { start: rounded(segment * STEP_SECONDS), end: rounded(segment * STEP_SECONDS + seconds) };
}

function meanOfHalves(descriptor: Float32Array): Float32Array {
  return meanOfSegments([descriptor.subarray(0, DESCRIPTOR_LENGTH), descriptor.subarray(DESCRIPTOR_LENGTH)]);
}

function missing(length: number): Float32Array {
  return new Float32Array(length).fill(Number.NaN);
}

/** To hundredths of a second. */
function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
