import type { Static, TSchema } from "@sinclair/typebox";
import { Value, ValueErrorType, type ValueError } from "@sinclair/typebox/value";
import { findNul } from "../lib/find-nul.ts";
import { Refused, refusal, refuse, type Refusal } from "../lib/refusal.ts";
import { expectedText } from "../lib/expected-text.ts";
import { shorten } from "../lib/shorten.ts";
import type { BodyReader } from "./body-reader.ts";
import { readJson } from "./read-json.ts";

/** A request with more mistakes lists the first ones only. */
const COMPLAINTS_MAX = 20;

export interface ReadAttributes<Schema extends TSchema> {
  /** The schema of the complete document. */
  readonly schema: Schema;
  readonly bodies: BodyReader;
  /** Whose limits of bodies count. */
  readonly bodiesOf: string;
}

/**
 * Reads a JSON:API document that matches a schema. Throws Refused: 422 with every mistake in it, or for a text with
 * U+0000 in a member of the schema, and the refusals of `readJson`.
 */
export async function readDocument<Schema extends TSchema>(
  request: Request,
  { schema, bodies, bodiesOf }: ReadAttributes<Schema>,
): Promise<Static<Schema>> {
  const body = await readJson(request, bodiesOf, bodies);
  if (Value.Check(schema, body)) {
    refuseNul(Value.Clean(schema, structuredClone(body)));
    return body;
  }
  const complaints = [...Value.Errors(schema, body)].map(complaintOf);
  const [first, ...rest] = [...new Map(complaints.map((one) => [one.path, one.refusal])).values()];
  throw new Refused([first ?? refusal("invalid_attribute"), ...rest.slice(0, COMPLAINTS_MAX - 1)]);
}

function refuseNul(read: unknown): void {
  const pointer = findNul(read);
  if (pointer === null) return;
  const detail = `${shorten(pointer)}: a text contains the character U+0000. Remove it.`;
  throw refuse("invalid_attribute", { detail, source: { pointer: shorten(pointer) } });
}

/** A missing member is a mistake of the object that lacks it. */
function complaintOf(error: ValueError): Complaint {
  const { path, type, value } = error;
  const isMissing = type === ValueErrorType.ObjectRequiredProperty;
  const pointer = isMissing ? path.slice(0, path.lastIndexOf("/")) : path;
  const given = isMissing ? "" : `, got ${shorten(value === undefined ? "nothing" : JSON.stringify(value))}`;
  const message = expectedText(error);
  const expected = message.charAt(0).toLowerCase() + message.slice(1);
  const detail = `${path === "" ? "The body" : shorten(path)}: ${expected}${given}.`;
  return { path, refusal: refusal("invalid_attribute", { detail, source: { pointer: shorten(pointer) } }) };
}

interface Complaint {
  readonly path: string;
  readonly refusal: Refusal;
}
