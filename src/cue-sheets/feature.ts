import { Type } from "@sinclair/typebox";
import { CueSheetDocument } from "../../schema/wire/cue-sheet.ts";
import {
  EXAMPLE_CUE_SHEET,
  EXAMPLE_CUE_SHEET_CSV,
  EXAMPLE_CUE_SHEET_XML,
} from "../../schema/wire/examples/cue-sheet.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import type { Feature, FeatureDeps } from "../feature/feature.ts";
import type { Operation } from "../http/openapi/operation.ts";
import { Slices } from "../lib/slices.ts";
import { yieldToEventLoop } from "../lib/yield-to-event-loop.ts";
import { RATE_NAMES } from "./edit-lists/frame-rate.ts";
import { USAGE_LENGTH_MAX } from "./make-cue-sheet.ts";
import { CUE_SHEETS_PATH, cueSheetRoutes } from "./routes.ts";

const SLICE_MS = 5;

const parameters = [
  {
    name: "fps",
    in: "query",
    description:
      "The frame rate. A CMX 3600 list does not state it, so it is needed unless its timecode shows it. Other lists state it.",
    schema: { type: "string", enum: RATE_NAMES },
  },
  {
    name: "usage",
    in: "query",
    description: "The use of all cues for which the list states none, such as `BI`.",
    schema: { type: "string", maxLength: USAGE_LENGTH_MAX },
  },
];

const REFUSALS = [
  "bad_parameter",
  "bodies_busy",
  "body_too_large",
  "body_too_slow",
  "malformed_json",
  "edit_list_unreadable",
] as const;

function operation(
  of: Pick<Operation, "id" | "summary" | "answers"> & Pick<Partial<Operation>, "description">,
): Operation {
  return {
    tag: "Cue sheets",
    credential: "key",
    parameters,
    body: Type.String({ format: "binary" }),
    bodyTypes: ["application/octet-stream"],
    refusals: REFUSALS,
    ...of,
  };
}

/** `POST /v1/cue-sheets`: edit lists in, cue sheets out. */
export function cueSheetFeature(deps: FeatureDeps, { catalog }: { readonly catalog: LiveCatalog }): Feature {
  const slices = new Slices({ sliceMs: SLICE_MS, now: () => performance.now(), pause: () => yieldToEventLoop(null) });
  const file = (description: string, type: string, example: string) => ({
    200: { description, type, schema: Type.String(), example },
  });
  return {
    name: "cue sheets",
    routes: [cueSheetRoutes(deps, { catalog, slices })],
    openapi: {
      tags: [{ name: "Cue sheets", description: "Cue sheets of edit lists." }],
      paths: {
        [CUE_SHEETS_PATH]: {
          post: operation({
            id: "makeCueSheet",
            summary: "Make a cue sheet of an edit list",
            description:
              "The body is a CMX 3600 list, an FCPXML file or an OpenTimelineIO file of at most 4 MiB. Clips are songs by our id, ISRC, file name or title. Nothing is stored.",
            answers: { 200: { description: "The cue sheet.", schema: CueSheetDocument, example: EXAMPLE_CUE_SHEET } },
          }),
        },
        [`${CUE_SHEETS_PATH}/export.csv`]: {
          post: operation({
            id: "exportCueSheetCsv",
            summary: "Make a cue sheet as CSV",
            answers: file("One row per cue, then one per event without a song.", "text/csv", EXAMPLE_CUE_SHEET_CSV),
          }),
        },
        [`${CUE_SHEETS_PATH}/export.pdf`]: {
          post: operation({
            id: "exportCueSheetPdf",
            summary: "Make a cue sheet as PDF",
            answers: {
              200: {
                description: "The cue sheet to print.",
                type: "application/pdf",
                schema: Type.String({ format: "binary" }),
              },
            },
          }),
        },
        [`${CUE_SHEETS_PATH}/export.xml`]: {
          post: operation({
            id: "exportCueSheetXml",
            summary: "Make a cue sheet as XML",
            answers: file("Cues with their interested parties.", "application/xml", EXAMPLE_CUE_SHEET_XML),
          }),
        },
      },
    },
  };
}
