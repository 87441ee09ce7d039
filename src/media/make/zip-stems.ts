import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { MakingFailed } from "./making-failed.ts";
import { openZip, sizesOf, type ZippedFile } from "./zip-files.ts";

const STEMS_MAX = 1_000;
const ZIP_BYTES_MAX = 32 * 1024 ** 3;

/**
 * Streams an archive of `files` to `to`. Throws MakingFailed for an archive that would be too large, file system errors, and the
 * signal's reason.
 */
export async function zipStems(files: readonly ZippedFile[], to: string, signal: AbortSignal): Promise<void> {
  if (files.length > STEMS_MAX) throw new MakingFailed(`It has more than ${STEMS_MAX} stems.`);
  const sizes = await sizesOf(files);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > ZIP_BYTES_MAX) throw new MakingFailed(`Its stems have more than ${ZIP_BYTES_MAX / 1024 ** 3} GiB.`);
  const zip = openZip(files, sizes);
  try {
    await pipeline(zip.output, createWriteStream(to, { mode: 0o600 }), { signal });
  } finally {
    // Otherwise, an early end would leave files open.
    zip.close();
  }
}
