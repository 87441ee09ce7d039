/** The file and line of a record. */
export interface Origin {
  readonly file: string;
  readonly line: number;
}
