/** What making needs of the media store. */
export interface MakingStore {
  /** Where a file may be written that `keep` is to take in; what a killed process left there is swept at the next start. */
  temporaryPath(extension: MadeExtension): string;
  /** Takes in a finished file: digested, synced, renamed. */
  keep(temporaryPath: string, extension: MadeExtension): Promise<{ readonly ref: string }>;
  /** The absolute path that a ref stands for. */
  pathOf(ref: string): string | null;
}

export type MadeExtension = "mp3" | "wav" | "zip" | "json";
