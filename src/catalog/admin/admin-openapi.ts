import { Type } from "@sinclair/typebox";
import {
  AdminCatalogDocument,
  CatalogChangeList,
  CatalogRejectList,
  CatalogRunDocument,
  CatalogRunList,
  CatalogRunRequest,
  DumpUploadDocument,
  RemovedSongList,
} from "../../../schema/wire/admin-catalog.ts";
import {
  EXAMPLE_CATALOG,
  EXAMPLE_CHANGES,
  EXAMPLE_REJECTS,
  EXAMPLE_REMOVED_SONGS,
  EXAMPLE_REPORT,
  EXAMPLE_RUN,
  EXAMPLE_RUNS,
  EXAMPLE_UPLOAD,
  EXAMPLE_WANTED_RUN,
} from "../../../schema/wire/examples/admin-catalog.ts";
import { JSON_BODY_REFUSALS, type OpenApiPart } from "../../http/openapi/operation.ts";
import { pageCursor, pageSize, pathParameter } from "../../http/openapi/parameters.ts";

const TAG = "Administration";
const PATH = "/v1/admin/catalog";
const runId = pathParameter("id", "The run's id.");

export const adminCatalogPaths: OpenApiPart["paths"] = {
  [PATH]: {
    get: {
      id: "adminReadCatalog",
      tag: TAG,
      summary: "Read the state of the catalog",
      credential: "admin",
      answers: { 200: { description: "The current catalog.", schema: AdminCatalogDocument, example: EXAMPLE_CATALOG } },
    },
  },
  [`${PATH}/history`]: {
    get: {
      id: "adminListCatalogChanges",
      tag: TAG,
      summary: "List changes of the catalog",
      description: "The newest first; the last thousand are kept.",
      credential: "admin",
      parameters: [pageSize, pageCursor],
      answers: { 200: { description: "A page of changes.", schema: CatalogChangeList, example: EXAMPLE_CHANGES } },
      refusals: ["bad_parameter"],
    },
  },
  [`${PATH}/runs`]: {
    get: {
      id: "adminListCatalogRuns",
      tag: TAG,
      summary: "List runs: imports and other changes that administrators started",
      description: "The newest first; the last twenty are kept with their reports.",
      credential: "admin",
      parameters: [pageSize, pageCursor],
      answers: { 200: { description: "A page of runs.", schema: CatalogRunList, example: EXAMPLE_RUNS } },
      refusals: ["bad_parameter"],
    },
    post: {
      id: "adminStartCatalogRun",
      tag: TAG,
      summary: "Import a catalog, go back to the former one, or take songs down",
      description:
        "Runs in a process of its own; read the run to follow it. With `dry_run`, an import is a preview: it checks and counts everything and changes nothing. `undo` goes back to the catalog before the last import, and a second one forward again. `removal` hides the songs at once and takes them out of the index.",
      credential: "admin",
      body: CatalogRunRequest,
      bodyExample: EXAMPLE_WANTED_RUN,
      answers: { 202: { description: "The run that has started.", schema: CatalogRunDocument, example: EXAMPLE_RUN } },
      refusals: [...JSON_BODY_REFUSALS, "conflict", "storage_unavailable"],
    },
  },
  [`${PATH}/runs/{id}`]: {
    get: {
      id: "adminReadCatalogRun",
      tag: TAG,
      summary: "Read a run: its progress, and its outcome at the end",
      credential: "admin",
      parameters: [runId],
      answers: { 200: { description: "The run.", schema: CatalogRunDocument, example: EXAMPLE_RUN } },
      refusals: ["not_found"],
    },
  },
  [`${PATH}/runs/{id}/cancel`]: {
    post: {
      id: "adminCancelCatalogRun",
      tag: TAG,
      summary: "Cancel a run",
      description: "The catalog stays as it was.",
      credential: "admin",
      parameters: [runId],
      answers: { 202: { description: "The run ends.", schema: CatalogRunDocument, example: EXAMPLE_RUN } },
      refusals: ["not_found", "conflict"],
    },
  },
  [`${PATH}/runs/{id}/rejects`]: {
    get: {
      id: "adminListCatalogRejects",
      tag: TAG,
      summary: "List what an import rejected, missed or grouped",
      credential: "admin",
      parameters: [runId, pageSize, pageCursor],
      answers: { 200: { description: "A page of the report.", schema: CatalogRejectList, example: EXAMPLE_REJECTS } },
      refusals: ["not_found", "bad_parameter"],
    },
  },
  [`${PATH}/runs/{id}/report`]: {
    get: {
      id: "adminReadCatalogReport",
      tag: TAG,
      summary: "Download the report of an import",
      credential: "admin",
      parameters: [runId],
      answers: {
        200: {
          description: "One JSON object per line: `file`, `line`, `field`, `reason`.",
          type: "application/jsonl",
          schema: Type.String(),
          example: EXAMPLE_REPORT,
        },
      },
      refusals: ["not_found"],
    },
  },
  [`${PATH}/uploads`]: {
    post: {
      id: "adminUploadDump",
      tag: TAG,
      summary: "Upload a dump",
      description:
        "The body is the file, up to 20 GiB; it is written to the disk as it arrives. Import it within a day by its id.",
      credential: "admin",
      parameters: [
        {
          name: "name",
          in: "query",
          required: true,
          description: "The name of the file. Its extensions say what it is.",
          schema: { type: "string" },
        },
      ],
      body: Type.String({ format: "binary" }),
      bodyTypes: ["application/octet-stream"],
      answers: { 201: { description: "The uploaded file.", schema: DumpUploadDocument, example: EXAMPLE_UPLOAD } },
      refusals: [
        "bad_parameter",
        "bad_request",
        "body_too_slow",
        "body_too_large",
        "empty_file",
        "upload_impossible",
        "storage_unavailable",
      ],
    },
  },
  [`${PATH}/removed-songs`]: {
    get: {
      id: "adminListRemovedSongs",
      tag: TAG,
      summary: "List songs that were taken down",
      credential: "admin",
      parameters: [pageSize, pageCursor],
      answers: {
        200: { description: "A page of songs.", schema: RemovedSongList, example: EXAMPLE_REMOVED_SONGS },
      },
      refusals: ["bad_parameter"],
    },
  },
  [`${PATH}/removed-songs/{id}`]: {
    delete: {
      id: "adminRestoreSong",
      tag: TAG,
      summary: "Let imports bring a song back",
      credential: "admin",
      parameters: [pathParameter("id", "The song's id.")],
      answers: { 204: { description: "The next import brings it back." } },
      refusals: ["not_found", "storage_unavailable"],
    },
  },
};
