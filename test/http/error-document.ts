import { expect } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import type { Static } from "@sinclair/typebox";
import { REFUSALS, type RefusalName } from "../../schema/errors.ts";
import { ErrorDocument } from "../../schema/wire/jsonapi.ts";
import { JSON_API } from "../support/http-app.ts";

type ErrorObject = Static<typeof ErrorDocument>["errors"][number];

/** Returns the errors of a response that must be a JSON:API error document with a request id. */
export async function errorsOf(response: Response): Promise<readonly ErrorObject[]> {
  expect(response.headers.get("content-type")).toBe(JSON_API);
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  const document: unknown = await response.json();
  if (!Value.Check(ErrorDocument, document)) throw new Error(`no error document: ${JSON.stringify(document)}`);
  expect(document.errors[0]?.status).toBe(response.status);
  return document.errors;
}

/** Expects exactly these refusals, by name. */
export async function expectRefusals(response: Response, ...names: readonly RefusalName[]): Promise<void> {
  const errors = await errorsOf(response);
  expect(errors.map(({ status, code }) => ({ status, code: code ?? null }))).toEqual(
    names.map((name) => ({ status: REFUSALS[name].status, code: REFUSALS[name].code })),
  );
}
