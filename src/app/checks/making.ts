import { digestInRef } from "../../../schema/media-ref.ts";
import { catalogPath, type Generation, generationDir } from "../../catalog/generation.ts";
import type { Config } from "../../config/config.ts";
import type { Reading } from "../../db/service-db.ts";
import { messageOf } from "../../lib/assert.ts";
import { MarkUnusable, openMark } from "../../media/make/open-mark.ts";
import { countFailedSources, countMade, type FailedSource, failedSources } from "../../media/make/store.ts";
import { openNativeParts } from "../../native/native-parts.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { namedMedia } from "./media-paths-store.ts";
import { readServiceDb } from "./read-service-db.ts";

/** Scripts find the check by this name in `doctor --json`, so it does not change with our words for media. */
const NAME = "made media";
const EXAMPLES_MAX = 3;

/** Counts generated media files and sources that are unusable, with the newest reasons. */
export function checkMaking(dataDir: string, generation: Generation | null): readonly Check[] {
  return readServiceDb(dataDir, (db) => [checkMadeMedia(db, dataDir, generation)]) ?? [];
}

function checkMadeMedia(db: Reading, dataDir: string, generation: Generation | null): Check {
  const counts = countMade(db);
  const made = counts.map((count) => `${count.made} ${count.kind}`).join(", ") || "nothing yet";
  const failed = countFailedSources(db);
  if (failed === 0) return ok(NAME, made);
  const examples = failedSources(db, EXAMPLES_MAX);
  const owners = generation === null ? new Map<string, string>() : ownersOf(dataDir, generation, examples);
  const reasons = examples.map(({ digest, ref, origin, error }) => {
    const owner = owners.get(digest);
    const file = origin ?? ref ?? `the file with SHA-256 ${digest}`;
    return `${file}${owner === undefined ? "" : ` (${owner})`}: ${error}`;
  });
  const files = failed === 1 ? "1 file is unusable" : `${failed} files are unusable`;
  return warn(NAME, `${made}; ${files}: ${reasons.join(" ")}`, "Replace them with audio files, and import again.");
}

/** Returns the songs and artists that name these files, by digest. */
function ownersOf(dataDir: string, generation: Generation, sources: readonly FailedSource[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { owner, ref } of namedMedia(catalogPath(generationDir(dataDir, generation.number)))) {
    const digest = digestInRef(ref);
    const source = sources.find((one) => one.ref === ref || one.digest === digest);
    if (source !== undefined && !owners.has(source.digest)) owners.set(source.digest, owner);
  }
  return owners;
}

/** Checks the operator's own watermark; no check without one. */
export async function checkWatermark(config: Pick<Config, "watermark" | "dataDir">): Promise<readonly Check[]> {
  const { watermark, dataDir } = config;
  if (watermark === null) return [];
  try {
    const { signal } = new AbortController();
    await openMark(watermark, { parts: openNativeParts(dataDir), signal, priority: () => "request" });
    return [ok("watermark", watermark)];
  } catch (error) {
    const advice =
      "Name a recording of up to 5 seconds (WAV, AIFF, FLAC, MP3, M4A, OGG), or unset it to use the built-in mark.";
    return [
      error instanceof MarkUnusable
        ? fail("watermark", error.message, advice)
        : warn("watermark", messageOf(error), advice),
    ];
  }
}
