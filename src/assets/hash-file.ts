import { open } from "node:fs/promises";
import { probeFilm } from "../analysis/probe-film.ts";
import type { PerceptualHashes } from "../analysis/pool/protocol.ts";
import type { AnalysisPool } from "../analysis/pool/analysis-pool.ts";
import { MINUTE_MS } from "../lib/clock.ts";
import type { NativeParts } from "../native/native-parts.ts";
import type { SniffedType } from "./media-type.ts";
import { sniff, SNIFF_BYTES_MAX } from "./sniff.ts";

const WITHIN_MS = MINUTE_MS;
/** Below it a PDQ hash is met by itself alone, and a hash of the coarser kind has to help. */
const PDQ_QUALITY_MIN = 50;

/** What to put on the blocklist for a picture, or for some frames of a film. Throws for a file that is neither. */
export async function hashesOfFile(
  path: string,
  looking: { readonly pool: Pick<AnalysisPool, "run">; readonly parts: NativeParts },
): Promise<readonly string[]> {
  const sniffed = await sniffFile(path);
  if (sniffed === null) throw new Error(`${path} is no JPEG, PNG or WebP picture and no MP4, QuickTime or WebM film.`);
  if (sniffed.kind === "image") return telling(await looking.pool.run("hash", { path, timeoutMs: WITHIN_MS }));
  const film = await probeFilm(path, sniffed.container, looking.parts, { priority: "background" });
  const frames = await looking.pool.run("film-hashes", { path, film, timeoutMs: WITHIN_MS });
  const good = frames.filter((frame) => frame.pdqQuality >= PDQ_QUALITY_MIN);
  if (good.length === 0) throw new Error(`${path} has no frame that it could be told by.`);
  return [...new Set(good.map((frame) => frame.pdq))];
}

/** The kind of a file on the disk by its first bytes. */
export async function sniffFile(path: string): Promise<SniffedType | null> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(SNIFF_BYTES_MAX), 0, SNIFF_BYTES_MAX, 0);
    const sniffed = sniff(buffer.subarray(0, bytesRead), true);
    return sniffed === "more" ? null : sniffed;
  } finally {
    await file.close();
  }
}

function telling({ pdq, pdqQuality, dct }: PerceptualHashes): readonly string[] {
  return pdqQuality >= PDQ_QUALITY_MIN ? [pdq] : [pdq, dct];
}
