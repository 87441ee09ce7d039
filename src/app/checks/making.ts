import { digestInRef } from "../../../schema/media-ref.ts";
import { catalogPath, type Generation, generationDir } from "../../catalog/generation.ts";
import type { Config } from "../../config/config.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import { messageOf } from "../../lib/assert.ts";
import { byCodeUnits } from "../../lib/by-code-units.ts";
import { MarkUnusable, openMark } from "../../media/make/open-mark.ts";
import { countFailedSources, type FailedSource, failedSources } from "../../media/make/store.ts";
import { GENERATED_FOLDER, MEDIA_FOLDER, MediaStore, type StoreFolder } from "../../media/store/media-store.ts";
import { RefSet } from "../../media/store/ref-set.ts";
import { madeAfter, type MadeRow } from "../../media/store/sweep-store.ts";
import { openNativeParts } from "../../native/native-parts.ts";
import { hasSeparateMedia } from "../separate-media.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { namedMedia } from "./media-paths-store.ts";
import { readServiceDb } from "./read-service-db.ts";

/** Scripts find the check by this name in `doctor --json`, so it does not change with our words for media. */
const NAME = "made media";
const EXAMPLES_MAX = 3;
const BATCH = 1_000;

/** Counts the generated media files that exist, and sources that are unusable, with the newest reasons. */
export async function checkMaking(dataDir: string, generation: Generation | null): Promise<readonly Check[]> {
  const isSeparate = await readServiceDb(dataDir, (db) => db.read(hasSeparateMedia(db)));
  if (isSeparate === null) return [];
  const present = await filesPresent(dataDir, isSeparate ? [GENERATED_FOLDER] : [GENERATED_FOLDER, MEDIA_FOLDER]);
  return (await readServiceDb(dataDir, async (db) => [await checkMadeMedia(db, present, dataDir, generation)])) ?? [];
}

async function filesPresent(dataDir: string, folders: readonly StoreFolder[]): Promise<RefSet> {
  const present = new RefSet();
  for (const folder of folders) {
    const store = new MediaStore(dataDir, "server", { folder });
    for await (const refs of store.objects()) for (const ref of refs) present.add(ref);
  }
  return present;
}

async function checkMadeMedia(
  db: ServiceDb,
  present: RefSet,
  dataDir: string,
  generation: Generation | null,
): Promise<Check> {
  const made = await describeMade(db, present);
  const failed = await db.read(countFailedSources(db));
  if (failed === 0) return ok(NAME, made);
  const examples = await db.read(failedSources(db, EXAMPLES_MAX));
  const owners = generation === null ? new Map<string, string>() : ownersOf(dataDir, generation, examples);
  const reasons = examples.map(({ digest, ref, origin, error }) => {
    const owner = owners.get(digest);
    const file = origin ?? ref ?? `the file with SHA-256 ${digest}`;
    return `${file}${owner === undefined ? "" : ` (${owner})`}: ${error}`;
  });
  const files = failed === 1 ? "1 file is unusable" : `${failed} files are unusable`;
  return warn(NAME, `${made}; ${files}: ${reasons.join(" ")}`, "Replace them with audio files, and import again.");
}

/** `6 mp3, 6 peaks`, or with a deleted folder: `0 mp3, 0 peaks; 12 are missing and are generated again`. */
async function describeMade(db: ServiceDb, present: RefSet): Promise<string> {
  const counts = new Map<string, number>();
  let missing = 0;
  for (let after: MadeRow | null = null; ;) {
    const made: readonly MadeRow[] = await db.read(madeAfter(db, after, BATCH));
    for (const { kind, ref } of made) {
      if (ref === null) continue;
      const isPresent = present.has(ref);
      counts.set(kind, (counts.get(kind) ?? 0) + (isPresent ? 1 : 0));
      if (!isPresent) missing += 1;
    }
    after = made.at(-1) ?? null;
    if (after === null) break;
  }
  if (counts.size === 0) return "nothing yet";
  const sorted = [...counts].toSorted(([a], [b]) => byCodeUnits(a, b));
  const found = sorted.map(([kind, count]) => `${count} ${kind}`).join(", ");
  return missing === 0 ? found : `${found}; ${missing} are missing and are generated again`;
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
