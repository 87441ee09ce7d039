import type { TSchema } from "@sinclair/typebox";
import type { ValueError } from "@sinclair/typebox/value";

/** Returns what was expected instead of a value, such as `Expected one of "live", "test", "trial"`. */
export function expectedText({ schema, message, path, errors }: ValueError): string {
  const members: readonly TSchema[] = Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [];
  // Of a union, the text of the library says only that the value is no member of it.
  if (members.length === 0) return describedPattern(schema) ?? message;
  const names = members.map(nameOf);
  if (!names.includes(null)) return `Expected one of ${names.join(", ")}`;
  const wanted = members.findIndex(({ type }) => type !== "null");
  const fault =
    members.length === 2 && members.some(({ type }) => type === "null") ? errors[wanted]?.First() : undefined;
  return fault?.path === path ? `${expectedText(fault)} or null` : message;
}

/** A literal as JSON, or a type without further rules; null for others, which need more words. */
function nameOf(schema: TSchema): string | null {
  if ("const" in schema) return JSON.stringify(schema["const"]);
  return schema["type"] === "boolean" || schema["type"] === "null" ? schema["type"] : null;
}

/** What a text looks like, if its schema says so. A pattern is for programs. */
function describedPattern({ pattern, description = "" }: TSchema): string | null {
  return pattern !== undefined && /^An? /.test(description)
    ? `Expected a${description.slice(1).replace(/\.$/, "")}`
    : null;
}
