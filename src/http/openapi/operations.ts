import { Type } from "@sinclair/typebox";
import { Alive, Readiness } from "../../../schema/wire/jsonapi.ts";
import type { Operation, Paths } from "./operation.ts";

function page(id: string, summary: string, type: string): Operation {
  return {
    id,
    tag: "Operation",
    summary,
    credential: "none",
    answers: { 200: { description: summary, type, schema: Type.String() } },
  };
}

export const operationPaths: Paths = {
  "/healthz": {
    get: {
      id: "readHealth",
      tag: "Operation",
      summary: "Whether the process answers",
      credential: "none",
      answers: { 200: { description: "It does.", schema: Alive } },
    },
  },
  "/readyz": {
    get: {
      id: "readReadiness",
      tag: "Operation",
      summary: "Whether it may be sent work",
      description: "Migrated, catalog and index loaded, disk writable, not stopping.",
      credential: "none",
      answers: {
        200: { description: "It may.", schema: Readiness },
        503: { description: "It may not; the checks say why.", schema: Readiness },
      },
    },
  },
  "/metrics": {
    get: {
      id: "readMetrics",
      tag: "Operation",
      summary: "Metrics for Prometheus",
      credential: "admin",
      answers: { 200: { description: "The text format, version 0.0.4.", type: "text/plain", schema: Type.String() } },
    },
  },
  "/openapi.json": {
    get: {
      id: "readOpenApi",
      tag: "Operation",
      summary: "This description",
      credential: "none",
      answers: { 200: { description: "OpenAPI 3.1.", type: "application/json", schema: Type.Object({}) } },
    },
  },
  "/": { get: page("showHome", "What this is, and how it does", "text/html") },
  "/console/home.css": { get: page("showHomeStyle", "The style of the page at /", "text/css") },
  "/reference": { get: page("showReference", "The reference for people", "text/html") },
  "/console/start-reference.js": { get: page("showReferenceStart", "What starts the reference", "text/javascript") },
  "/console/reference.css": { get: page("showReferencePageStyle", "Our part of the reference's style", "text/css") },
  "/reference/swagger-ui.css": { get: page("showReferenceStyle", "Swagger UI's style", "text/css") },
  "/reference/swagger-ui-bundle.js": { get: page("showReferenceScript", "Swagger UI", "text/javascript") },
};
