import { createReadStream, createWriteStream, type ReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { MakingFailed } from "./making-failed.ts";

const STEMS_MAX = 1_000;
const ZIP_BYTES_MAX = 32 * 1024 ** 3;
const FILE_MODE = 0o100644;

export interface ZippedFile {
  readonly path: string;
  readonly name: string;
}

/**
 * Streams an archive of `files` to `to`. Files are stored uncompressed, because audio hardly shrinks, and the bytes are
 * reproducible. Throws MakingFailed for an archive that would be too large, file system errors, and the signal's reason.
 */
export async function zipStems(files: readonly ZippedFile[], to: string, signal: AbortSignal): Promise<void> {
  if (files.length > STEMS_MAX) throw new MakingFailed(`It has more than ${STEMS_MAX} stems.`);
  const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > ZIP_BYTES_MAX) throw new MakingFailed(`Its stems have more than ${ZIP_BYTES_MAX / 1024 ** 3} GiB.`);
  const zip = new ZipFile();
  const failure = Promise.withResolvers<never>();
  zip.on("error", (error) => failure.reject(error));
  const opened: ReadStream[] = [];
  for (const [index, { path, name }] of files.entries()) {
    const entry = { ...timeless(), compress: false, mode: FILE_MODE, size: sizes[index] ?? 0 };
    zip.addReadStreamLazy(name, entry, (give) => {
      const stream = createReadStream(path).on("error", (error) => failure.reject(error));
      opened.push(stream);
      give(null, stream);
    });
  }
  zip.end();
  const written = pipeline(Readable.from(zip.outputStream), createWriteStream(to, { mode: 0o600 }), { signal });
  try {
    await Promise.race([written, failure.promise]);
  } finally {
    // Otherwise, an early end would leave files open.
    for (const stream of opened) stream.destroy();
  }
}

/** The earliest time that the ZIP format can express, which is in local time. */
function timeless(): { readonly mtime: Date; readonly forceDosTimestamp: boolean } {
  return { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };
}
