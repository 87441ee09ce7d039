import type { Static, TObject, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Refused, type Refusal, refusal, refuse } from "../lib/refusal.ts";
import { shorten } from "../lib/shorten.ts";

/**
 * Returns the attributes of a request's body, checked against `schema`. Throws Refused: 400 for another form of the body, 422 with
 * all invalid, missing and unknown attributes. Spaces at the ends of a name do not count.
 */
export function readAttributes<Schema extends TObject>(
  body: Readonly<Record<string, unknown>>,
  type: string,
  schema: Schema,
): Static<Schema> {
  const data = objectIn(body["data"]);
  if (data === null || data["type"] !== type) {
    const detail = `Send \`data\` with \`type\` \`${type}\` and \`attributes\`.`;
    throw refuse("bad_request", { detail, source: { pointer: data === null ? "" : "/data" } });
  }
  const given = objectIn(data["attributes"]);
  if (given === null) {
    throw refuse("bad_request", { detail: "`data.attributes` must be an object.", source: { pointer: "/data" } });
  }
  const attributes = normalised(given);
  const [first, ...rest] = [...unknownIn(attributes, schema), ...faultsIn(attributes, schema)];
  if (first !== undefined) throw new Refused([first, ...rest]);
  if (!Value.Check(schema, attributes)) throw refuse("invalid_attribute");
  return attributes;
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** Half a surrogate pair cannot be stored. */
function normalised(attributes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      if (typeof value !== "string") return [name, value];
      const text = value.toWellFormed();
      return [name, NAMES.has(name) ? text.trim() : text];
    }),
  );
}

/** Attributes of one line. */
const NAMES: ReadonlySet<string> = new Set(["name", "recipient"]);
/** Errors for unknown attributes in one response. */
const UNKNOWN_SHOWN_MAX = 20;

function unknownIn(attributes: Readonly<Record<string, unknown>>, schema: TObject): readonly Refusal[] {
  const known = Object.keys(schema.properties);
  return Object.keys(attributes)
    .filter((name) => !known.includes(name))
    .slice(0, UNKNOWN_SHOWN_MAX)
    .map((name) =>
      refusal("invalid_attribute", {
        detail: `\`${shorten(name)}\` is not an attribute that can be set; those are ${known.join(", ")}.`,
        source: { pointer: `/data/attributes/${pointerPart(shorten(name))}` },
      }),
    );
}

function faultsIn(attributes: Readonly<Record<string, unknown>>, schema: TObject): readonly Refusal[] {
  const required = new Set<string>(schema.required ?? []);
  return Object.entries(schema.properties).flatMap(([name, expected]: [string, TSchema]) => {
    const value = attributes[name];
    if (value === undefined) {
      return required.has(name) ? [faultOf("", `\`${name}\` is missing; expected ${expected.description}.`)] : [];
    }
    if (Value.Check(expected, value)) return [];
    return [faultOf(`/${name}`, `\`${name}\`: expected ${expected.description}, got ${shown(value)}.`)];
  });
}

function faultOf(pointer: string, detail: string): Refusal {
  return refusal("invalid_attribute", { detail, source: { pointer: `/data/attributes${pointer}` } });
}

function shown(value: unknown): string {
  if (typeof value === "string") return `a text of ${value.length} characters`;
  return typeof value === "number" || typeof value === "boolean" || value === null ? String(value) : "another type";
}

/** Escapes a member name for a JSON Pointer (RFC 6901). */
function pointerPart(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
