import type { StoreSettings } from "../config/store-settings.ts";
import { assert } from "../lib/assert.ts";
import { systemTimer, type Timer } from "../lib/timer.ts";
import {
  type LinkHeaders,
  type ObjectContent,
  ObjectMissing,
  type ObjectStore,
  ObjectStoreFailed,
  READ_BYTES_MAX,
  type StoredObject,
} from "./object-store.ts";
import { errorCodeIn, S3Connection } from "./s3-connection.ts";
import { uploadFile } from "./s3-upload.ts";
import { recordIn, recordsIn, type XmlRecord } from "./xml-records.ts";

/** For this time, a bucket that exists is not looked for again. */
const BUCKET_SEEN_MS = 5_000;

/** Objects in one bucket of an S3-compatible server, below a prefix. */
export class S3Objects implements ObjectStore {
  readonly name: string;
  readonly #connection: S3Connection;
  readonly #prefix: string;
  /** When the bucket was found to exist, on the clock of `performance.now()`. */
  #bucketSeenAt = -Infinity;

  constructor(settings: StoreSettings, timer: Timer = systemTimer) {
    this.name = settings.url;
    this.#connection = new S3Connection(settings, timer);
    this.#prefix = settings.prefix;
  }

  async check(signal: AbortSignal | null): Promise<void> {
    await this.#document("ListBucketResult", { "list-type": "2", "max-keys": "1", prefix: this.#prefix }, signal);
    this.#bucketSeenAt = performance.now();
  }

  async put(key: string, path: string, content: ObjectContent, signal: AbortSignal | null): Promise<void> {
    await uploadFile({ connection: this.#connection, key: this.#prefix + key, path, content, signal });
  }

  async find(key: string, signal: AbortSignal | null): Promise<StoredObject | null> {
    const { status, headers } = await this.#connection.send({
      method: "HEAD",
      key: this.#prefix + key,
      handles: [404],
      signal,
    });
    if (status === 404) {
      // A HEAD does not say whether the object or the bucket is missing.
      if (performance.now() - this.#bucketSeenAt > BUCKET_SEEN_MS) await this.check(signal);
      return null;
    }
    return {
      key,
      byteSize: Number(headers.get("content-length") ?? Number.NaN),
      changedAt: Date.parse(headers.get("last-modified") ?? ""),
    };
  }

  async read(key: string, first: number, last: number, signal: AbortSignal | null): Promise<Uint8Array> {
    const length = last - first + 1;
    assert(length > 0 && length <= READ_BYTES_MAX, "a range has between 1 and READ_BYTES_MAX bytes");
    const { status, bytes } = await this.#connection.send({
      method: "GET",
      key: this.#prefix + key,
      headers: { range: `bytes=${first}-${last}` },
      bytesMax: READ_BYTES_MAX,
      handles: [404, 416],
      signal,
    });
    if (status === 404 && errorCodeIn(bytes) === "NoSuchBucket") {
      throw new ObjectStoreFailed("failed", `There is no bucket for ${this.name}.`);
    }
    if (status === 404) throw new ObjectMissing(`${this.name} has no object ${key}.`);
    if (status === 416) throw new ObjectMissing(`The object ${key} in ${this.name} is shorter than it should be.`);
    if (bytes.byteLength !== length) {
      throw new ObjectStoreFailed("failed", `${this.name} sent ${bytes.byteLength} of ${length} bytes of ${key}.`);
    }
    return bytes;
  }

  async linkTo(key: string, { contentType, contentDisposition }: LinkHeaders, seconds: number): Promise<string> {
    const query = {
      "response-content-type": contentType,
      ...(contentDisposition === null ? {} : { "response-content-disposition": contentDisposition }),
    };
    return await this.#connection.presign(this.#prefix + key, query, seconds);
  }

  async remove(key: string): Promise<void> {
    await this.#connection.send({ method: "DELETE", key: this.#prefix + key, handles: [404] });
  }

  async *list(prefix: string, signal: AbortSignal | null): AsyncGenerator<readonly StoredObject[]> {
    let token = "";
    do {
      const query = {
        "list-type": "2",
        prefix: this.#prefix + prefix,
        ...(token === "" ? {} : { "continuation-token": token }),
      };
      const xml = await this.#document("ListBucketResult", query, signal);
      yield recordsIn(xml, "Contents").map((record) => ({
        key: (record.get("Key") ?? "").slice(this.#prefix.length),
        byteSize: Number(record.get("Size")),
        changedAt: Date.parse(record.get("LastModified") ?? ""),
      }));
      const page = recordIn(xml, "ListBucketResult");
      token = page.get("IsTruncated") === "true" ? this.#tokenIn(page, token) : "";
    } while (token !== "");
  }

  async abortUploads(time: number): Promise<number> {
    let aborted = 0;
    let markers: Readonly<Record<string, string>> = {};
    for (;;) {
      const xml = await this.#document(
        "ListMultipartUploadsResult",
        { uploads: "", prefix: this.#prefix, ...markers },
        null,
      );
      for (const record of recordsIn(xml, "Upload")) {
        const [key, uploadId] = [record.get("Key") ?? "", record.get("UploadId") ?? ""];
        const begunAt = Date.parse(record.get("Initiated") ?? "");
        if (!key.startsWith(this.#prefix) || !(begunAt < time)) continue;
        await this.#connection.send({ method: "DELETE", key, query: { uploadId }, handles: [404] });
        aborted += 1;
      }
      const page = recordIn(xml, "ListMultipartUploadsResult");
      if (page.get("IsTruncated") !== "true") return aborted;
      const [keyMarker, idMarker] = [page.get("NextKeyMarker") ?? "", page.get("NextUploadIdMarker") ?? ""];
      if (keyMarker === "" || (keyMarker === markers["key-marker"] && idMarker === markers["upload-id-marker"])) {
        throw this.#incomplete("uploads");
      }
      markers = { "key-marker": keyMarker, "upload-id-marker": idMarker };
    }
  }

  /** Throws unless it differs from the token of this page: a sweep or a check must not take a part of the objects for all. */
  #tokenIn(page: XmlRecord, former: string): string {
    const token = page.get("NextContinuationToken") ?? "";
    if (token === "" || token === former) throw this.#incomplete("objects");
    return token;
  }

  #incomplete(what: "objects" | "uploads"): ObjectStoreFailed {
    return new ObjectStoreFailed(
      "failed",
      `${this.name} sent an incomplete list of ${what} that does not say how it goes on.`,
    );
  }

  /** Returns an XML document. Throws ObjectStoreFailed if it is not a `root`. */
  async #document(root: string, query: Readonly<Record<string, string>>, signal: AbortSignal | null): Promise<string> {
    const { bytes } = await this.#connection.send({ method: "GET", key: "", query, signal });
    const xml = new TextDecoder().decode(bytes);
    if (recordsIn(xml, root).length > 0) return xml;
    throw new ObjectStoreFailed("failed", `${this.name} was answered with a document that is not a ${root}.`);
  }
}
