/** "80s", "1980s", "80's pop", "late 60s", "seventies rock", "1920s". */
const PERIOD =
  /(?<![\p{L}\p{N}])(?:(?:1[89]|20)?\d0['’]?s|(?:twen|thir|for|fif|six|seven|eigh|nine)ties|noughties)(?![\p{L}\p{N}])/iu;

/** Whether a tag names a decade. */
export function isPeriodTag(tag: string): boolean {
  return PERIOD.test(tag);
}
