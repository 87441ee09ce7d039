import type { Analysis } from "../../../schema/wire/analysis.ts";

/** What was looked at, and what must come of it. */
export interface Looked {
  readonly what: string;
  readonly analyses: readonly Analysis[];
  readonly query?: string;
  /** Among the wishes. */
  readonly wants?: readonly string[];
  /** Not among them. */
  readonly notWanted?: readonly string[];
  /** The foremost wish is one of these. */
  readonly first?: readonly string[];
  /** Among the words for what was seen. */
  readonly seen?: readonly string[];
  /** A tempo that the preferred range must hold. */
  readonly bpm?: number;
  readonly tempo?: "none";
}
