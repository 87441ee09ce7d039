import { expect } from "bun:test";
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { JSON_API } from "../support/http-app.ts";

/** Returns the document of a response that must be 200 and match a schema. Production does not check responses. */
export async function documentOf<Schema extends TSchema>(schema: Schema, response: Response): Promise<Static<Schema>> {
  const document: unknown = await response.json();
  expect([response.status, document]).toEqual([200, document]);
  expect(response.headers.get("content-type")).toBe(JSON_API);
  const [first] = [...Value.Errors(schema, document)];
  if (first !== undefined) throw new Error(`${first.path}: ${first.message}, got ${JSON.stringify(first.value)}`);
  return Value.Parse(schema, document);
}
