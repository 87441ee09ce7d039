import { open } from "node:fs/promises";
import { type ObjectContent, ObjectStoreFailed } from "./object-store.ts";
import { digestInTurns } from "./digest-in-turns.ts";
import type { S3Connection } from "./s3-connection.ts";
import { recordIn } from "./xml-records.ts";

const MEBIBYTE = 1024 ** 2;
/** A smaller object is sent in one request. */
const SINGLE_BYTES_MAX = 16 * MEBIBYTE;
const PART_BYTES = 8 * MEBIBYTE;
/** Limit of S3. */
const PARTS_MAX = 10_000;
/** Parts in flight. Each is in memory. */
const PARALLEL_MAX = 2;

export interface S3Upload {
  readonly connection: S3Connection;
  readonly key: string;
  readonly path: string;
  readonly content: ObjectContent;
  readonly signal: AbortSignal | null;
}

/**
 * Uploads a file: a small one in one request, a larger one in parts, two of which are in memory. Each request has the digest of its
 * bytes, which the server checks; the digest of all bytes is checked before the object appears.
 */
export async function uploadFile(upload: S3Upload): Promise<void> {
  if (upload.content.byteSize <= SINGLE_BYTES_MAX) await putOnce(upload);
  else await putInParts(upload);
}

async function putOnce({ connection, key, path, content, signal }: S3Upload): Promise<void> {
  const body = await Bun.file(path).bytes();
  const hasher = new Bun.CryptoHasher("sha256");
  await digestInTurns(body, [hasher], signal);
  if (hasher.digest("hex") !== content.digest) throw changed(path);
  await connection.send({ method: "PUT", key, body, digest: content.digest, signal });
}

async function putInParts(upload: S3Upload): Promise<void> {
  const { connection, key, path, signal } = upload;
  const begun = await connection.send({ method: "POST", key, query: { uploads: "" }, signal });
  const uploadId = recordIn(textOf(begun.bytes), "InitiateMultipartUploadResult").get("UploadId") ?? "";
  if (uploadId === "") throw new ObjectStoreFailed("failed", `The store began no upload of ${path}.`);
  try {
    const etags = await sendParts(upload, uploadId);
    const list = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`);
    const ended = await connection.send({ method: "POST", key, query: { uploadId }, body, handles: [404], signal });
    // The upload has ended already if the answer to a former attempt was lost.
    if (ended.status === 404 && (await isWhole(upload))) return;
    // S3 can answer with 200 before it knows the outcome.
    const code = ended.status === 404 ? "404" : recordIn(textOf(ended.bytes), "Error").get("Code");
    if (code !== undefined) throw new ObjectStoreFailed("failed", `The upload of ${path} ended with ${code}.`);
  } catch (error) {
    // The sweep repeats a failed attempt.
    await connection.send({ method: "DELETE", key, query: { uploadId }, handles: [404] }).catch(() => undefined);
    throw error;
  }
}

async function isWhole({ connection, key, content, signal }: S3Upload): Promise<boolean> {
  const { status, headers } = await connection.send({ method: "HEAD", key, handles: [404], signal });
  return status !== 404 && headers.get("content-length") === String(content.byteSize);
}

async function sendParts({ connection, key, path, content, signal }: S3Upload, uploadId: string): Promise<string[]> {
  const { byteSize } = content;
  const partBytes = Math.max(PART_BYTES, Math.ceil(byteSize / PARTS_MAX / MEBIBYTE) * MEBIBYTE);
  const hasher = new Bun.CryptoHasher("sha256");
  const etags: Promise<string>[] = [];
  const file = await open(path, "r");
  try {
    for (let at = 0; at < byteSize; at += partBytes) {
      // Throws if that part has failed.
      await etags[etags.length - PARALLEL_MAX];
      const body = new Uint8Array(Math.min(partBytes, byteSize - at));
      if ((await file.read(body, 0, body.byteLength, at)).bytesRead < body.byteLength) throw changed(path);
      const ofPart = new Bun.CryptoHasher("sha256");
      await digestInTurns(body, [hasher, ofPart], signal);
      const query = { partNumber: String(etags.length + 1), uploadId };
      const digest = ofPart.digest("hex");
      const sending = connection.send({ method: "PUT", key, query, body, digest, signal });
      const etag = sending.then(({ headers }) => headers.get("etag") ?? "");
      // The failure is thrown when the part is awaited.
      etag.catch(() => undefined);
      etags.push(etag);
    }
    await Promise.all(etags);
  } finally {
    await Promise.allSettled(etags);
    await file.close();
  }
  if (hasher.digest("hex") !== content.digest) throw changed(path);
  return await Promise.all(etags);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function changed(path: string): Error {
  return new Error(`${path} changed while it was uploaded.`);
}
