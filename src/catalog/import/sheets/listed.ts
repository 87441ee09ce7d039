const NAMES_MAX = 10;

/** Returns names as a list for reports: each once, the first ten, and the number of the others. */
export function listed(names: readonly string[]): string {
  const different = [...new Set(names)];
  const more = different.length - NAMES_MAX;
  return different.slice(0, NAMES_MAX).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
