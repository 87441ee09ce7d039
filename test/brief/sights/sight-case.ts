import type { Analysis } from "../../../schema/wire/analysis.ts";

/** Analyses, and what the brief of them must be. */
export interface SightCase {
  readonly what: string;
  readonly analyses: readonly Analysis[];
  readonly query?: string;
  /** Must be among the wishes. */
  readonly wants?: readonly string[];
  /** Must not be among the wishes. */
  readonly notWanted?: readonly string[];
  /** The heaviest wish must be one of these. */
  readonly first?: readonly string[];
  /** Must be among the words for what was seen. */
  readonly seen?: readonly string[];
  /** A tempo within the preferred range. */
  readonly bpm?: number;
  readonly tempo?: "none";
}
