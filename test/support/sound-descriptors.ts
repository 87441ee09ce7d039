import {
  DESCRIPTOR_LENGTH,
  DESCRIPTOR_VALUES,
  LIKENESS_FACETS,
  type LikenessFacet,
} from "../../schema/sound-descriptor.ts";
import { packDescriptor } from "../../src/audio/descriptor/descriptor-bytes.ts";

/** A kind of sound by facet: sounds of the same kind are alike in that facet. */
export type Kinds = Readonly<Record<LikenessFacet, number>>;

/** A pseudo-random number from -1 to 1, always the same for the same arguments. */
function scattered(one: number, other: number): number {
  const mixed = Math.imul(Math.imul(one + 1, 0x9e3779b1) ^ (other + 77), 0x85ebca6b);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 31 - 1;
}

/** The stored descriptor of an invented sound of these kinds. `take` varies it a little, as the halves of a recording do. */
export function descriptorOf(kinds: Kinds, take = 0): Uint8Array<ArrayBuffer> {
  const half = (side: number): readonly number[] =>
    LIKENESS_FACETS.flatMap((facet, index) =>
      Array.from(
        { length: DESCRIPTOR_VALUES[facet] },
        (_, at) =>
          10 * scattered(kinds[facet], 1_000 * index + at) + scattered(10_000 + 2 * take + side, 1_000 * index + at),
      ),
    );
  return packDescriptor(Float32Array.from([...half(0), ...half(1)]));
}

/** The same kind in every facet. */
export function allOf(kind: number): Kinds {
  return { feel: kind, harmony: kind, rhythm: kind, instruments: kind };
}

/** A descriptor whose numbers all have one value. */
export function constantDescriptor(value: number): Uint8Array<ArrayBuffer> {
  return packDescriptor(new Float32Array(2 * DESCRIPTOR_LENGTH).fill(value));
}
