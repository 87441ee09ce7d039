import { refuse } from "../lib/refusal.ts";

/**
 * An id out of a path. The router decodes it once and hands over null where that fails, whatever its type says.
 * SQLite ends a text at NUL, so an id with one could name something else. Throws Refused (404).
 */
export function pathId(value: string | null | undefined): string {
  if (typeof value !== "string" || value.includes("\0")) throw refuse("not_found");
  return value;
}
