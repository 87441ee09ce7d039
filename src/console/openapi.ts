import { Type } from "@sinclair/typebox";
import type { OpenApiPart, Operation } from "../http/openapi/operation.ts";

function page(id: string, summary: string): Operation {
  return {
    id,
    tag: "Operation",
    summary,
    credential: "none",
    answers: { 200: { description: summary, type: "text/html", schema: Type.String() } },
  };
}

/** The pages that people open. The files that they load, and the console's other pages, are no part of the API. */
export const consoleOpenApi: OpenApiPart = {
  paths: {
    "/": { get: page("showConsole", "The console") },
    "/reference": { get: page("showReference", "The API reference as a page") },
  },
};
