import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

/** What ffprobe wrote with `-of json`, if it is of this form; null for anything else, as of a file that it cannot read. */
export function probeReport<Schema extends TSchema>(schema: Schema, stdout: Uint8Array): Static<Schema> | null {
  try {
    const report: unknown = JSON.parse(new TextDecoder().decode(stdout));
    return Value.Check(schema, report) ? report : null;
  } catch {
    return null;
  }
}

/** A number that ffprobe wrote as text; null for none, "N/A" and what cannot be a length or a rate. */
export function positiveNumber(text: string | number | undefined): number | null {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}
