import { Type } from "@sinclair/typebox";
import { Alive, Readiness } from "../../schema/wire/jsonapi.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";

const OpenApi = Type.Object({ openapi: Type.String() }, { additionalProperties: true });

const ALIVE = { meta: { status: "alive", version: "0.1.0" } };

const check = (name: string, ok: boolean, detail: string) => ({ name, ok, detail });
const CATALOG = check("catalog", true, "424 songs, index loaded");
const READY = { meta: { status: "ready", checks: [CATALOG, check("disk", true, "writable")] } };
const NOT_READY = { meta: { status: "not ready", checks: [CATALOG, check("disk", false, "the disk is full")] } };

const METRICS = "needledrop_catalog_songs_measured 424\n";
const OPEN_API = { openapi: "3.1.0", info: { title: "Needledrop", version: "0.1.0" } };

export const operationOpenApi: OpenApiPart = {
  tags: [{ name: "Operation", description: "For operators of the service." }],
  paths: {
    "/healthz": {
      get: {
        id: "readHealth",
        tag: "Operation",
        summary: "Check whether the process responds",
        credential: "none",
        answers: { 200: { description: "The process responds.", schema: Alive, example: ALIVE } },
      },
    },
    "/readyz": {
      get: {
        id: "readReadiness",
        tag: "Operation",
        summary: "Check whether the service accepts work",
        description:
          "The service accepts work if it has started and is not stopping, its catalog and index are loaded, and it can write to its database and disk.",
        credential: "none",
        answers: {
          200: { description: "The service accepts work.", schema: Readiness, example: READY },
          503: {
            description: "The service accepts no work. The checks say why.",
            schema: Readiness,
            example: NOT_READY,
          },
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
          200: {
            description: "Prometheus text format, version 0.0.4.",
            type: "text/plain",
            schema: Type.String(),
            example: METRICS,
          },
        },
      },
    },
    "/openapi.json": {
      get: {
        id: "readOpenApi",
        tag: "Operation",
        summary: "Read this OpenAPI document",
        credential: "none",
        answers: {
          200: { description: "OpenAPI 3.1.", type: "application/json", schema: OpenApi, example: OPEN_API },
        },
      },
    },
  },
};
