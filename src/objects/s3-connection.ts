import { AwsV4Signer } from "aws4fetch";
import type { StoreSettings } from "../config/store-settings.ts";
import { messageOf } from "../lib/assert.ts";
import { errorCode } from "../lib/error-code.ts";
import { SECOND_MS } from "../lib/clock.ts";
import type { Timer } from "../lib/timer.ts";
import { TimeLimitExceeded, withTimeLimit } from "../lib/with-time-limit.ts";
import { ObjectStoreFailed } from "./object-store.ts";
import { recordIn } from "./xml-records.ts";

/** An import sends up to 64 MiB at the same time, four files in one request of 16 MiB each or in two parts of 8 MiB: 270 s at 2 Mbit/s. */
const UPLOAD_LIMIT_MS = 300 * SECOND_MS;
/** A client waits for it. */
const LIMIT_MS = 10 * SECOND_MS;
/** Waits before the second and the third attempt. */
const RETRY_WAITS_MS = [200, SECOND_MS];
/** Of a list of a thousand keys, or of an error. */
const DOCUMENT_BYTES_MAX = 4 * 1024 ** 2;
const EMPTY_DIGEST = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
/** Why a certificate is not accepted. */
const UNTRUSTED_CODE = /CERT|^UNABLE_TO_|SIGNATURE|ISSUER|^HOSTNAME_MISMATCH$|^INVALID_(CA|PURPOSE)$/;
/** Answers that another attempt can change. */
const RETRIED_STATUS = new Set([408, 429, 500, 502, 503, 504]);

export interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Empty for the bucket. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the body, if it is known. The server refuses a body with another one. */
  readonly digest?: string;
  /** Bytes of an answer with data. */
  readonly bytesMax?: number;
  /** Statuses that the caller handles. Others throw ObjectStoreFailed. */
  readonly handles?: readonly number[];
  readonly signal?: AbortSignal | null;
}

export interface S3Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** Sends signed requests to one bucket. Each has a time limit, a limit of bytes and at most three attempts. */
export class S3Connection {
  readonly #settings: StoreSettings;
  readonly #timer: Timer;
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(settings: StoreSettings, timer: Timer) {
    this.#settings = settings;
    this.#timer = timer;
  }

  /** Throws ObjectStoreFailed, or the signal's reason. */
  async send(request: S3Request): Promise<S3Answer> {
    for (let attempt = 0; ; attempt++) {
      const waitMs = RETRY_WAITS_MS[attempt];
      try {
        const answer = await this.#attempt(request);
        if (waitMs === undefined || !RETRIED_STATUS.has(answer.status)) return this.#checked(request, answer);
      } catch (error) {
        request.signal?.throwIfAborted();
        if (error instanceof ObjectStoreFailed) throw error;
        if (UNTRUSTED_CODE.test(errorCode(error) ?? "")) throw this.#untrusted(error);
        const isSlow = error instanceof TimeLimitExceeded && request.body === undefined;
        if (waitMs === undefined || isSlow) throw this.#unreachable(error);
      }
      await this.#pause(waitMs, request.signal ?? null);
    }
  }

  /** Returns a URL that reads an object without keys for this many seconds. `query` can set headers of the answer. */
  async presign(key: string, query: Readonly<Record<string, string>>, seconds: number): Promise<string> {
    const { accessKey, secretKey, region } = this.#settings;
    const signer = new AwsV4Signer({
      method: "GET",
      url: this.#urlOf({ method: "GET", key, query: { ...query, "X-Amz-Expires": String(seconds) } }),
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: "s3",
      region,
      signQuery: true,
      cache: this.#signingKeys,
    });
    return sentUrl((await signer.sign()).url);
  }

  async #attempt(request: S3Request): Promise<S3Answer> {
    const { method, body, digest = body === undefined ? EMPTY_DIGEST : sha256(body), signal } = request;
    const { accessKey, secretKey, region } = this.#settings;
    const signer = new AwsV4Signer({
      method,
      url: this.#urlOf(request),
      headers: { ...request.headers, "x-amz-content-sha256": digest },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: "s3",
      region,
      cache: this.#signingKeys,
    });
    const { url, headers } = await signer.sign();
    const limitMs = body === undefined ? LIMIT_MS : UPLOAD_LIMIT_MS;
    return await withTimeLimit(limitMs, this.#timer, signal ?? new AbortController().signal, async (limited) => {
      const response = await fetch(sentUrl(url), {
        method,
        headers,
        redirect: "manual",
        decompress: false,
        signal: limited,
        ...(body === undefined ? {} : { body }),
        ...(this.#settings.ca === null ? {} : { tls: { ca: this.#settings.ca } }),
      });
      const bytes = await readAtMost(response, request.bytesMax ?? DOCUMENT_BYTES_MAX);
      return { status: response.status, headers: response.headers, bytes };
    });
  }

  #urlOf({ key, query = {} }: S3Request): string {
    const { endpoint, bucket, pathStyle } = this.#settings;
    const base = new URL(endpoint);
    if (!pathStyle) base.hostname = `${bucket}.${base.hostname}`;
    const path = [...(pathStyle ? [bucket] : []), ...(key === "" ? [] : [key])].join("/");
    base.pathname = `${base.pathname.replace(/\/$/, "")}/${path}`;
    for (const [name, value] of Object.entries(query)) base.searchParams.set(name, value);
    return base.href;
  }

  #checked({ method, key, handles = [] }: S3Request, answer: S3Answer): S3Answer {
    const { status, bytes } = answer;
    if ((status >= 200 && status < 300) || handles.includes(status)) return answer;
    const code = method === "HEAD" ? "" : errorCodeIn(bytes);
    const what = `${method} ${this.#settings.bucket}/${key} was answered with ${status}${code === "" ? "" : ` ${code}`}`;
    if (status === 401 || status === 403) {
      const advice =
        code === "RequestTimeTooSkewed"
          ? "Set the clock of this machine, or that of the store, preferably by NTP."
          : "Check the keys of the store and their rights.";
      throw new ObjectStoreFailed("refused", `${what}. ${advice}`);
    }
    throw new ObjectStoreFailed("failed", `${what}.`);
  }

  #unreachable(cause: unknown): ObjectStoreFailed {
    const message = `${this.#settings.endpoint} does not answer (${messageOf(cause)}).`;
    return new ObjectStoreFailed("unreachable", message, { cause });
  }

  #untrusted(cause: unknown): ObjectStoreFailed {
    const message = `The certificate of ${this.#settings.endpoint} is not accepted (${errorCode(cause)}).`;
    return new ObjectStoreFailed("untrusted", message, { cause });
  }

  async #pause(waitMs: number, signal: AbortSignal | null): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = (): void => resolve();
    const cancel = this.#timer.after(waitMs, end);
    signal?.addEventListener("abort", end, { once: true });
    await promise;
    signal?.removeEventListener("abort", end);
    cancel();
    signal?.throwIfAborted();
  }
}

/** URLSearchParams writes a space as `+`. S3 signatures are for `%20`, and some servers take `+` for itself; a real one is `%2B`. */
function sentUrl(url: URL): string {
  const sent = new URL(url);
  sent.search = url.search.replaceAll("+", "%20");
  return sent.href;
}

async function readAtMost(response: Response, bytesMax: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  if (response.body === null) return new Uint8Array();
  for await (const piece of response.body) {
    size += piece.byteLength;
    if (size > bytesMax) throw new ObjectStoreFailed("failed", `${response.url} sent more than ${bytesMax} bytes.`);
    pieces.push(piece);
  }
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
}

/** `NoSuchBucket` and the like; empty for an answer that S3 did not write. */
export function errorCodeIn(bytes: Uint8Array): string {
  try {
    return recordIn(new TextDecoder().decode(bytes), "Error").get("Code") ?? "";
  } catch {
    return "";
  }
}

export function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}
