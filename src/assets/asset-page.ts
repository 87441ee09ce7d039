/** A place in a key's list of assets, which is ordered by both. */
export interface AssetPlace {
  /** Milliseconds. */
  readonly submittedAt: number;
  readonly id: string;
}
