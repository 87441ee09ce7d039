import type { Work } from "../db/work.ts";
import { extensionInRef } from "../../schema/media-ref.ts";
import { type ApiKey, isLive, isUsable, type KeyRow } from "../keys/key.ts";
import type { KeyReader } from "../keys/store.ts";
import { refuse } from "../lib/refusal.ts";
import type { ServedFile } from "./serve-file.ts";
import { isSignatureValid, type MediaTarget } from "./signed-url.ts";
import { type Form, formOf, type SongMedia, stemsFormOf, watermarkedFor } from "./make/make-task.ts";
import type { FileMedia } from "./targets.ts";
import type { NamedCut } from "./cut/cut-name.ts";

/** The catalog's media, by id. */
export interface MediaShelf {
  /** Null for an unknown id. `title` names the download. */
  audioFile(id: string): (FileMedia & { readonly title: string }) | null;
  /** Null for an unknown song. */
  song(songId: string): SongMedia | null;
}

/** The file that a signed URL opens, with its type and its name for downloads. */
export interface OpenedMedia extends Omit<ServedFile, "path"> {
  readonly form: Form | CutOfFile;
  /** The key that the URL was signed for. */
  readonly key: Pick<ApiKey, "id" | "name" | "recipientNumber">;
}

/** A cut of a file, which its plan determines. */
export interface CutOfFile {
  readonly kind: "cut";
  readonly file: FileMedia;
  readonly cut: NamedCut;
}

export interface MediaAccess {
  readonly secret: string;
  readonly keys: Pick<KeyReader, "row">;
  readonly shelf: () => MediaShelf;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Returns the file that a signed URL opens. Throws Refused: 403 with one wording for every fault of the link; 404 for an
 * unknown id and for a file that can never be generated.
 */
export function* openMedia(target: MediaTarget, parameters: URLSearchParams, access: MediaAccess): Work<OpenedMedia> {
  if (!isSignatureValid(access.secret, target, parameters, access.now)) throw refuse("forbidden_media");
  const key = yield* access.keys.row(parameters.get("key") ?? "");
  if (key === null || !isUsable(key, access.now) || !canOpen(key, target)) throw refuse("forbidden_media");
  const shelf = access.shelf();
  const opened = target.kind === "stems" ? openStems(target.songId, shelf) : openAudio(target, shelf, key);
  return { ...opened, key };
}

/** A key that is not live can open watermarked files only, even if an old or forged link names another file. */
function canOpen(key: KeyRow, target: MediaTarget): boolean {
  if (target.kind === "cut") return target.form === "watermarked" || (isLive(key) && key.hasEdits);
  return target.kind === "watermarked" || isLive(key);
}

function openStems(songId: string, shelf: MediaShelf): Omit<OpenedMedia, "key"> {
  const song = shelf.song(songId);
  const form = song === null ? null : stemsFormOf(song);
  if (song === null || form === null) throw refuse("not_found");
  const extension = form.kind === "given" ? extensionInRef(form.ref) || ".zip" : ".zip";
  const contentType = extension === ".zip" ? "application/zip" : "application/octet-stream";
  return { form, contentType, downloadName: `${song.title} (stems)${extension}` };
}

/** The key is signed with the URL, and the key determines the imprint. So a link opens the file of its own recipient only. */
function openAudio(
  target: Exclude<MediaTarget, { kind: "stems" }>,
  shelf: MediaShelf,
  { recipientNumber }: KeyRow,
): Omit<OpenedMedia, "key"> {
  const file = shelf.audioFile(target.audioFileId);
  if (target.kind === "cut") return openCut(file, target);
  const form = file === null ? null : formFor(target.kind, file, recipientNumber);
  if (file === null || form === null) throw refuse("not_found");
  if (target.kind === "wav") return { form, contentType: "audio/wav", downloadName: `${file.title}.wav` };
  return { form, contentType: "audio/mpeg", downloadName: `${file.title}.mp3` };
}

function formFor(kind: "mp3" | "wav" | "watermarked", file: FileMedia, recipient: number | null): Form | null {
  return kind === "watermarked" ? watermarkedFor(recipient, file) : formOf(kind, file);
}

function openCut(file: ReturnType<MediaShelf["audioFile"]>, cut: NamedCut): Omit<OpenedMedia, "key"> {
  if (file === null) throw refuse("not_found");
  const [contentType, extension] = cut.form === "wav" ? ["audio/wav", "wav"] : ["audio/mpeg", "mp3"];
  const seconds = Number((cut.hundredths / 100).toFixed(2));
  return { form: { kind: "cut", file, cut }, contentType, downloadName: `${file.title} (${seconds} s).${extension}` };
}
