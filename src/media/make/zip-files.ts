import { createReadStream, existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { PassThrough, pipeline, Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { MediaContent } from "../store/media-place.ts";

const FILE_MODE = 0o100644;

export type ZippedFile = MediaContent & { readonly name: string };

export interface OpenedZip {
  /** The archive. It fails if a file cannot be read. */
  readonly output: Readable;
  /** Closes the files. Call it at the end, also after an early one. */
  close(): void;
}

/** Returns the sizes of files in bytes. Throws file system errors. */
export async function sizesOf(files: readonly ZippedFile[]): Promise<readonly number[]> {
  return await Promise.all(
    files.map(async (file) => ("object" in file ? file.object.byteSize : (await stat(file.path)).size)),
  );
}

/**
 * Opens an archive of `files`, which have the `sizes` in bytes. Files are stored uncompressed, because audio hardly shrinks, and the
 * bytes are reproducible. One file is open at a time, and nothing is read before the archive is.
 */
export function openZip(files: readonly ZippedFile[], sizes: readonly number[]): OpenedZip {
  const zip = new ZipFile();
  // Destroying it ends a read that waits. `Readable.from` would wait for the next bytes of the archive, which never come.
  const output = new PassThrough();
  pipeline(zip.outputStream, output, () => undefined);
  const fail = (error: Error): void => void output.destroy(error);
  zip.on("error", fail);
  const opened: Readable[] = [];
  for (const [index, file] of files.entries()) {
    const entry = { ...timeless(), compress: false, mode: FILE_MODE, size: sizes[index] ?? 0 };
    zip.addReadStreamLazy(file.name, entry, (give) => {
      const stream = streamOf(file).on("error", fail);
      opened.push(stream);
      give(null, stream);
    });
  }
  zip.end();
  return {
    output,
    close: () => {
      output.destroy();
      for (const stream of opened) stream.destroy();
    },
  };
}

function streamOf(file: MediaContent): Readable {
  if ("path" in file) return createReadStream(file.path);
  const { object } = file;
  // A copy can be removed while the files before it are sent.
  if (object.path !== null && existsSync(object.path)) return createReadStream(object.path);
  return Readable.from(
    (async function* bytes() {
      if (object.byteSize > 0) yield* await object.read(0, object.byteSize - 1);
    })(),
  );
}

/** The earliest time that the ZIP format can express, which is in local time. */
function timeless(): { readonly mtime: Date; readonly forceDosTimestamp: boolean } {
  return { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };
}
