import type { PartName } from "./packages.ts";

/** A native part inside the executable, compressed with zstd. */
export interface EmbeddedPart {
  readonly name: PartName;
  /** Where it goes, relative to the folder of unpacked parts. */
  readonly place: string;
  readonly sizeBytes: number;
  /** Of the unpacked file, hexadecimal. */
  readonly sha256: string;
  /** Path of the compressed file; inside the executable a virtual one, which `Bun.file` reads. */
  readonly compressed: string;
}

/** What only the build knows. */
export interface Embedded {
  /** The git commit it was built from, null outside a repository. */
  readonly commit: string | null;
  readonly target: string;
  readonly parts: readonly EmbeddedPart[];
  /** Path of a text file: the licences of all npm packages in the executable. */
  readonly notices: string;
}

/** Null in a checkout; scripts/build.ts puts another module in this one's place. */
export const embedded: Embedded | null = null;
