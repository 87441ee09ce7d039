import { extname } from "node:path";
import { isLive, type KeyRow } from "../keys/key.ts";
import type { KeyReader } from "../keys/store.ts";
import { Refused, refusal, refuse } from "../lib/refusal.ts";
import type { ServedFile } from "./serve-file.ts";
import { isSignatureValid, type MediaTarget } from "./signed-url.ts";
import { type FileMedia, losslessOf } from "./targets.ts";

/** When to ask again for a file that is still to be made. */
const RETRY_AFTER_SECONDS = 60;

/** What the catalog knows of media, by id. */
export interface MediaShelf {
  /** Null for an id the catalog does not have. `title` names the download. */
  audioFile(id: string): (FileMedia & { readonly title: string }) | null;
  /** Null for an unknown song; `path` is null for one without an archive. */
  stems(songId: string): { readonly path: string | null; readonly title: string } | null;
}

export interface MediaAccess {
  readonly secret: string;
  readonly keys: Pick<KeyReader, "row">;
  readonly shelf: MediaShelf;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * The file that a signed URL opens. Throws Refused: 403 for every reason that the link itself gives, in one
 * wording; 404 for what the catalog does not have; 503 for a file that is still to be made.
 */
export function openMedia(target: MediaTarget, parameters: URLSearchParams, access: MediaAccess): ServedFile {
  if (!isSignatureValid(access.secret, target, parameters, access.now)) throw refuse("forbidden_media");
  const key = access.keys.row(parameters.get("key") ?? "");
  if (key === null || key.revokedAt !== null || !mayOpen(key, target)) throw refuse("forbidden_media");
  return target.kind === "stems" ? openStems(target.songId, access.shelf) : openAudio(target, access.shelf);
}

/** A key that is not live hears the watermark only, even if an older link, or a forged one, says otherwise. */
function mayOpen(key: KeyRow, target: MediaTarget): boolean {
  return target.kind === "watermarked" || isLive(key);
}

function openStems(songId: string, shelf: MediaShelf): ServedFile {
  const stems = shelf.stems(songId);
  if (stems === null || stems.path === null) throw refuse("not_found");
  const extension = extname(stems.path).toLowerCase() || ".zip";
  const contentType = extension === ".zip" ? "application/zip" : "application/octet-stream";
  return { path: stems.path, contentType, downloadName: `${stems.title} (stems)${extension}` };
}

function openAudio(target: Exclude<MediaTarget, { kind: "stems" }>, shelf: MediaShelf): ServedFile {
  const file = shelf.audioFile(target.audioFileId);
  if (file === null || (file.wavPath === null && file.mp3Path === null)) throw refuse("not_found");
  if (target.kind === "wav") {
    const lossless = losslessOf(file);
    if (lossless === null) throw refuse("not_found");
    return { ...lossless, downloadName: file.title + extname(lossless.path).toLowerCase() };
  }
  if (target.kind === "watermarked" || file.mp3Path === null) throw stillToBeMade();
  return { path: file.mp3Path, contentType: "audio/mpeg", downloadName: `${file.title}.mp3` };
}

function stillToBeMade(): Refused {
  return new Refused([refusal("not_ready")], { "retry-after": String(RETRY_AFTER_SECONDS) });
}
