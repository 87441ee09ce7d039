import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { KNOWN_SCHEMA, schemaVersionOf } from "../../db/schema-version.ts";
import { ServiceDb } from "../../db/service-db.ts";
import { messageOf } from "../../lib/assert.ts";
import { MarkUnusable, openMark } from "../../media/make/open-mark.ts";
import { countMade, failedMakings } from "../../media/make/store.ts";
import { openNativeParts } from "../../native/native-parts.ts";
import { DATABASE_FILE } from "../open-data.ts";
import { type Check, fail, ok, warn } from "./check.ts";

const NAME = "made media";
const EXAMPLES_MAX = 3;

/** What was made so far of the catalog's media, and what cannot be made, with the newest reasons. */
export function checkMaking(dataDir: string): readonly Check[] {
  const path = join(dataDir, DATABASE_FILE);
  if (!existsSync(path) || !isKnown(path)) return [];
  const db = ServiceDb.open(path);
  try {
    const counts = countMade(db);
    const made = counts.map((count) => `${count.made} ${count.kind}`).join(", ") || "nothing yet";
    const failed = counts.reduce((sum, count) => sum + count.failed, 0);
    if (failed === 0) return [ok(NAME, made)];
    const examples = failedMakings(db, EXAMPLES_MAX).map(
      ({ kind, ref, digest, error }) => `${kind} of ${ref ?? `the file with SHA-256 ${digest}`}: ${error}`,
    );
    const advice = "Look at those files, put sound ones in their place, and import again.";
    return [warn(NAME, `${made}; ${failed} cannot be made: ${examples.join(" ")}`, advice)];
  } finally {
    db.close();
  }
}

/** The operator's own mark: nothing to say without one. */
export async function checkWatermark(config: Pick<Config, "watermark" | "dataDir">): Promise<readonly Check[]> {
  const { watermark, dataDir } = config;
  if (watermark === null) return [];
  try {
    await openMark(watermark, { parts: openNativeParts(dataDir), signal: new AbortController().signal });
    return [ok("watermark", watermark)];
  } catch (error) {
    const advice =
      "Name a recording of up to 5 seconds (WAV, AIFF, FLAC, MP3, M4A, OGG), or unset it for our own mark.";
    return [
      error instanceof MarkUnusable
        ? fail("watermark", error.message, advice)
        : warn("watermark", messageOf(error), advice),
    ];
  }
}

function isKnown(path: string): boolean {
  try {
    return schemaVersionOf(path) === KNOWN_SCHEMA.service;
  } catch {
    return false;
  }
}
