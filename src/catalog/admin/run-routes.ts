import { Elysia } from "elysia";
import { CatalogRunRequest, type CatalogRunAttributes } from "../../../schema/wire/admin-catalog.ts";
import type { FeatureDeps } from "../../feature/feature.ts";
import { BodyReader } from "../../http/body-reader.ts";
import type { BodyRefusal } from "../../lib/write-body.ts";
import { decodeCursor } from "../../http/cursor.ts";
import { jsonApi } from "../../http/json-api.ts";
import { listDocument, pageAfter } from "../../http/list-document.ts";
import { noFilters, readListQuery } from "../../http/list-query.ts";
import { pathId } from "../../http/path-id.ts";
import { readDocument } from "../../http/read-attributes.ts";
import { queryOf } from "../../http/url.ts";
import { administration, ADMINISTRATORS } from "../../keys/admin-authentication.ts";
import { Refused, type RefusalCase, refusal, refuse } from "../../lib/refusal.ts";
import type { RefusalName } from "../../../schema/errors.ts";
import type { CatalogRun } from "./catalog-run.ts";
import type { CatalogRuns } from "./catalog-runs.ts";
import { DUMP_BYTES_MAX, type DumpUploads } from "./dump-uploads.ts";
import type { RunFolder } from "./run-folder.ts";
import { wantedRunOf } from "./wanted-run.ts";

const PATH = "/v1/admin/catalog/runs";
const UPLOADS_PATH = "/v1/admin/catalog/uploads";
const RUN_ID = /^[0-9a-f-]{36}$/;
const OFFSET = /^\d{1,15}$/;
const NAME_LENGTH_MAX = 200;
const BUSY = "Another change of the catalog is in progress. Wait for it to end, or cancel it.";
const UPLOAD_REFUSALS: Readonly<Record<BodyRefusal, readonly [RefusalName, RefusalCase]>> = {
  too_large: [
    "body_too_large",
    { detail: `A dump can have at most ${DUMP_BYTES_MAX} bytes.`, meta: { limit_bytes: DUMP_BYTES_MAX } },
  ],
  no_room: ["upload_impossible", { detail: "The disk of the server has no room for the file." }],
  incomplete: ["bad_request", { detail: "The upload ended before it was complete." }],
  too_slow: ["body_too_slow", {}],
};

export interface RunAdministration {
  readonly baseUrl: () => string;
  readonly runs: CatalogRuns;
  readonly folder: RunFolder;
  readonly uploads: DumpUploads;
}

/** Changes of the catalog: imports, going back, and taking songs down, each in a child process. */
export function catalogRunRoutes(
  deps: Pick<FeatureDeps, "access" | "contexts" | "timer" | "storage" | "audit">,
  { baseUrl, runs, folder, uploads }: RunAdministration,
) {
  const bodies = new BodyReader(deps.timer, deps.contexts);
  const found = (text: string | null | undefined): CatalogRun => {
    const run = runs.find(pathId(text));
    if (run === null) throw refuse("not_found", { detail: "There is no such run. The latest ones are kept." });
    return run;
  };
  return new Elysia()
    .use(administration(deps))
    .get(PATH, ({ request }) => {
      const decode = (cursor: string): string | null => decodeCursor(cursor, RUN_ID)?.[0] ?? null;
      const query = readListQuery(request.url, { decode, parseFilter: noFilters });
      const { shown, last } = pageAfter(runs.list(), query);
      return jsonApi(listDocument({ data: shown.map(resourceOf), last }, query, { baseUrl: baseUrl(), path: PATH }));
    })
    .post(
      PATH,
      async ({ request, by }) => {
        const schema = CatalogRunRequest;
        const { data } = await readDocument(request, { schema, bodies, bodiesOf: ADMINISTRATORS });
        const wanted = await wantedRunOf(data.attributes, uploads);
        deps.storage.requireWritable();
        const run = await runs.start(wanted, { ...by, name: by.actor.name });
        if (run === null) throw refuse("conflict", { detail: BUSY });
        return jsonApi({ data: resourceOf(run) }, 202);
      },
      { parse: "none" },
    )
    .get(`${PATH}/:id`, ({ params }) => jsonApi({ data: resourceOf(found(params.id)) }))
    .post(`${PATH}/:id/cancel`, async ({ params, by }) => {
      const run = found(params.id);
      if (!runs.cancel(run.id)) throw refuse("conflict", { detail: "The run has ended." });
      await deps.audit.record({ ...by, action: "catalog.cancelled", objects: { run: run.id, kind: run.kind } });
      return jsonApi({ data: resourceOf(run) }, 202);
    })
    .get(`${PATH}/:id/report`, async ({ params }) => {
      const { id } = found(params.id);
      const report = Bun.file(folder.reportPath(id));
      if (!(await report.exists())) throw refuse("not_found", { detail: "The run has no report." });
      return new Response(report, {
        headers: {
          "content-type": "application/jsonl",
          "content-disposition": `attachment; filename="report-${id}.jsonl"`,
          "cache-control": "no-store",
        },
      });
    })
    .get(`${PATH}/:id/rejects`, async ({ params, request }) => {
      const { id } = found(params.id);
      const decode = (cursor: string): string | null => decodeCursor(cursor, OFFSET)?.[0] ?? null;
      const query = readListQuery(request.url, { decode, parseFilter: noFilters });
      const from = Number(query.after ?? 0);
      const { lines, next } = await folder.readReport(id, from, query.size);
      const data = lines.map((line, index) => rejectOf(`${from}-${index}`, line));
      const last = next === null ? null : String(next);
      return jsonApi(listDocument({ data, last }, query, { baseUrl: baseUrl(), path: `${PATH}/${id}/rejects` }));
    })
    .post(
      UPLOADS_PATH,
      async ({ request, by }) => {
        const name = queryOf(request.url).get("name")?.trim() ?? "";
        if (name === "" || name.length > NAME_LENGTH_MAX) {
          const detail = `\`name\` must be the name of the file, with 1 to ${NAME_LENGTH_MAX} characters.`;
          throw refuse("bad_parameter", { detail, source: { parameter: "name" } });
        }
        if (request.body === null) throw refuse("empty_file");
        deps.storage.requireWritable();
        const received = await uploads.receive(name, request.body);
        if (typeof received === "string") {
          const [refused, more] = UPLOAD_REFUSALS[received];
          deps.audit.note({ ...by, action: "dump.uploaded", outcome: refused });
          throw new Refused([refusal(refused, more)], { connection: "close" });
        }
        deps.contexts.of(request).isBodyRead = true;
        const { id, ...attributes } = received;
        await deps.audit.record({ ...by, action: "dump.uploaded", objects: { upload: id, bytes: attributes.bytes } });
        return jsonApi({ data: { type: "dump_uploads", id, attributes } }, 201);
      },
      { parse: "none" },
    );
}

function resourceOf(run: CatalogRun): object {
  const { progress, outcome } = run;
  const attributes: CatalogRunAttributes = {
    kind: run.kind,
    names: run.names,
    state: run.state,
    dry_run: run.dryRun,
    replace: run.replace,
    started_by: run.startedBy,
    started_at: new Date(run.startedAt).toISOString(),
    finished_at: run.finishedAt === null ? null : new Date(run.finishedAt).toISOString(),
    progress:
      progress === null
        ? null
        : {
            records: progress.records,
            rejected: progress.rejected,
            bytes_read: progress.bytesRead,
            bytes_total: progress.bytesTotal,
            indexed: progress.indexed,
            songs_total: progress.songsTotal,
          },
    outcome: outcome === null ? null : { ...outcome, counts: countsOf(outcome) },
    failure: run.failure,
  };
  return { type: "catalog_runs", id: run.id, attributes };
}

function countsOf({ counts }: NonNullable<CatalogRun["outcome"]>) {
  if (counts === null) return null;
  const { missingMedia, ...others } = counts;
  return { ...others, missing_media: missingMedia };
}

function rejectOf(id: string, line: string): object {
  const entry = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const { file, line: number, field, reason } = entry;
  return { type: "catalog_rejects", id, attributes: { file, line: number, field, reason } };
}
