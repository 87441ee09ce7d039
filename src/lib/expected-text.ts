import type { TSchema } from "@sinclair/typebox";
import type { ValueError } from "@sinclair/typebox/value";

/** Returns what was expected instead of a value, such as `Expected one of "live", "test", "trial"`. */
export function expectedText({ schema, message }: Pick<ValueError, "schema" | "message">): string {
  const members: readonly TSchema[] = Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [];
  const names = members.map(nameOf);
  // The text of the library says only that it is no member of a union.
  return names.length === 0 || names.includes(null) ? message : `Expected one of ${names.join(", ")}`;
}

/** A literal as JSON, or a simple type; null for others, which need more words. */
function nameOf(schema: TSchema): string | null {
  if ("const" in schema) return JSON.stringify(schema["const"]);
  const type: unknown = schema["type"];
  return typeof type === "string" && type !== "object" && type !== "array" ? type : null;
}
