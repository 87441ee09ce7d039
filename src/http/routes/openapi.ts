import { Elysia } from "elysia";
import { cachedAnswer } from "../cached-answer.ts";
import type { HttpContext } from "../context.ts";
import { openApiDocument } from "../openapi/document.ts";

/** The description of the service for programs. It is no JSON:API document, so it does not say it is one. */
export function openApiRoutes({ version, signer }: HttpContext) {
  const answer = cachedAnswer("application/json", () => JSON.stringify(openApiDocument(version, signer.baseUrl)));
  return new Elysia().get("/openapi.json", ({ request }) => answer(request));
}
