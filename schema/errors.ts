/**
 * Every refusal a client can meet, in the order in which the checks of a request report them.
 * `code` is the JSON:API `code` member; the interface lists some errors without one, and those have none here.
 */
export const REFUSALS = {
  unauthenticated: { status: 401, code: null, detail: "Send a valid API key as `Authorization: Token <API_KEY>`." },
  admin_unauthenticated: {
    status: 401,
    code: null,
    detail: "Send the admin token as `Authorization: Bearer <ADMIN_TOKEN>`.",
  },
  rate_limited: {
    status: 429,
    code: null,
    detail: "Too many requests for this key; wait as long as Retry-After says.",
  },
  unsupported_media_type: {
    status: 415,
    code: null,
    detail: "Send the body as application/vnd.api+json or application/json.",
  },
  body_too_large: { status: 413, code: null, detail: "The request body is larger than this endpoint reads." },
  malformed_json: {
    status: 400,
    code: null,
    detail: "The body is not a JSON object; send one as the interface describes.",
  },
  wrong_type: { status: 400, code: null, detail: "`data.type` must be `supervisor_searches`." },
  bad_parameter: { status: 400, code: null, detail: "A query parameter has a value that this endpoint does not take." },
  bad_request: { status: 400, code: "bad_request", detail: "The request is malformed." },
  not_multipart: { status: 415, code: null, detail: "Send an upload as multipart/form-data with a part named `file`." },
  unauthorized: {
    status: 403,
    code: "unauthorized",
    detail: "This key has no access to the service for the submitted inputs.",
  },
  forbidden_media: {
    status: 403,
    code: null,
    detail: "The link is not valid or no longer valid; fetch the search or the song again.",
  },
  insufficient_intent: {
    status: 422,
    code: "insufficient_intent",
    detail: "Give a query, an asset, or a context of at least 12 letters and digits of direction.",
  },
  context_too_long: { status: 422, code: "context_too_long", detail: "`context` may have 2,000 characters at most." },
  image_count_exceeded: {
    status: 422,
    code: "image_count_exceeded",
    detail: "A search may reference 10 images at most.",
  },
  video_count_exceeded: {
    status: 422,
    code: "video_count_exceeded",
    detail: "A search may reference 1 video at most.",
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
    detail: "A referenced asset's analysis is no longer available; upload it again.",
  },
  empty_file: { status: 422, code: "empty_file", detail: "The file has no bytes." },
  unsupported_format: {
    status: 422,
    code: "unsupported_format",
    detail: "Send a JPEG, PNG or WebP picture, or an MP4, QuickTime or WebM film, declared as what it is.",
  },
  image_size_exceeded: { status: 422, code: "image_size_exceeded", detail: "A picture may have 20 MB at most." },
  image_dimensions_exceeded: {
    status: 422,
    code: "image_dimensions_exceeded",
    detail: "A picture may be 4,096 pixels wide and high at most.",
  },
  video_size_exceeded: { status: 422, code: "video_size_exceeded", detail: "A film may have 500 MB at most." },
  video_duration_exceeded: {
    status: 422,
    code: "video_duration_exceeded",
    detail: "A film may last 10 minutes at most.",
  },
  daily_image_quota_exceeded: {
    status: 429,
    code: "daily_image_quota_exceeded",
    detail: "This key has uploaded as many pictures as it may in 24 hours; wait as long as Retry-After says.",
  },
  daily_video_quota_exceeded: {
    status: 429,
    code: "daily_video_quota_exceeded",
    detail: "This key has uploaded as many films as it may in 24 hours; wait as long as Retry-After says.",
  },
  uploads_busy: {
    status: 429,
    code: null,
    detail: "Too many uploads run at once; wait as long as Retry-After says, and start fewer together.",
  },
  searches_waiting: {
    status: 429,
    code: null,
    detail: "This key has as many searches waiting as it may; wait as long as Retry-After says.",
  },
  webhooks_waiting: {
    status: 429,
    code: null,
    detail:
      "This key has as many webhooks waiting as it may; make its callback URLs answer, and wait as long as Retry-After says.",
  },
  uploads_waiting: {
    status: 429,
    code: null,
    detail: "This key has as many uploads waiting for their analysis as it may; wait as long as Retry-After says.",
  },
  invalid_attribute: { status: 422, code: null, detail: "An attribute is not valid." },
  not_found: { status: 404, code: null, detail: "There is nothing at this address for this key." },
  method_not_allowed: { status: 405, code: null, detail: "This address does not take this method; see Allow." },
  range_not_satisfiable: { status: 416, code: null, detail: "The range lies outside the file." },
  upload_impossible: {
    status: 503,
    code: null,
    detail: "The service cannot take uploads now; try again after Retry-After, and tell the operator if it stays so.",
  },
  overloaded: {
    status: 503,
    code: null,
    detail: "The service has as much work waiting as it takes; try again after Retry-After.",
  },
  not_ready: { status: 503, code: null, detail: "The file is still to be made; try again after Retry-After." },
  internal: {
    status: 500,
    code: null,
    detail: "Something went wrong on our side; tell the operator the X-Request-Id of this answer.",
  },
} as const satisfies Record<string, { readonly status: number; readonly code: string | null; readonly detail: string }>;

export type RefusalName = keyof typeof REFUSALS;

/** What went wrong with a search after it was accepted: `attributes.error` of a failed result document. */
export const SEARCH_FAILURES = {
  internal_error: "The search could not be finished; submit it again.",
  asset_unavailable: REFUSALS.asset_unavailable.detail,
  asset_failed: REFUSALS.asset_failed.detail,
  asset_blocked: REFUSALS.asset_blocked.detail,
  asset_expired: REFUSALS.asset_expired.detail,
} as const;

export type SearchFailure = keyof typeof SEARCH_FAILURES;
