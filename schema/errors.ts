import { AUDIO_REFUSALS } from "./audio-errors.ts";
import { SHORTLIST_REFUSALS } from "./shortlist-errors.ts";

/**
 * Every refusal that a client can receive, in the order in which the checks of a request report them.
 * `code` is the JSON:API `code` member. It is null for the errors that the interface lists without a code.
 * `header` and `parameter` are the request header and the form field that the refusal is always about.
 */
export const REFUSALS = {
  ambiguous_request: {
    status: 400,
    code: "bad_request",
    detail: "Send exactly one Host header and at most one Content-Length.",
  },
  unauthenticated: {
    status: 401,
    code: null,
    detail: "Send a valid API key as `Authorization: Token <API_KEY>`.",
    header: "Authorization",
  },
  admin_unauthenticated: {
    status: 401,
    code: null,
    detail: "Send the admin token as `Authorization: Bearer <ADMIN_TOKEN>`.",
    header: "Authorization",
  },
  session_missing: {
    status: 401,
    code: null,
    detail: "There is no session. Sign in first.",
  },
  sign_in_refused: {
    status: 403,
    code: null,
    detail: "The name or the password is wrong, or the admin token.",
  },
  sign_in_delayed: {
    status: 429,
    code: null,
    detail: "Too many attempts to sign in. Retry after the time in Retry-After.",
  },
  csrf_token_missing: {
    status: 403,
    code: null,
    detail: "Requests of a session that change something need its `csrf_token` from GET /v1/session as X-CSRF-Token.",
    header: "X-CSRF-Token",
  },
  admin_only: {
    status: 403,
    code: null,
    detail: "Only an administrator can use this address. Sign in as one.",
  },
  rate_limited: {
    status: 429,
    code: null,
    detail: "Too many requests for this key. Retry after the time in Retry-After.",
  },
  streams_busy: {
    status: 429,
    code: null,
    detail: "Too many streams of events are open for this key. Close some, or retry after the time in Retry-After.",
  },
  body_too_slow: {
    status: 408,
    code: null,
    detail: "The request body arrived too slowly. Send it without pauses.",
  },
  bodies_busy: {
    status: 429,
    code: null,
    detail: "Too many request bodies are in flight. Retry after the time in Retry-After.",
  },
  unsupported_media_type: {
    status: 415,
    code: null,
    detail: "Send the body as application/vnd.api+json or application/json.",
    header: "Content-Type",
  },
  body_too_large: { status: 413, code: null, detail: "The request body is too large for this endpoint." },
  malformed_json: {
    status: 400,
    code: null,
    detail: "The request body must be a JSON object.",
  },
  wrong_type: { status: 400, code: null, detail: "`data.type` must be `supervisor_searches`." },
  bad_parameter: { status: 400, code: null, detail: "A query parameter is invalid." },
  bad_request: { status: 400, code: "bad_request", detail: "The request is malformed." },
  not_multipart: {
    status: 415,
    code: null,
    detail: "Send an upload as multipart/form-data with a part named `file`.",
    header: "Content-Type",
  },
  unauthorized: {
    status: 403,
    code: "unauthorized",
    detail: "This key has no access to the service for the submitted inputs.",
  },
  foreign_origin: {
    status: 403,
    code: null,
    detail:
      "Web pages of other origins must not call this address. Call it from a program that sends no Origin header.",
    header: "Origin",
  },
  forbidden_media: {
    status: 403,
    code: null,
    detail: "The link is invalid or has expired. Fetch the search or the song again for a new link.",
  },
  insufficient_intent: {
    status: 422,
    code: "insufficient_intent",
    detail: "Send a query, an asset, or a context with at least 12 letters and digits.",
  },
  context_too_long: {
    status: 422,
    code: "context_too_long",
    detail: "`context` can be at most 2,000 characters long.",
  },
  image_count_exceeded: {
    status: 422,
    code: "image_count_exceeded",
    detail: "A search can reference at most 10 images.",
  },
  video_count_exceeded: {
    status: 422,
    code: "video_count_exceeded",
    detail: "A search can reference at most 1 video.",
  },
  asset_unavailable: {
    status: 422,
    code: "asset_unavailable",
    detail: "A referenced asset does not exist for this key.",
  },
  asset_failed: { status: 422, code: "asset_failed", detail: "A referenced asset could not be analysed." },
  asset_blocked: { status: 422, code: "asset_blocked", detail: "A referenced asset was blocked by safety filters." },
  asset_expired: {
    status: 422,
    code: "asset_expired",
    detail: "The analysis of a referenced asset has expired. Upload the asset again.",
  },
  refined_search_unavailable: {
    status: 422,
    code: "refined_search_unavailable",
    detail: "The search to refine does not exist for this key.",
  },
  refined_search_processing: {
    status: 422,
    code: "refined_search_processing",
    detail: "The search to refine is still processing. Submit this one again when it has completed.",
  },
  refined_search_failed: {
    status: 422,
    code: "refined_search_failed",
    detail: "The search to refine has failed. Submit it again first.",
  },
  song_unavailable: {
    status: 422,
    code: "song_unavailable",
    detail: "A song does not exist in the catalog.",
  },
  ...SHORTLIST_REFUSALS,
  ...AUDIO_REFUSALS,
  empty_file: { status: 422, code: "empty_file", detail: "The file is empty.", parameter: "file" },
  unsupported_format: {
    status: 422,
    code: "unsupported_format",
    detail: "Send a JPEG, PNG or WebP image, or an MP4, QuickTime or WebM video, with its own content type.",
    parameter: "file",
  },
  image_size_exceeded: {
    status: 422,
    code: "image_size_exceeded",
    detail: "Images can be at most 20 MB.",
    parameter: "file",
  },
  image_dimensions_exceeded: {
    status: 422,
    code: "image_dimensions_exceeded",
    detail: "Images can be at most 4,096 pixels wide and 4,096 pixels high.",
    parameter: "file",
  },
  video_size_exceeded: {
    status: 422,
    code: "video_size_exceeded",
    detail: "Videos can be at most 500 MB.",
    parameter: "file",
  },
  video_duration_exceeded: {
    status: 422,
    code: "video_duration_exceeded",
    detail: "Videos can be at most 10 minutes long.",
    parameter: "file",
  },
  daily_image_quota_exceeded: {
    status: 429,
    code: "daily_image_quota_exceeded",
    detail: "This key has reached its limit of images in 24 hours. Retry after the time in Retry-After.",
  },
  daily_video_quota_exceeded: {
    status: 429,
    code: "daily_video_quota_exceeded",
    detail: "This key has reached its limit of videos in 24 hours. Retry after the time in Retry-After.",
  },
  mcp_busy: {
    status: 429,
    code: null,
    detail: "Too many MCP requests of this key are running. Retry after the time in Retry-After.",
  },
  uploads_busy: {
    status: 429,
    code: null,
    detail: "Too many uploads are running. Retry after the time in Retry-After, with fewer uploads at a time.",
  },
  searches_waiting: {
    status: 429,
    code: null,
    detail: "This key has too many searches waiting. Retry after the time in Retry-After.",
  },
  webhooks_waiting: {
    status: 429,
    code: null,
    detail:
      "This key has too many webhooks waiting. Check that its callback URLs respond, and retry after the time in Retry-After.",
  },
  uploads_waiting: {
    status: 429,
    code: null,
    detail: "This key has too many uploads waiting for their analysis. Retry after the time in Retry-After.",
  },
  invalid_attribute: { status: 422, code: null, detail: "An attribute is invalid." },
  edit_list_unreadable: {
    status: 422,
    code: "edit_list_unreadable",
    detail: "The edit list cannot be read. Send a CMX 3600 list, FCPXML or OpenTimelineIO.",
  },
  not_found: { status: 404, code: null, detail: "The resource does not exist, or this key has no access to it." },
  conflict: { status: 409, code: null, detail: "The state of the resource does not allow this." },
  search_processing: {
    status: 404,
    code: null,
    detail:
      "The search is still processing and has no result yet. The result is sent to its callback URL; to read it here, retry after the time in Retry-After.",
  },
  method_not_allowed: { status: 405, code: null, detail: "Method not allowed; see the Allow header." },
  range_not_satisfiable: { status: 416, code: null, detail: "The range is outside the file.", header: "Range" },
  upload_impossible: {
    status: 503,
    code: null,
    detail:
      "The service cannot accept uploads at the moment. Retry after the time in Retry-After. If this continues, tell the operator.",
  },
  storage_unavailable: {
    status: 503,
    code: null,
    detail:
      "The service cannot read or write its data at the moment. Retry after the time in Retry-After. If this continues, tell the operator.",
  },
  overloaded: {
    status: 503,
    code: null,
    detail: "The service has too much work waiting. Retry after the time in Retry-After.",
  },
  not_ready: { status: 503, code: null, detail: "The file is being generated. Retry after the time in Retry-After." },
  internal: {
    status: 500,
    code: null,
    detail: "Internal error. Send the X-Request-Id of this response to the operator.",
  },
} as const satisfies Record<string, RefusalEntry>;

export interface RefusalEntry {
  readonly status: number;
  readonly code: string | null;
  readonly detail: string;
  readonly header?: string;
  readonly parameter?: string;
}

export type RefusalName = keyof typeof REFUSALS;

/** Why a search failed after it was accepted: `attributes.error` of a failed result document. */
export const SEARCH_FAILURES = {
  internal_error: "The search could not be completed. Submit it again.",
  asset_unavailable: REFUSALS.asset_unavailable.detail,
  asset_failed: REFUSALS.asset_failed.detail,
  asset_blocked: REFUSALS.asset_blocked.detail,
  asset_expired: REFUSALS.asset_expired.detail,
} as const;

export type SearchFailure = keyof typeof SEARCH_FAILURES;
