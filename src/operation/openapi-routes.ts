import { Elysia } from "elysia";
import { cachedAnswer } from "../http/cached-answer.ts";
import { openApiDocument } from "../http/openapi/document.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";

/** The machine-readable description of the service. It is not a JSON:API document, and its media type says so. */
export function openApiRoutes(version: string, baseUrl: () => string, parts: () => readonly OpenApiPart[]) {
  const answer = cachedAnswer("application/json", () => JSON.stringify(openApiDocument(version, baseUrl(), parts())));
  return new Elysia().get("/openapi.json", ({ request }) => answer(request));
}
