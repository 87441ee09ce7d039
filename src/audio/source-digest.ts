import { createReadStream } from "node:fs";
import { digestInRef } from "../../schema/media-ref.ts";
import type { ServiceDb } from "../db/service-db.ts";
import { isSameStamp, stampOf } from "../lib/file-stamp.ts";
import { findSource, putSource } from "./source-store.ts";

const CHUNK_BYTES = 1024 ** 2;

/**
 * The SHA-256 of the file at `path`, in hexadecimal. A file in place is read only if it has changed since it was last
 * read; its digest is stored. Throws what the file system reports, and the signal's reason.
 */
export async function sourceDigest(
  db: ServiceDb,
  { ref, path }: { readonly ref: string; readonly path: string },
  signal: AbortSignal,
): Promise<string> {
  const stamp = await stampOf(path);
  const inRef = digestInRef(ref);
  if (inRef !== null) return inRef;
  const known = await db.read(findSource(db, ref));
  if (known !== null && known.digest !== null && isSameStamp(known, stamp)) return known.digest;
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of createReadStream(path, { signal, highWaterMark: CHUNK_BYTES })) hasher.update(chunk);
  const digest = hasher.digest("hex");
  if (!isSameStamp(await stampOf(path), stamp)) throw new Error("The file changed while it was read.");
  await db.write((tx) => putSource(tx, { ref, ...stamp, digest }));
  return digest;
}
