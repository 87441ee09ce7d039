import { extensionInRef } from "../../../schema/media-ref.ts";
import { type ApiKey, isLive } from "../../keys/key.ts";
import type { KeyedSlots } from "../../lib/keyed-slots.ts";
import { Refused, refusal, refuse } from "../../lib/refusal.ts";
import { errorCode } from "../../lib/error-code.ts";
import type { FindContent } from "../../media/form-file.ts";
import type { MediaContent } from "../../media/store/media-place.ts";
import { type Form, formOf } from "../../media/make/make-task.ts";
import { openZip, sizesOf, type ZippedFile } from "../../media/make/zip-files.ts";
import type { FileMedia } from "../../media/targets.ts";
import type { DescribedEntry } from "../described-entry.ts";
import { archiveName } from "./archive-names.ts";

export const ZIP_FORMATS = ["mp3", "wav"] as const;
export type ZipFormat = (typeof ZIP_FORMATS)[number];

/** Archives that are downloaded at the same time. Each has one open file and a few buffers. */
export const DOWNLOAD_LIMITS = { totalMax: 16, perOwnerMax: 2 };
const BUSY_RETRY_SECONDS = 10;
const BYTES_MAX = 16 * 1024 ** 3;

export interface ZipRequest {
  readonly key: ApiKey;
  readonly format: ZipFormat;
  readonly contentOf: FindContent;
  readonly slots: KeyedSlots;
  /** Whether the body is not wanted. Nobody would read it, and its slot would stay taken. */
  readonly isHead: boolean;
}

/**
 * Returns the files of a shortlist as an archive that is written while it is sent. WAV files are those of the catalog; a song
 * without one is an MP3. Throws Refused: 403 for a key that is not live, 404 without files, 422 above 16 GiB, 429 while many archives
 * are downloaded, and 503 while a file is being generated, so that an archive that begins is complete.
 */
export async function downloadZip(
  entries: readonly DescribedEntry[],
  { key, format, contentOf, slots, isHead }: ZipRequest,
): Promise<ReadableStream<Uint8Array> | null> {
  if (!isLive(key)) throw refuse("live_keys_only");
  const release = slots.take(key.id);
  if (release === null) throw new Refused([refusal("downloads_busy")], { "retry-after": String(BUSY_RETRY_SECONDS) });
  try {
    const files = await locate(entries, format, (form) => contentOf(form, key.id));
    if (files.length === 0) throw refuse("not_found", { detail: "No song of the shortlist has a file." });
    const sizes = await sizesOf(files);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    if (total > BYTES_MAX) throw refuse("archive_too_large", { meta: { limit_bytes: BYTES_MAX, actual_bytes: total } });
    if (!isHead) return streamOf(files, sizes, release);
    release();
    return null;
  } catch (error) {
    release();
    // A file can disappear between its location and its size.
    throw errorCode(error) === "ENOENT" ? refuse("not_found") : error;
  }
}

/** One after the other: each can be generated, and the first one that is not ready ends the request. */
async function locate(
  entries: readonly DescribedEntry[],
  format: ZipFormat,
  contentOf: (form: Form) => Promise<MediaContent>,
): Promise<readonly ZippedFile[]> {
  const found: ZippedFile[] = [];
  for (const { row, title, artists, file } of entries) {
    const form = file === null ? null : chosenForm(format, file);
    if (form === null) continue;
    const name = archiveName({ position: row.position, title, artists }, entries.length, extensionOf(form));
    found.push({ ...(await contentOf(form)), name });
  }
  return found;
}

function chosenForm(format: ZipFormat, file: FileMedia): Form | null {
  return (format === "wav" ? formOf("wav", file) : null) ?? formOf("mp3", file);
}

function extensionOf(form: Form): string {
  if (form.kind === "given") return extensionInRef(form.ref) || ".mp3";
  return form.task.kind === "wav" ? ".wav" : ".mp3";
}

/** The archive is read only as fast as the client reads. */
function streamOf(
  files: readonly ZippedFile[],
  sizes: readonly number[],
  release: () => void,
): ReadableStream<Uint8Array> {
  const zip = openZip(files, sizes);
  const chunks = zip.output[Symbol.asyncIterator]();
  let isOpen = true;
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    zip.close();
    release();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (done !== true) return controller.enqueue(new Uint8Array(value));
          end();
          controller.close();
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
