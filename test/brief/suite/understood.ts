/** What a brief must be understood as. Missing fields are not checked; `constraints` and `ignored` are complete. */
export interface Understood {
  readonly brief: string;
  readonly context?: string;
  readonly wants?: readonly string[];
  readonly notWanted?: readonly string[];
  /** An empty list means that nothing is avoided. Avoided things must not be wanted. */
  readonly avoids?: readonly string[];
  readonly notAvoided?: readonly string[];
  /** In the words of describeConstraint. */
  readonly constraints?: readonly string[];
  /** Words to find in texts, and words to avoid. */
  readonly text?: readonly string[];
  readonly against?: readonly string[];
  /** All ignored passages. */
  readonly ignored?: readonly string[];
  /** Certain names, as "like Nina Simone". */
  readonly names?: readonly string[];
  /** Uncertain names, as "like Nina Simone" or "not Nina Simone". */
  readonly maybe?: readonly string[];
  readonly refuses?: readonly string[];
}
