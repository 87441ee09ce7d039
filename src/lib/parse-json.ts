import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

/** Parses JSON. Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses JSON and checks it against a schema. Returns null if the text is not JSON or does not match. */
export function parseChecked<Schema extends TSchema>(schema: Schema, text: string): Static<Schema> | null {
  const value = parseJson(text);
  return Value.Check(schema, value) ? value : null;
}
