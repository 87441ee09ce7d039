import { Elysia } from "elysia";
import type { AdminJobAttributes, AdminLaneAttributes } from "../../schema/wire/admin-jobs.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { decodeCursor } from "../http/cursor.ts";
import { jsonApi } from "../http/json-api.ts";
import { listDocument } from "../http/list-document.ts";
import { ListFilters } from "../http/list-filters.ts";
import { noFilters, type ParsedFilter, readListQuery } from "../http/list-query.ts";
import { pathId } from "../http/path-id.ts";
import { cancelJob, type RetriedJob, retryJob } from "../jobs/administer-job.ts";
import type { LaneCount } from "../jobs/count-store.ts";
import type { JobKind } from "../jobs/job-kind.ts";
import {
  findJob,
  type JobFilter,
  type JobPosition,
  LISTED_STATES,
  type ListedJob,
  listJobs,
  positionOf,
} from "../jobs/list-store.ts";
import { administration } from "../keys/admin-authentication.ts";
import { refuse } from "../lib/refusal.ts";

const LANES_PATH = "/v1/admin/lanes";
const PATH = "/v1/admin/jobs";
const ID = /^\d{1,15}$/;
const POSITION = /^(\d{1,15}) (\d{1,15}) ([\w-]{1,100})$/;

/** Why a job is not run again. */
const NOT_RETRIED: Readonly<Record<Exclude<RetriedJob["kind"], "hastened" | "queued" | "unknown">, string>> = {
  running: "The job is running.",
  queued_before: "Another job does the same already.",
  final: "What the job was for has ended with it. Submit the search or upload the file again.",
  unknown_kind: "This version has no such jobs.",
};

export interface JobControl {
  readonly baseUrl: () => string;
  /** The kinds of all features. */
  readonly kinds: () => readonly JobKind<unknown>[];
}

export function jobControlRoutes(
  deps: Pick<FeatureDeps, "db" | "queue" | "access" | "contexts" | "audit" | "storage" | "slices">,
  { baseUrl, kinds }: JobControl,
) {
  const { db, queue, audit, storage, slices } = deps;
  const missing = (): never => {
    throw refuse("not_found", { detail: "There is no job with this id. Ended jobs are removed after some days." });
  };
  const idIn = (text: string | null | undefined): number => {
    const id = pathId(text);
    return ID.test(id) ? Number(id) : missing();
  };
  const found = async (id: number): Promise<object> => resourceOf((await db.read(findJob(db, id))) ?? missing());
  return new Elysia()
    .use(administration(deps))
    .get(LANES_PATH, async ({ request }) => {
      const query = readListQuery(request.url, { decode: null, parseFilter: noFilters, isPaged: false });
      const data = (await slices.run(queue.counts(db), request.signal)).map(laneOf);
      return jsonApi(listDocument({ data, last: null }, query, { baseUrl: baseUrl(), path: LANES_PATH }));
    })
    .get(PATH, async ({ request }) => {
      const query = readListQuery(request.url, { decode, parseFilter });
      const { size, after, filter } = query;
      const jobs = await slices.run(listJobs(db, { ...filter, after, limit: size + 1 }), request.signal);
      const shown = jobs.slice(0, size);
      const end = jobs.length > size ? shown.at(-1) : undefined;
      const last = end === undefined ? null : cursorOf(positionOf(end));
      return jsonApi(listDocument({ data: shown.map(resourceOf), last }, query, { baseUrl: baseUrl(), path: PATH }));
    })
    .post(`${PATH}/:id/retry`, async ({ params, by }) => {
      const id = idIn(params.id);
      storage.requireWritable();
      const retried = await db.write(function* (tx) {
        const result = yield* retryJob(tx, queue, kinds(), id);
        if (result.kind === "hastened" || result.kind === "queued")
          yield* audit.recordIn(tx, { ...by, action: "job.retried", objects: { job: id } });
        return result;
      });
      if (retried.kind === "unknown") return missing();
      if (retried.kind === "queued") return jsonApi({ data: await found(retried.id) }, 202);
      if (retried.kind === "hastened") return jsonApi({ data: await found(id) }, 202);
      throw refuse("conflict", { detail: NOT_RETRIED[retried.kind] });
    })
    .post(`${PATH}/:id/cancel`, async ({ params, by }) => {
      const id = idIn(params.id);
      storage.requireWritable();
      const isCancelled = await db.write(function* (tx) {
        const result = yield* cancelJob(tx, queue, kinds(), id);
        if (result === true) yield* audit.recordIn(tx, { ...by, action: "job.cancelled", objects: { job: id } });
        return result;
      });
      if (isCancelled === null) return missing();
      if (!isCancelled) throw refuse("conflict", { detail: "The job has ended." });
      return jsonApi({ data: await found(id) });
    });
}

function laneOf(count: LaneCount): object {
  const attributes: AdminLaneAttributes = {
    waiting: count.waiting,
    scheduled: count.scheduled,
    running: count.running,
    failed: count.failed,
    oldest_wait_ms: count.oldestWaitMs,
    work_ms: count.workMs,
  };
  return { type: "lanes", id: count.lane, attributes };
}

function resourceOf(job: ListedJob): object {
  const attributes: AdminJobAttributes = {
    kind: job.kind,
    lane: job.lane,
    state: job.state,
    attempts: job.attempt,
    run_at: new Date(job.runAt).toISOString(),
    key_id: job.client === "" ? null : job.client,
    error: job.error,
    created_at: new Date(job.createdAt).toISOString(),
    finished_at: job.finishedAt === null ? null : new Date(job.finishedAt).toISOString(),
  };
  return { type: "jobs", id: String(job.id), attributes };
}

function cursorOf({ lane, at, id }: JobPosition): string {
  return `${at} ${id} ${lane}`;
}

function decode(cursor: string): JobPosition | null {
  const [, at, id, lane] = decodeCursor(cursor, POSITION) ?? [];
  return at === undefined || id === undefined || lane === undefined ? null : { at: Number(at), id: Number(id), lane };
}

function parseFilter(given: Readonly<Record<string, string>>): ParsedFilter<Omit<JobFilter, "after" | "limit">> {
  const filters = new ListFilters(given);
  return filters.end({
    state: filters.oneOf("state", LISTED_STATES) ?? "ready",
    lane: filters.text("lane"),
    keyId: filters.text("key"),
    ...filters.range(),
  });
}
