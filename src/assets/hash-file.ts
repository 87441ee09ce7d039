import { probeFilm } from "../analysis/probe-film.ts";
import type { PerceptualHashes } from "../analysis/pool/protocol.ts";
import type { AnalysisPool } from "../analysis/pool/analysis-pool.ts";
import { MINUTE_MS } from "../lib/clock.ts";
import { HEAD_BYTES_MAX } from "../lib/file-format/file-format.ts";
import { readHead } from "../lib/file-format/read-head.ts";
import { backgroundLimits } from "../native/background-limits.ts";
import type { NativeParts } from "../native/native-parts.ts";
import { type SniffedSight, sniffUpload } from "./media-type.ts";

const LIMITS = backgroundLimits(MINUTE_MS);
/** Below this quality only an equal PDQ hash matches, so a DCT hash is added. */
const PDQ_QUALITY_MIN = 50;

export interface HashDeps {
  readonly pool: Pick<AnalysisPool, "run">;
  readonly parts: NativeParts;
}

/** Returns the hashes that block an image, or some frames of a video. Throws for an unsupported file. */
export async function hashesOfFile(path: string, deps: HashDeps): Promise<readonly string[]> {
  const hashes = await hashesOfSniffed(path, await sniffFile(path), deps);
  if (hashes.length === 0) throw new Error(`${path} has no frame with enough detail to recognise it.`);
  return hashes;
}

/** Like `hashesOfFile`, for a file whose type is known. Returns none for a video without a frame that can be recognised. */
export async function hashesOfSniffed(
  path: string,
  sniffed: SniffedSight,
  { pool, parts }: HashDeps,
): Promise<readonly string[]> {
  if (sniffed.kind === "image") return blocklistHashes(await pool.run("hash", { path, ...LIMITS }));
  const film = await probeFilm(path, sniffed.container, parts, { priority: "request" });
  const frames = await pool.run("film-hashes", { path, film, ...LIMITS });
  const good = frames.filter((frame) => frame.pdqQuality >= PDQ_QUALITY_MIN);
  return [...new Set(good.map((frame) => frame.pdq))];
}

/** Detects the type of a picture or film from its first bytes. Throws for an unsupported format, and file system errors. */
export async function sniffFile(path: string): Promise<SniffedSight> {
  const sniffed = sniffUpload(await readHead(path, HEAD_BYTES_MAX), true);
  if (sniffed !== null && sniffed !== "more" && sniffed.kind !== "audio") return sniffed;
  throw new Error(`${path} is not a JPEG, PNG or WebP image, nor an MP4, QuickTime or WebM video.`);
}

function blocklistHashes({ pdq, pdqQuality, dct }: PerceptualHashes): readonly string[] {
  return pdqQuality >= PDQ_QUALITY_MIN ? [pdq] : [pdq, dct];
}
