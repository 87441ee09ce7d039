import { AdminJobDocument, AdminJobList, AdminLaneList } from "../../schema/wire/admin-jobs.ts";
import { EXAMPLE_JOB, EXAMPLE_JOB_LIST, EXAMPLE_LANES } from "../../schema/wire/examples/admin-jobs.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";
import { filterParameter, pageCursor, pageSize, pathParameter } from "../http/openapi/parameters.ts";
import { LISTED_STATES } from "../jobs/list-store.ts";

const TAG = "Administration";
const jobId = pathParameter("id", "The job's id, a number.");

export const jobControlOpenApi: OpenApiPart = {
  paths: {
    "/v1/admin/lanes": {
      get: {
        id: "adminListLanes",
        tag: TAG,
        summary: "List the lanes of the job queue",
        description: "Depth, age and running jobs. Only lanes that have jobs.",
        credential: "admin",
        answers: { 200: { description: "The lanes by name.", schema: AdminLaneList, example: EXAMPLE_LANES } },
      },
    },
    "/v1/admin/jobs": {
      get: {
        id: "adminListJobs",
        tag: TAG,
        summary: "List jobs in one state",
        description:
          "Waiting and running jobs are sorted by lane and time, ended ones from the latest end. Ended jobs are kept for a day, failed ones for a week.",
        credential: "admin",
        parameters: [
          filterParameter("state", "The state; `ready` by default.", LISTED_STATES),
          filterParameter("lane", "Only jobs of this lane."),
          filterParameter("key", "Only jobs that run for this key, by its id."),
          filterParameter(
            "from",
            "From this time on, a date or a time in UTC: when waiting and running jobs are due, and when ended ones ended.",
          ),
          filterParameter("to", "Before this time."),
          pageSize,
          pageCursor,
        ],
        answers: { 200: { description: "A page of jobs.", schema: AdminJobList, example: EXAMPLE_JOB_LIST } },
        refusals: ["bad_parameter"],
      },
    },
    "/v1/admin/jobs/{id}/retry": {
      post: {
        id: "adminRetryJob",
        tag: TAG,
        summary: "Run a job now",
        description:
          "A waiting job becomes due. An ended job runs again, unless what it was for has ended with it, such as a search: 409.",
        credential: "admin",
        parameters: [jobId],
        answers: { 202: { description: "The job that runs.", schema: AdminJobDocument, example: EXAMPLE_JOB } },
        refusals: ["not_found", "conflict", "storage_unavailable"],
      },
    },
    "/v1/admin/jobs/{id}/cancel": {
      post: {
        id: "adminCancelJob",
        tag: TAG,
        summary: "Cancel a waiting or running job",
        description:
          "What it was for fails: a search, a webhook, an analysis. Generated media are queued again when needed.",
        credential: "admin",
        parameters: [jobId],
        answers: { 200: { description: "The cancelled job.", schema: AdminJobDocument, example: EXAMPLE_JOB } },
        refusals: ["not_found", "conflict", "storage_unavailable"],
      },
    },
  },
};
