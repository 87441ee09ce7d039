import type { StoreSettings } from "../../src/config/store-settings.ts";
import { sha256 } from "../../src/objects/s3-connection.ts";
import type { Certificate } from "./certificates.ts";
import { recordsIn } from "../../src/objects/xml-records.ts";

const BUCKET = "a-bucket";
const PREFIX = "studio/";
/** Of all parts but the last. */
const PART_BYTES_MIN = 5 * 1024 ** 2;

interface Upload {
  readonly key: string;
  readonly begunAt: Date;
  readonly parts: Map<number, Uint8Array>;
}

/** A small S3 server in this process: objects, ranges, lists in pages, uploads in parts. It checks digests, but no signatures. */
export class FakeS3 {
  readonly objects = new Map<string, { bytes: Uint8Array; changedAt: Date }>();
  readonly uploads = new Map<string, Upload>();
  /** `METHOD key` of every request. */
  readonly requests: string[] = [];
  /** Keys in a page of a list. */
  pageSize = 1_000;
  /** Whether the answers to the ends of uploads are lost: another attempt gets the answer of a store that has ended it. */
  losesEnds = false;
  /** Whether the answer to a request is lost after its work was done. */
  losesAnswer: () => boolean = () => false;
  /** Answers a request instead of the store; null for the usual answer. */
  instead: (request: Request, key: string) => Response | null = () => null;
  readonly #server: Bun.Server<undefined>;

  constructor(certificate: Certificate | null = null) {
    const tls = certificate === null ? {} : { tls: { cert: certificate.certPem, key: certificate.keyPem } };
    this.#server = Bun.serve({ port: 0, hostname: "127.0.0.1", ...tls, fetch: (request) => this.#answer(request) });
  }

  settings(more: Partial<StoreSettings> = {}): StoreSettings {
    return {
      url: `s3://${BUCKET}/studio`,
      bucket: BUCKET,
      prefix: PREFIX,
      endpoint: this.#server.url.origin,
      region: "us-east-1",
      accessKey: "an-access-key",
      secretKey: "a-secret-key",
      pathStyle: true,
      cacheBytes: 1024 ** 3,
      checkDays: 0,
      redirects: false,
      ca: null,
      ...more,
    };
  }

  /** The same as options of `serve`. */
  options(): Readonly<Record<string, string>> {
    const { url, endpoint, accessKey, secretKey } = this.settings();
    return { store: url, "store-endpoint": endpoint, "store-access-key": accessKey, "store-secret-key": secretKey };
  }

  /** The bytes of an object; the key is relative to the prefix. */
  bytesOf(key: string): Uint8Array | null {
    return this.objects.get(PREFIX + key)?.bytes ?? null;
  }

  set(key: string, bytes: Uint8Array, changedAt = new Date()): void {
    this.objects.set(PREFIX + key, { bytes, changedAt });
  }

  async stop(): Promise<void> {
    await this.#server.stop(true);
  }

  async #answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    // Signatures of S3 are for `%20`, and servers differ in what `+` means.
    if (url.search.includes("+")) return errorAnswer(403, "SignatureDoesNotMatch");
    const key = decodeURIComponent(url.pathname.slice(`/${BUCKET}/`.length));
    this.requests.push(`${request.method} ${key}`);
    const instead = this.instead(request, key);
    if (instead !== null) return instead;
    if (!url.pathname.startsWith(`/${BUCKET}`)) return errorAnswer(404, "NoSuchBucket");
    const body = await request.bytes();
    const isLink = url.searchParams.has("X-Amz-Signature");
    if (!isLink && sha256(body) !== request.headers.get("x-amz-content-sha256")) {
      return errorAnswer(400, "XAmzContentSHA256Mismatch");
    }
    if (key === "") return url.searchParams.has("uploads") ? this.#listUploads() : this.#list(url.searchParams);
    const answer = this.#answerObject(request, { key, query: url.searchParams, body });
    if (this.losesAnswer()) return new Response(null, { status: 502 });
    const isEnd = request.method === "POST" && url.searchParams.has("uploadId");
    return isEnd && answer.ok && this.losesEnds ? new Response(null, { status: 502 }) : answer;
  }

  #answerObject(
    request: Request,
    { key, query, body }: { readonly key: string; readonly query: URLSearchParams; readonly body: Uint8Array },
  ): Response {
    const uploadId = query.get("uploadId");
    if (request.method === "POST" && query.has("uploads")) {
      const id = String(this.uploads.size + 1);
      this.uploads.set(id, { key, begunAt: new Date(), parts: new Map() });
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (uploadId !== null) return this.#answerUpload(request, uploadId, { query, body });
    const found = this.objects.get(key);
    switch (request.method) {
      case "PUT":
        this.objects.set(key, { bytes: body, changedAt: new Date() });
        return new Response(null, { headers: { etag: etagOf(body) } });
      case "DELETE":
        this.objects.delete(key);
        return new Response(null, { status: 204 });
      default:
        return found === undefined ? errorAnswer(404, "NoSuchKey") : rangeOf(request, found);
    }
  }

  #answerUpload(
    { method }: Request,
    id: string,
    { query, body }: { readonly query: URLSearchParams; readonly body: Uint8Array },
  ): Response {
    const upload = this.uploads.get(id);
    if (upload === undefined) return errorAnswer(404, "NoSuchUpload");
    if (method === "PUT") {
      upload.parts.set(Number(query.get("partNumber")), body);
      return new Response(null, { headers: { etag: etagOf(body) } });
    }
    if (method === "DELETE") {
      this.uploads.delete(id);
      return new Response(null, { status: 204 });
    }
    const listed = recordsIn(new TextDecoder().decode(body), "Part");
    const numbers = listed.map((part) => Number(part.get("PartNumber")));
    if (numbers.some((number, at) => number <= (numbers[at - 1] ?? 0))) return errorAnswer(400, "InvalidPartOrder");
    const parts: Uint8Array[] = [];
    for (const [at, number] of numbers.entries()) {
      const part = upload.parts.get(number);
      if (part === undefined || listed[at]?.get("ETag") !== etagOf(part)) return errorAnswer(400, "InvalidPart");
      const isLast = at === numbers.length - 1;
      if (!isLast && part.byteLength < PART_BYTES_MIN) return errorAnswer(400, "EntityTooSmall");
      parts.push(part);
    }
    if (parts.length === 0) return errorAnswer(400, "MalformedXML");
    this.uploads.delete(id);
    this.objects.set(upload.key, { bytes: Buffer.concat(parts), changedAt: new Date() });
    return xml("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
  }

  #list(query: URLSearchParams): Response {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).toSorted();
    const rest = keys.filter((key) => key > (query.get("continuation-token") ?? ""));
    const page = rest.slice(0, this.pageSize);
    const contents = page.map((key) => {
      const { bytes, changedAt } = this.objects.get(key) ?? { bytes: new Uint8Array(), changedAt: new Date() };
      return `<Contents><Key>${key}</Key><Size>${bytes.byteLength}</Size><LastModified>${changedAt.toISOString()}</LastModified></Contents>`;
    });
    const isTruncated = rest.length > page.length;
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    return xml(
      `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`,
    );
  }

  #listUploads(): Response {
    const uploads = [...this.uploads].map(
      ([id, { key, begunAt }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
    );
    return xml(
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join("")}</ListMultipartUploadsResult>`,
    );
  }
}

function rangeOf(
  { method, headers, url }: Request,
  { bytes, changedAt }: { readonly bytes: Uint8Array; readonly changedAt: Date },
): Response {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.get("range") ?? "") ?? [];
  const isPart = first !== undefined;
  const body = isPart ? bytes.slice(Number(first), Number(last) + 1) : bytes;
  if (isPart && Number(first) >= bytes.byteLength) return errorAnswer(416, "InvalidRange");
  return new Response(method === "HEAD" ? null : Buffer.from(body), {
    status: isPart ? 206 : 200,
    headers: {
      "last-modified": changedAt.toUTCString(),
      "content-length": String(body.byteLength),
      ...answerHeaders(new URL(url).searchParams),
    },
  });
}

/** Headers that a link asks for. */
function answerHeaders(query: URLSearchParams): Record<string, string> {
  const names = ["content-type", "content-disposition"];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(`response-${name}`);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function etagOf(bytes: Uint8Array): string {
  return `"${sha256(bytes)}"`;
}

function errorAnswer(status: number, code: string): Response {
  return new Response(`<Error><Code>${code}</Code></Error>`, { status });
}

function xml(text: string): Response {
  return new Response(`<?xml version="1.0"?>${text}`);
}
