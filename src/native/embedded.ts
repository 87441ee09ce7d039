import type { PartName } from "./packages.ts";

/** A native part inside the executable, compressed with zstd. */
export interface EmbeddedPart {
  readonly name: PartName;
  /** Its path in the folder of unpacked parts. */
  readonly relativePath: string;
  readonly sizeBytes: number;
  /** Digest of the unpacked file, in hexadecimal. */
  readonly sha256: string;
  /** Path of the compressed file. Inside the executable it is a virtual path that `Bun.file` can read. */
  readonly compressed: string;
}

/** What the build embeds in an executable. */
export interface Embedded {
  /** The git commit of the build; null outside a repository. */
  readonly commit: string | null;
  readonly target: string;
  readonly parts: readonly EmbeddedPart[];
  /** Path of a text file with the licences of all npm packages in the executable. */
  readonly notices: string;
  /** Path of the software bill of materials, CycloneDX as JSON. */
  readonly bill: string;
}

/** Null in a checkout. scripts/build.ts replaces this module. */
export const embedded: Embedded | null = null;
