/** What must be understood of one brief. Nothing is said of what is left out, but constraints, if given, are complete. */
export interface Understood {
  readonly brief: string;
  readonly context?: string;
  readonly wants?: readonly string[];
  readonly notWanted?: readonly string[];
  /** An empty list: nothing at all is avoided. What is avoided must not be wanted. */
  readonly avoids?: readonly string[];
  readonly notAvoided?: readonly string[];
  /** By describeConstraint. */
  readonly constraints?: readonly string[];
  /** Words sought in texts, and words kept away from. */
  readonly text?: readonly string[];
  readonly against?: readonly string[];
  /** The passages left out of account, complete. */
  readonly ignored?: readonly string[];
  /** Names that the brief is certain of, as "like Nina Simone". */
  readonly names?: readonly string[];
  /** Names that are offered to the catalog, to put forward and to leave out. */
  readonly maybe?: readonly string[];
  readonly refuses?: readonly string[];
}
