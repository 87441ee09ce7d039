/** Numbers of songs. */
export interface StagedCounts {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly retired: number;
}
