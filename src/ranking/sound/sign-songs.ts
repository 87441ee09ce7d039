import { DESCRIPTOR_BYTES, DESCRIPTOR_LENGTH, LIKENESS_FACETS } from "../../../schema/sound-descriptor.ts";
import { compareFacets } from "./compare.ts";
import { fitProjections, type Halves } from "./fit-projection.ts";
import { packProjections, readProjections } from "./pack-projections.ts";
import { sign } from "./sign.ts";
import { SIGNATURE_BYTES } from "./signature.ts";

/** Fewer songs do not show what is usual in a catalog: then none has a signature. */
export const SIGNED_SONGS_MIN = 12;
/** The projection is learned from this many songs, evenly spaced. */
const SAMPLE_MAX = 20_000;
/** Pairs of songs whose likeness is compared to find what is unusual. */
const PAIRS_MAX = 5_000;
/** Of pairs of songs, this share is alike in a facet. */
const ALIKE_SHARE = 0.03;
/** Two songs that are less alike than this are never called alike. */
const ALIKE_MIN = 0.3;

/** Characters of a descriptor in base64. */
const DESCRIPTOR_TEXT = 4 * Math.ceil(DESCRIPTOR_BYTES / 3);

/** Sections of an index. All are empty if too few songs have a descriptor. */
export interface SignedSongs {
  readonly signatures: Int8Array;
  readonly alikeFrom: Float32Array;
  /** What was learned, as in pack-projections.ts, to sign sounds that are not in the catalog. */
  readonly projections: Float32Array;
}

/** Learns the projection from the descriptors of a catalog (base64, in the order of the songs), and signs its songs with it. */
export function signSongs(descriptors: readonly (string | null)[]): SignedSongs {
  const described = descriptors.flatMap((text, place) => (text?.length === DESCRIPTOR_TEXT ? [place] : []));
  if (described.length < SIGNED_SONGS_MIN)
    return { signatures: new Int8Array(0), alikeFrom: new Float32Array(0), projections: new Float32Array(0) };
  const halvesAt = (place: number): Halves => halvesOf(Uint8Array.fromBase64(descriptors[place] ?? ""));
  const packed = packProjections(fitProjections(evenly(described, SAMPLE_MAX).map(halvesAt)));
  // In the precision of the index, so that a song and a file with the same sound have the same signature.
  const projections = readProjections(packed);
  const signatures = new Int8Array(descriptors.length * SIGNATURE_BYTES);
  for (const place of described) {
    const { first, second } = halvesAt(place);
    const mean = first.map((value, at) => (value + (second[at] ?? 0)) / 2);
    sign(mean, projections, signatures, place * SIGNATURE_BYTES);
  }
  return { signatures, alikeFrom: alikeFrom(signatures, described), projections: packed };
}

function halvesOf(bytes: Uint8Array<ArrayBuffer>): Halves {
  const values = Float32Array.from(new Float16Array(bytes.buffer, bytes.byteOffset, 2 * DESCRIPTOR_LENGTH));
  return { first: values.subarray(0, DESCRIPTOR_LENGTH), second: values.subarray(DESCRIPTOR_LENGTH) };
}

/** At most `most` of the places, evenly spaced. */
function evenly(places: readonly number[], most: number): readonly number[] {
  if (places.length <= most) return places;
  return Array.from({ length: most }, (_, at) => places[Math.floor((at * places.length) / most)] ?? 0);
}

/** The likeness that few pairs of songs exceed, by facet. Pairs are far apart, because neighbours by id are often of one album. */
function alikeFrom(signatures: Int8Array, described: readonly number[]): Float32Array {
  const some = evenly(described, PAIRS_MAX);
  const pairs = some.map((place, at) => {
    const other = some[(at + (some.length >> 1)) % some.length] ?? place;
    return compareFacets(signatures, place * SIGNATURE_BYTES, other * SIGNATURE_BYTES);
  });
  return Float32Array.from(LIKENESS_FACETS, (facet) => {
    const sorted = pairs.map((pair) => pair[facet]).toSorted((one, other) => other - one);
    return Math.max(ALIKE_MIN, sorted[Math.floor(ALIKE_SHARE * sorted.length)] ?? 1);
  });
}
