import { refuse } from "../lib/refusal.ts";

/**
 * Returns an id from a path. The router decodes it once and, despite its types, passes null if that fails. An id with NUL is
 * refused too, because SQLite ends text at NUL and could find another row. Throws Refused (404).
 */
export function pathId(value: string | null | undefined): string {
  if (typeof value !== "string" || value.includes("\0")) throw refuse("not_found");
  return value;
}
