import { access, constants } from "node:fs/promises";
import { parseMediaRef, type RenderedRef } from "../../../schema/media-ref.ts";
import { sourceDigest } from "../../audio/source-digest.ts";
import { findSource, knownDigests, putSource } from "../../audio/source-store.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import type { Work } from "../../db/work.ts";
import { hasErrorCode } from "../../lib/error-code.ts";
import { describeForbidden } from "../../lib/forbidden.ts";
import { refuse } from "../../lib/refusal.ts";
import { soundDigest } from "../../sound/render-apart.ts";
import { partOf, type SoundSong } from "../../sound/sound-song.ts";
import type { MediaFiles } from "../store/media-files.ts";
import { sourcesOf, type MakeTask } from "./make-task.ts";

/** The source of a file: another file, or a part of a demonstration song to render. */
export type Source =
  | { readonly kind: "file"; readonly digest: string; readonly path: string }
  | { readonly kind: "rendered"; readonly digest: string; readonly song: SoundSong; readonly part: string };

export interface SourcesParts {
  readonly db: ServiceDb;
  readonly files: MediaFiles;
  /** A song of the current catalog; null for an unknown id. */
  songOf(songId: string): SoundSong | null;
}

/** Finds sources and their digests. A file in place is read once for its digest; a rendered part has the digest of its song's fields. */
export class Sources {
  readonly #parts: SourcesParts;
  readonly #reading = new Map<string, Promise<Source>>();

  constructor(parts: SourcesParts) {
    this.#parts = parts;
  }

  /** The digest of the sources; null if a file must be read first, or the catalog lacks a song. */
  *knownDigest(task: MakeTask): Work<string | null> {
    const known = yield* knownDigests(this.#parts.db, sourcesOf(task));
    return taskDigest(task, (ref) => {
      const parsed = parseMediaRef(ref);
      return (parsed?.kind === "rendered" ? this.#rendered(parsed)?.digest : known.get(ref)) ?? null;
    });
  }

  /** Throws Refused (404) for a missing source, and the signal's reason. */
  read(ref: string, signal: AbortSignal): Promise<Source> {
    const present = this.#reading.get(ref);
    if (present !== undefined) return present;
    const reading = this.#read(ref, signal).finally(() => this.#reading.delete(ref));
    this.#reading.set(ref, reading);
    return reading;
  }

  async #read(ref: string, signal: AbortSignal): Promise<Source> {
    const { db, files } = this.#parts;
    const parsed = parseMediaRef(ref);
    if (parsed?.kind === "rendered") {
      const source = this.#rendered(parsed);
      if (source === null) throw refuse("not_found");
      const { digest } = source;
      // While a catalog names the part, this row prevents the sweep from deleting files that were generated from it.
      if ((await db.read(findSource(db, ref)))?.digest !== digest) {
        await db.write((tx) => putSource(tx, { ref, byteSize: 0, modifiedAt: 0, digest }));
      }
      return source;
    }
    const path = await files.locate(ref);
    await access(path, constants.R_OK).catch((error: unknown) => {
      // The file can be used once its permissions are corrected, so it must not count as unusable.
      if (hasErrorCode(error, "EACCES", "EPERM")) throw new Error(describeForbidden(path), { cause: error });
      throw refuse("not_found");
    });
    return { kind: "file", digest: await sourceDigest(db, { ref, path }, signal), path };
  }

  #rendered({ songId, part }: RenderedRef): Source | null {
    const song = this.#parts.songOf(songId);
    if (song === null || !song.audioFiles.some((file) => partOf(song, file) === part)) return null;
    return { kind: "rendered", digest: soundDigest(song, part), song, part };
  }
}

export function pathsOf(sources: readonly Source[]): readonly string[] {
  return sources.flatMap((source) => (source.kind === "file" ? [source.path] : []));
}

/** The sources that must be rendered to a WAV first. */
export function renderedSourcesOf(task: MakeTask): readonly string[] {
  if (task.kind === "wav") return [];
  return sourcesOf(task).filter((ref) => parseMediaRef(ref)?.kind === "rendered");
}

/** The digest under which the result is stored; null if `digestOf` returns null for a source. */
export function taskDigest(task: MakeTask, digestOf: (ref: string) => string | null): string | null {
  const digests = sourcesOf(task).map(digestOf);
  return digests.includes(null) ? null : joinedDigest(task, digests.map(String));
}

/** The digest of a single source; for an archive, a digest over the digests and names of its files. */
export function joinedDigest(task: MakeTask, digests: readonly string[]): string {
  if (task.kind !== "stems") return digests[0] ?? "";
  const hasher = new Bun.CryptoHasher("sha256");
  for (const [index, { name }] of task.stems.entries()) hasher.update(`${digests[index]} ${name}\n`);
  return hasher.digest("hex");
}
