import { Type } from "@sinclair/typebox";
import { Alive, Readiness } from "../../schema/wire/jsonapi.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";

export const operationOpenApi: OpenApiPart = {
  tags: [{ name: "Operation", description: "For operators of the service." }],
  paths: {
    "/healthz": {
      get: {
        id: "readHealth",
        tag: "Operation",
        summary: "Check whether the process responds",
        credential: "none",
        answers: { 200: { description: "The process responds.", schema: Alive } },
      },
    },
    "/readyz": {
      get: {
        id: "readReadiness",
        tag: "Operation",
        summary: "Check whether the service accepts work",
        description:
          "The service accepts work if it has started, its catalog and index are loaded, and it can write to its database and disk.",
        credential: "none",
        answers: {
          200: { description: "The service accepts work.", schema: Readiness },
          503: { description: "The service accepts no work. The checks say why.", schema: Readiness },
        },
      },
    },
    "/metrics": {
      get: {
        id: "readMetrics",
        tag: "Operation",
        summary: "Read metrics for Prometheus",
        credential: "admin",
        answers: {
          200: { description: "Prometheus text format, version 0.0.4.", type: "text/plain", schema: Type.String() },
        },
      },
    },
    "/openapi.json": {
      get: {
        id: "readOpenApi",
        tag: "Operation",
        summary: "Read this OpenAPI document",
        credential: "none",
        answers: { 200: { description: "OpenAPI 3.1.", type: "application/json", schema: Type.Object({}) } },
      },
    },
  },
};
