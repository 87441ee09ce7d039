import { Elysia } from "elysia";
import { byKey } from "../audit/audit-event.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { queryOf } from "../http/url.ts";
import { authentication } from "../keys/authentication.ts";
import type { ApiKey } from "../keys/key.ts";
import { KeyedSlots } from "../lib/keyed-slots.ts";
import { refuse } from "../lib/refusal.ts";
import { shorten } from "../lib/shorten.ts";
import { contentDisposition } from "../media/content-disposition.ts";
import type { FindContent } from "../media/form-file.ts";
import { describeEntries } from "./described-entry.ts";
import { csvOf } from "./exports/csv-export.ts";
import type { ExportedShortlist } from "./exports/exported-shortlist.ts";
import { linksFor } from "./exports/file-links.ts";
import { jsonOf } from "./exports/json-export.ts";
import { m3u8Of } from "./exports/m3u8-export.ts";
import { DOWNLOAD_LIMITS, downloadZip, ZIP_FORMATS, type ZipFormat } from "./exports/zip-download.ts";
import { sheetPage } from "./pages/sheet-page.ts";
import { readerOf } from "./pages/page-texts.ts";
import { SHORTLISTS_PATH } from "./present.ts";
import { type ShortlistServices, uuidIn } from "./routes.ts";

const PATH = `${SHORTLISTS_PATH}/:id`;
const SHEET_HEADERS = pageHeaders({ "style-src": "'self'", "img-src": "data:" });

/** Exports of a shortlist. All but the sheet are downloads. */
export function shortlistExportRoutes(
  deps: Pick<FeatureDeps, "db" | "keys" | "access" | "keyUses" | "contexts" | "clock" | "audit">,
  { shortlists, described, presenting, contentOf }: ShortlistServices & { readonly contentOf: FindContent },
) {
  const slots = new KeyedSlots(DOWNLOAD_LIMITS);
  const open = async (key: ApiKey, id: string): Promise<ExportedShortlist> => {
    const { shortlist, rows } = await shortlists.findWithEntries({ key }, uuidIn(id));
    const now = deps.clock.now();
    const entries = await deps.db.read(describeEntries(rows, described));
    return { shortlist, entries, linksOf: linksFor(key, presenting.signer, now), now };
  };
  const record = (key: ApiKey, request: Request, shortlist: string, kind: string): void => {
    const by = byKey(key, deps.contexts.of(request).id);
    deps.audit.note({ ...by, action: "shortlist.exported", objects: { shortlist, kind } });
  };
  const download = (
    { key, request }: { readonly key: ApiKey; readonly request: Request },
    { shortlist }: ExportedShortlist,
    {
      kind,
      type,
      body,
    }: { readonly kind: string; readonly type: string; readonly body: string | ReadableStream<Uint8Array> | null },
  ): Response => {
    record(key, request, shortlist.id, kind);
    const headers = {
      "content-type": type,
      "content-disposition": contentDisposition(`${shortlist.name.replaceAll(".", "_")}.${kind}`),
      "cache-control": "no-store",
    };
    return new Response(body, { headers });
  };

  return new Elysia()
    .use(authentication(deps))
    .get(`${PATH}/export.csv`, async ({ key, params, request }) => {
      const exported = await open(key, params.id);
      return download({ key, request }, exported, {
        kind: "csv",
        type: "text/csv; charset=utf-8",
        body: csvOf(exported),
      });
    })
    .get(`${PATH}/export.json`, async ({ key, params, request }) => {
      const exported = await open(key, params.id);
      const body = JSON.stringify(jsonOf(exported));
      return download({ key, request }, exported, { kind: "json", type: "application/json", body });
    })
    .get(`${PATH}/export.m3u8`, async ({ key, params, request }) => {
      const exported = await open(key, params.id);
      const type = "application/vnd.apple.mpegurl; charset=utf-8";
      return download({ key, request }, exported, { kind: "m3u8", type, body: m3u8Of(exported) });
    })
    .get(`${PATH}/sheet`, async ({ key, params, request }) => {
      const exported = await open(key, params.id);
      record(key, request, exported.shortlist.id, "sheet");
      const headers = {
        ...SHEET_HEADERS,
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        vary: "accept-language",
      };
      return new Response(sheetPage(exported, readerOf(request.headers.get("accept-language"))), { headers });
    })
    .get(`${PATH}/files.zip`, async ({ key, params, request }) => {
      const format = formatIn(queryOf(request.url));
      const exported = await open(key, params.id);
      const body = await downloadZip(exported.entries, {
        key,
        format,
        contentOf,
        slots,
        isHead: deps.contexts.of(request).method === "HEAD",
      });
      return download({ key, request }, exported, { kind: "zip", type: "application/zip", body });
    });
}

function formatIn(parameters: URLSearchParams): ZipFormat {
  const given = parameters.get("format") ?? ZIP_FORMATS[0];
  const format = ZIP_FORMATS.find((one) => one === given);
  if (format !== undefined) return format;
  throw refuse("bad_parameter", {
    detail: `format must be mp3 or wav, got ${JSON.stringify(shorten(given))}.`,
    source: { parameter: "format" },
    meta: { parameter: "format" },
  });
}
