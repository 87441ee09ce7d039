import * as fc from "fast-check";
import { JSON_API } from "../http-app.ts";
import type { DescribedOperation } from "./described-operations.ts";
import { hostileJson, hostileName, hostileText, jsonTextOf } from "./hostile-values.ts";
import { mutatedJson } from "./mutate-json.ts";

/** A request. Headers are names and values that `Headers` accepts. */
export interface HostileRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

type HeaderValues = Readonly<Record<string, string>>;

/** What a request can use: headers that authenticate it, and ids that exist. */
export interface Known {
  /** By security scheme of the document. */
  readonly credentials: Readonly<Record<string, HeaderValues>>;
  /** Ones that are wrong or do not fit. */
  readonly otherCredentials: readonly HeaderValues[];
  /** By the segment of the path before the parameter. */
  readonly ids: Readonly<Record<string, string>>;
}

const BODYLESS = new Set(["GET", "HEAD"]);
const OTHER_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** What MCP requires, and others ignore. */
const ACCEPT = ["accept", "application/json, text/event-stream"] as const;
const BOUNDARY = "a-boundary";

const SEGMENTS: readonly string[] = [
  "..%2f..%2f..%2fetc%2fpasswd",
  "%2e%2e",
  "%00",
  "a%00b",
  "%ff%fe",
  "%c0%ae%c0%ae",
  "%ed%a0%80",
  "%",
  "%zz",
  "%25%32%65",
  "%0d%0aset-cookie:a",
  "1042;jsessionid=1",
  "1042%20",
  "01042",
  "-1",
  "0",
  "1e3",
  "NaN",
  "9".repeat(300),
  "x".repeat(4_000),
  "needledrop-20260101T000000Z.tar",
];

const TYPES: readonly string[] = [
  "",
  "text/plain",
  "text/html",
  "application/x-www-form-urlencoded",
  "application/xml",
  "application/json; charset=utf-16",
  "application/vnd.api+json; ext=bulk",
  "application/vnd.api+json; profile=x",
  "application/json, application/json",
  "multipart/form-data",
  `multipart/form-data; boundary=${BOUNDARY}`,
  `multipart/form-data; boundary=${"b".repeat(5_000)}`,
  'multipart/form-data; boundary=""',
  "*/*",
  "application/json\u00e9",
  "x".repeat(2_000),
];

const HEADER_NAMES: readonly string[] = [
  "accept",
  "accept-encoding",
  "accept-language",
  "authorization",
  "content-encoding",
  "content-range",
  "cookie",
  "expect",
  "forwarded",
  "host",
  "idempotency-key",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "if-unmodified-since",
  "last-event-id",
  "mcp-protocol-version",
  "mcp-session-id",
  "origin",
  "range",
  "referer",
  "sec-fetch-site",
  "traceparent",
  "user-agent",
  "x-csrf-token",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-http-method-override",
  "x-request-id",
  "__proto__",
];

const HEADER_VALUES: readonly string[] = [
  "bytes=0-",
  "bytes=-1",
  "bytes=5-1",
  `bytes=${"0-1,".repeat(500)}0-1`,
  "bytes=99999999999999999999-",
  "bytes=0-0,-1",
  "bytes=\t0 - 1",
  "Token",
  "Token ",
  "Bearer a b c",
  "Basic Og==",
  `Token ${"x".repeat(5_000)}`,
  "Token nd_live_",
  "__Host-session=; needledrop_session=a; needledrop_session=b",
  "needledrop_session=%00",
  "session=" + "a".repeat(4_000),
  ";;;=;=",
  "*",
  '"a", W/"b", *',
  'W/"' + "a".repeat(4_000),
  "Thu, 01 Jan 1970 00:00:00 GMT",
  "Thu, 99 Foo 99999 99:99:99 GMT",
  "gzip;q=1e999, br;q=-1, *;q=0.0000",
  "de-DE;q=0.9,*;q=NaN," + "en,".repeat(500),
  "application/vnd.api+json; ext=x",
  "text/event-stream",
  "100-continue",
  "https://evil.example",
  "null",
  "evil.example, a",
  "00-00000000000000000000000000000000-0000000000000000-00",
  "\u00e4\u00ff\u0080",
  "",
];

const moreHeaders = fc.array(
  fc.tuple(
    fc.constantFrom(...HEADER_NAMES),
    fc.oneof(fc.constantFrom(...HEADER_VALUES), hostileText.map(headerValueOf)),
  ),
  { maxLength: 3 },
);

/** Returns requests to one operation, each with something that is wrong, at a place that the request gets to. */
export function hostileRequests(operation: DescribedOperation, known: Known): fc.Arbitrary<HostileRequest> {
  const others = fc.constantFrom(...OTHER_METHODS);
  return fc
    .record({
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant(operation.method) },
        { weight: 1, arbitrary: operation.path === "/v1/session" ? fc.constant("PUT") : others },
      ),
      path: hostilePath(operation.path, known.ids),
      query: hostileQuery(operation.queryNames),
      credential: credentialFor(operation, known),
      more: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: moreHeaders }),
      type: hostileType(operation.bodyTypes),
      body: hostileBody(operation),
    })
    .map(({ method, path, query, credential, more, type, body }) => ({
      method,
      target: `${path}${query}`,
      headers: [
        ACCEPT,
        ...Object.entries(credential),
        ...more,
        ...(type === null ? [] : [["content-type", type] as const]),
      ],
      body: BODYLESS.has(method) ? null : body,
    }));
}

function credentialFor({ needs }: DescribedOperation, known: Known): fc.Arbitrary<HeaderValues> {
  const right = Object.entries(known.credentials).flatMap(([scheme, headers]) => (needs.has(scheme) ? [headers] : []));
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...(right.length === 0 ? [{}] : right)) },
    { weight: 1, arbitrary: fc.constantFrom(...known.otherCredentials) },
  );
}

function hostilePath(path: string, ids: Known["ids"]): fc.Arbitrary<string> {
  const hostile = fc.oneof(
    fc.constantFrom(...SEGMENTS),
    hostileText.map(encoded),
    fc.constantFrom(...Object.values(ids)),
  );
  const segments = path.split("/").map((segment, index, all) => {
    if (!segment.startsWith("{")) return fc.constant(segment);
    const right = ids[all[index - 1] ?? ""];
    if (right === undefined) return hostile;
    return fc.oneof({ weight: 2, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: hostile });
  });
  return fc.tuple(...segments).map((chosen) => chosen.join("/"));
}

function hostileQuery(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(names.length === 0 ? ["page[size]"] : names)) },
    { weight: 1, arbitrary: hostileName.map(encoded) },
    { weight: 1, arbitrary: hostileName.map((text) => `filter[${encoded(text)}]`) },
    { weight: 1, arbitrary: fc.constantFrom("page", "page[]", "page[size][0]", "filter", "filter[]", "sort[]", "[]") },
  );
  const value = fc.oneof(
    { weight: 4, arbitrary: hostileText.map(encoded) },
    { weight: 1, arbitrary: fc.constantFrom(...SEGMENTS) },
    { weight: 1, arbitrary: fc.constantFrom("1", "20", "-1", "0", "1..2", "2..1", "..", "a,b,,c", "-title,title") },
  );
  const pairs = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 4 });
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant("") },
    { weight: 2, arbitrary: pairs.map((all) => `?${all.map((pair) => pair.join("=")).join("&")}`) },
    { weight: 1, arbitrary: pairs.map(([first]) => `?${[first, first].map((pair) => pair?.join("=")).join("&")}`) },
  );
}

function hostileType(types: readonly string[]): fc.Arbitrary<string | null> {
  const right = types.map((type) => (type.startsWith("multipart/") ? `${type}; boundary=${BOUNDARY}` : type));
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...(right.length === 0 ? [JSON_API] : right)) },
    { weight: 1, arbitrary: fc.constantFrom<string | null>(null, ...TYPES) },
  );
}

function hostileBody({
  bodyTypes,
  example,
}: DescribedOperation): fc.Arbitrary<string | Uint8Array<ArrayBuffer> | null> {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((some) => new Uint8Array(some));
  const shape = example ?? { data: { type: "a", attributes: { name: "a" } } };
  const isForm = bodyTypes.some((type) => type.startsWith("multipart/"));
  return fc.oneof(
    { weight: isForm ? 1 : 10, arbitrary: mutatedJson(shape).map(jsonTextOf) },
    { weight: 1, arbitrary: hostileJson.map(jsonTextOf) },
    { weight: 1, arbitrary: bytes },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: isForm ? 10 : 1, arbitrary: hostileForm() },
  );
}

/** Bodies of forms whose parts are incomplete, repeated, unnamed or not ended. */
function hostileForm(): fc.Arbitrary<string> {
  const name = fc.oneof(fc.constantFrom("file", "content_type", "reason"), hostileName);
  const part = fc.record({
    name,
    filename: fc.option(hostileText),
    type: fc.option(fc.constantFrom("image/jpeg", "video/mp4", "image/svg+xml", "a/b; charset=\u00e9", "x")),
    content: fc.oneof(
      hostileText,
      fc.constantFrom("\xff\xd8\xff\xe0", "image/jpeg", "\x89PNG\r\n\x1a\n", "--", "\r\n"),
    ),
    lineEnd: fc.oneof({ weight: 8, arbitrary: fc.constant("\r\n") }, { weight: 1, arbitrary: fc.constant("\n") }),
  });
  const end = fc.constantFrom(`--${BOUNDARY}--\r\n`, `--${BOUNDARY}--`, `--${BOUNDARY}`, "", `--${BOUNDARY}--junk`);
  return fc.tuple(fc.array(part, { maxLength: 4 }), end).map(([parts, last]) => {
    const texts = parts.map((one) => {
      const fileName = one.filename === null ? "" : `; filename="${one.filename}"`;
      const lines = [`--${BOUNDARY}`, `Content-Disposition: form-data; name="${one.name}"${fileName}`];
      if (one.type !== null) lines.push(`Content-Type: ${one.type}`);
      return [...lines, "", one.content, ""].join(one.lineEnd);
    });
    return [...texts, last].join("");
  });
}

/** Encodes a text for a URL. Half a surrogate pair is encoded as its own three bytes, which is not UTF-8. */
function encoded(text: string): string {
  return Array.from(text, (character) =>
    /[\uD800-\uDFFF]/.test(character) && character.length === 1
      ? `%ED%${(0xa0 + ((character.charCodeAt(0) >> 6) & 0x1f)).toString(16)}%80`
      : encodeURIComponent(character),
  ).join("");
}

/** Removes what no header can have: `Headers` itself refuses it, and the tests of raw bytes send it. */
function headerValueOf(text: string): string {
  return Buffer.from(text.slice(0, 3_000), "utf8")
    .toString("latin1")
    .replaceAll(/[\0\r\n]/g, "");
}
