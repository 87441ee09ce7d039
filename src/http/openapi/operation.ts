import type { TSchema } from "@sinclair/typebox";
import { REFUSALS, type RefusalName } from "../../../schema/errors.ts";
import { ErrorDocument } from "../../../schema/wire/jsonapi.ts";
import { JSON_API } from "../json-api.ts";

/** A feature's description of one method of one path. */
export interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /**
   * The credential that the caller sends: an API key or a session of the console, an API key only, a session only, the admin
   * token or a session of an admin, or none (a signed URL contains its own).
   */
  readonly credential: "key" | "key only" | "session" | "admin" | "none";
  readonly parameters?: readonly object[];
  readonly body?: TSchema;
  /** A body that matches the schema. */
  readonly bodyExample?: object;
  /** Accepted media types of the body; by default the two JSON types. */
  readonly bodyTypes?: readonly string[];
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  /**
   * Possible refusals, in addition to 400 for an ambiguous request, 401 without credential, 503 if keys cannot be read, and
   * 500.
   */
  readonly refusals?: readonly RefusalName[];
}

export interface AnswerDescription {
  readonly description: string;
  /** The media type; JSON:API by default. */
  readonly type?: string;
  readonly schema?: TSchema;
  /** A body that matches the schema: an object for JSON, else the text. */
  readonly example?: object | string;
  readonly headers?: Readonly<Record<string, object>>;
}

/** The refusals of every request with a JSON body. */
export const JSON_BODY_REFUSALS = [
  "unsupported_media_type",
  "bodies_busy",
  "body_too_large",
  "body_too_slow",
  "malformed_json",
  "invalid_attribute",
] as const satisfies readonly RefusalName[];

/** Path (with `{id}`) → method (lower case) → operation. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** The contribution of a feature to the OpenAPI document. */
export interface OpenApiPart {
  readonly tags?: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Paths;
  /** Name → OpenAPI path item. */
  readonly webhooks?: Readonly<Record<string, object>>;
}

const REQUEST_ID = { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } };
const SECURITY = {
  key: [{ ApiKey: [] }, { Session: [] }],
  "key only": [{ ApiKey: [] }],
  session: [{ Session: [] }],
  admin: [{ AdminToken: [] }, { Session: [] }],
  none: [],
};
const CREDENTIAL_REFUSALS = {
  key: ["unauthenticated", "csrf_token_missing", "storage_unavailable"],
  "key only": ["unauthenticated", "storage_unavailable"],
  session: ["session_missing", "csrf_token_missing", "storage_unavailable"],
  admin: ["admin_unauthenticated", "admin_only"],
  none: [],
} as const;

/** Returns the OpenAPI operation. It contains TypeBox schemas, which document.ts moves to the components. */
export function describeOperation(operation: Operation): object {
  const { id, tag, summary, description, credential, parameters, answers, refusals = [] } = operation;
  const answered = Object.entries(answers).map(([status, answer]) => [status, describeAnswer(answer)]);
  const refused = describeRefusals(["ambiguous_request", ...CREDENTIAL_REFUSALS[credential], ...refusals, "internal"]);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: SECURITY[credential],
    ...(parameters === undefined ? {} : { parameters }),
    ...describeBody(operation),
    responses: Object.fromEntries([...answered, ...refused]),
  };
}

function describeAnswer({ description, schema, example, headers = {}, type = JSON_API }: AnswerDescription): object {
  const shown = example === undefined ? {} : { example };
  const content = schema === undefined ? {} : { content: { [type]: { schema, ...shown } } };
  return { description, headers: { ...REQUEST_ID, ...headers }, ...content };
}

function describeBody({ body: schema, bodyExample, bodyTypes = [JSON_API, "application/json"] }: Operation): object {
  if (schema === undefined) return {};
  const shown = bodyExample === undefined ? {} : { example: bodyExample };
  const content = Object.fromEntries(bodyTypes.map((type) => [type, { schema, ...shown }]));
  return { requestBody: { required: true, content } };
}

/** Describes refusals by status, because several can have the same one. */
function describeRefusals(names: readonly RefusalName[]): readonly [string, object][] {
  const byStatus = Map.groupBy(names, (name) => REFUSALS[name].status);
  return [...byStatus].map(([status, sharing]) => [
    String(status),
    {
      description: sharing.map(refusalLine).join("\n\n"),
      headers: { ...REQUEST_ID, ...headersOf(status, sharing) },
      content: { [JSON_API]: { schema: ErrorDocument, examples: refusalExamples(sharing) } },
    },
  ]);
}

function refusalLine(name: RefusalName): string {
  const { code, detail } = REFUSALS[name];
  return code === null ? detail : `\`${code}\`: ${detail}`;
}

/** A document for each refusal. A response can have several errors, `source` and `meta`. */
function refusalExamples(names: readonly RefusalName[]): object {
  return Object.fromEntries(
    names.map((name) => {
      const { status, code, detail } = REFUSALS[name];
      return [name, { value: { errors: [{ status, ...(code === null ? {} : { code }), detail }] } }];
    }),
  );
}

function headersOf(status: number, names: readonly RefusalName[]): Readonly<Record<string, object>> {
  const text = (description: string) => ({ description, schema: { type: "string" } });
  const seconds = (description: string) => ({ description, schema: { type: "integer" } });
  if (status === 401) return { "WWW-Authenticate": text("The scheme to authenticate with.") };
  if (status === 416) return { "Content-Range": text("`bytes */` and the length of the file.") };
  const isTemporary = status === 429 || status === 503 || names.includes("search_processing");
  const wait = { "Retry-After": seconds("Seconds to wait.") };
  if (status === 429) return { ...wait, RateLimit: text('The limit that is used up, for example `"search";r=0;t=1`.') };
  if (isTemporary) return wait;
  return {};
}
