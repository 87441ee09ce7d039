/** Content codings that a file of the console is available in, the smallest first. */
export const CODINGS = ["br", "gzip", "identity"] as const;
export type Coding = (typeof CODINGS)[number];

/** A script or style sheet of the console. Its name contains a hash of its content. */
export interface ConsoleFile {
  readonly name: string;
  readonly type: string;
  /** Returns the content in a coding. */
  readonly load: (coding: Coding) => Promise<Uint8Array>;
}

/** The files of the console, and the names of those that the page shell loads. */
export interface ConsoleFiles {
  readonly script: string;
  readonly style: string;
  /** Runs before the first paint: theme and language. */
  readonly early: string;
  /** Chunks that the script imports. */
  readonly shared: readonly string[];
  /** For each page that is loaded later, by the name of its module: its chunk, and those that it imports. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
  readonly files: readonly ConsoleFile[];
}
