import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { ServiceDb } from "../../db/service-db.ts";
import { refuse } from "../../lib/refusal.ts";
import type { MediaFiles } from "../store/media-files.ts";
import { type MadeReader, putSourceDigest, type SourceStamp } from "./store.ts";
import { sourcesOf, type Wanted } from "./wanted.ts";

const STORE_REF = /^store:([0-9a-f]{64})\./;

/** A source as it lies on the disk. */
export interface ReadSource {
  readonly path: string;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
}

/** What sources are told by: a digest that is in the ref already, or is found by reading the file once, and kept. */
export class SourceDigests {
  readonly #db: ServiceDb;
  readonly #reader: MadeReader;
  readonly #files: MediaFiles;
  readonly #reading = new Map<string, Promise<ReadSource>>();

  constructor(db: ServiceDb, reader: MadeReader, files: MediaFiles) {
    this.#db = db;
    this.#reader = reader;
    this.#files = files;
  }

  /** Where a source lies, and its digest. Throws Refused (404) for what is gone, and the signal's reason. */
  read(ref: string, signal: AbortSignal): Promise<ReadSource> {
    const present = this.#reading.get(ref);
    if (present !== undefined) return present;
    const reading = this.#read(ref, signal).finally(() => this.#reading.delete(ref));
    this.#reading.set(ref, reading);
    return reading;
  }

  async #read(ref: string, signal: AbortSignal): Promise<ReadSource> {
    const path = await this.#files.locate(ref);
    const stamp = await stampOf(path);
    const inStore = digestInRef(ref);
    if (inStore !== null) return { path, digest: inStore };
    const known = this.#reader.source(ref);
    if (known !== null && known.digest !== null && isSame(known, stamp)) return { path, digest: known.digest };
    const digest = await digestFile(path, signal);
    if (!isSame(await stampOf(path), stamp)) throw new Error("A source was changed while it was read.");
    this.#db.transaction((tx) => putSourceDigest(tx, ref, stamp, digest));
    return { path, digest };
  }
}

/** The digest of what something is made of, as far as it is known without reading a file; null where it is not. */
export function knownDigest(reader: MadeReader, wanted: Wanted): string | null {
  const digests = sourcesOf(wanted).map((ref) => digestInRef(ref) ?? reader.source(ref)?.digest ?? null);
  return digests.includes(null) ? null : joinedDigest(wanted, digests.map(String));
}

/** Of one source its own; of an archive one over the digests and names of what it holds. */
export function joinedDigest(wanted: Wanted, digests: readonly string[]): string {
  if (wanted.kind !== "stems") return digests[0] ?? "";
  const hasher = new Bun.CryptoHasher("sha256");
  for (const [index, { name }] of wanted.stems.entries()) hasher.update(`${digests[index]} ${name}\n`);
  return hasher.digest("hex");
}

function digestInRef(ref: string): string | null {
  return STORE_REF.exec(ref)?.[1] ?? null;
}

async function digestFile(path: string, signal: AbortSignal): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of createReadStream(path, { signal, highWaterMark: 1024 ** 2 })) hasher.update(chunk);
  return hasher.digest("hex");
}

async function stampOf(path: string): Promise<SourceStamp> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw refuse("not_found");
  const { size, mtimeMs } = found;
  return { byteSize: size, modifiedAt: Math.trunc(mtimeMs) };
}

function isSame(one: SourceStamp, other: SourceStamp): boolean {
  return one.byteSize === other.byteSize && one.modifiedAt === other.modifiedAt;
}
