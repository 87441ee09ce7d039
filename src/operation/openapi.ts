import { Type } from "@sinclair/typebox";
import { Alive, Readiness } from "../../schema/wire/jsonapi.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";

export const operationOpenApi: OpenApiPart = {
  tags: [{ name: "Operation", description: "For those who run the service." }],
  paths: {
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
  },
};
