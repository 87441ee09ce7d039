import { Elysia } from "elysia";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { BODY_LIMITS, BodyReader } from "../http/body-reader.ts";
import { jsonApiOf } from "../http/json-api.ts";
import { queryOf } from "../http/url.ts";
import { authentication } from "../keys/authentication.ts";
import type { ApiKey } from "../keys/key.ts";
import { refuse } from "../lib/refusal.ts";
import { shorten } from "../lib/shorten.ts";
import type { Slices } from "../lib/slices.ts";
import type { Steps } from "../lib/steps.ts";
import { contentDisposition } from "../media/content-disposition.ts";
import type { CueSheet } from "./cue-sheet.ts";
import { EditListFault } from "./edit-lists/edit-list.ts";
import { type FrameRate, RATE_NAMES, readFrameRate } from "./edit-lists/frame-rate.ts";
import { EDIT_LIST_BYTES_MAX } from "./edit-lists/read-edit-list.ts";
import {
  makingCueSheet,
  SHEET_FORMATS,
  type SheetFormat,
  sheetFile,
  sheetJson,
  USAGE_LENGTH_MAX,
} from "./make-cue-sheet.ts";
import { NO_SONGS, songSource } from "./song-source.ts";

export const CUE_SHEETS_PATH = "/v1/cue-sheets";

const DIGEST_LENGTH = 32;
/** Lists are held in memory until their sheet is made. */
const LIST_LIMITS = { ...BODY_LIMITS, totalMax: 8, perKeyMax: 2 };
const PARAMETERS: readonly string[] = ["fps", "usage"];
const TYPES: Readonly<Record<SheetFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  pdf: "application/pdf",
  xml: "application/xml; charset=utf-8",
};

/** Cue sheets of edit lists. Nothing is stored. */
export function cueSheetRoutes(
  deps: Pick<FeatureDeps, "db" | "keys" | "access" | "keyUses" | "contexts" | "clock" | "timer">,
  { catalog, slices }: { readonly catalog: LiveCatalog; readonly slices: Slices },
) {
  const bodies = new BodyReader(deps.timer, deps.contexts, LIST_LIMITS);
  /** Makes the sheet of a list, and an answer of it. Both count towards the limit of lists that are held in memory. */
  const answer = async (
    key: ApiKey,
    request: Request,
    write: (sheet: CueSheet, digest: string) => Steps<Uint8Array<ArrayBuffer>>,
    respond: (body: Uint8Array<ArrayBuffer>, sheet: CueSheet) => Response,
  ): Promise<Response> => {
    const options = readOptions(request.url);
    return await bodies.use(request, { maxBytes: EDIT_LIST_BYTES_MAX, keyId: key.id }, async (bytes) => {
      const open = catalog.current();
      const source = open === null ? NO_SONGS : songSource(open.db, deps.db);
      try {
        const sheet = await slices.run(makingCueSheet(bytes, source, options), request.signal);
        const digest = new Bun.CryptoHasher("sha256").update(bytes).digest("hex").slice(0, DIGEST_LENGTH);
        return respond(await slices.run(write(sheet, digest), request.signal), sheet);
      } catch (error) {
        if (!(error instanceof EditListFault)) throw error;
        throw refuse("edit_list_unreadable", { detail: error.message });
      }
    });
  };

  const routes = new Elysia()
    .use(authentication(deps))
    .post(CUE_SHEETS_PATH, ({ key, request }) => answer(key, request, sheetJson, (body) => jsonApiOf(body)), {
      parse: "none",
    });
  for (const format of SHEET_FORMATS) {
    const fileOf = (body: Uint8Array<ArrayBuffer>, sheet: CueSheet): Response =>
      new Response(body, {
        headers: {
          "content-type": TYPES[format],
          "content-disposition": contentDisposition(
            `${`Cue sheet ${sheet.title.replaceAll(".", "_")}`.trim()}.${format}`,
          ),
          "cache-control": "no-store",
        },
      });
    const write = (sheet: CueSheet) => sheetFile(sheet, format, deps.clock.now());
    routes.post(`${CUE_SHEETS_PATH}/export.${format}`, ({ key, request }) => answer(key, request, write, fileOf), {
      parse: "none",
    });
  }
  return routes;
}

interface RequestedOptions {
  readonly rate: FrameRate | null;
  readonly usage: string | null;
}

function readOptions(url: string): RequestedOptions {
  const query = queryOf(url);
  for (const name of query.keys()) {
    if (!PARAMETERS.includes(name))
      throw badParameter(name, `is not a parameter; the parameters are ${PARAMETERS.join(", ")}.`);
    if (query.getAll(name).length > 1) throw badParameter(name, "is given more than once.");
  }
  const fps = query.get("fps");
  const rate = fps === null ? null : readFrameRate(fps);
  if (fps !== null && rate === null) {
    throw badParameter("fps", `: expected one of ${RATE_NAMES.join(", ")}, got ${JSON.stringify(shorten(fps))}.`);
  }
  const usage = query.get("usage")?.trim() ?? "";
  if (usage.length > USAGE_LENGTH_MAX) throw badParameter("usage", `can have at most ${USAGE_LENGTH_MAX} characters.`);
  return { rate, usage: usage === "" ? null : usage };
}

function badParameter(parameter: string, text: string): Error {
  const shown = shorten(parameter);
  const detail = text.startsWith(":") ? `${shown}${text}` : `${shown} ${text}`;
  return refuse("bad_parameter", { detail, source: { parameter: shown }, meta: { parameter: shown } });
}
