import { probeFilm } from "../analysis/probe-film.ts";
import type { PerceptualHashes } from "../analysis/pool/protocol.ts";
import type { AnalysisPool } from "../analysis/pool/analysis-pool.ts";
import { MINUTE_MS } from "../lib/clock.ts";
import { HEAD_BYTES_MAX } from "../lib/file-format/file-format.ts";
import { readHead } from "../lib/file-format/read-head.ts";
import type { NativeParts } from "../native/native-parts.ts";
import { type SniffedType, sniffUpload } from "./media-type.ts";

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

/** Detects the type of a file from its first bytes; null for an unsupported format. Throws file system errors. */
export async function sniffFile(path: string): Promise<SniffedType | null> {
  const sniffed = sniffUpload(await readHead(path, HEAD_BYTES_MAX), true);
  return sniffed === "more" ? null : sniffed;
}

function telling({ pdq, pdqQuality, dct }: PerceptualHashes): readonly string[] {
  return pdqQuality >= PDQ_QUALITY_MIN ? [pdq] : [pdq, dct];
}
