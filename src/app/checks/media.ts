import { existsSync } from "node:fs";
import { catalogPath, type Generation, generationDir } from "../../catalog/generation.ts";
import { isSoundRef } from "../../media/sound-ref.ts";
import { type Check, ok, warn } from "./check.ts";
import { mediaPathsOf } from "./media-paths-store.ts";

const EXAMPLES_MAX = 3;

/** Whether the media that the catalog names still lie where they lay when it was imported. */
export function checkMedia(dataDir: string, generation: Generation): Check {
  let count = 0;
  let missing = 0;
  const examples: string[] = [];
  for (const { songId, path } of mediaPathsOf(catalogPath(generationDir(dataDir, generation.number)))) {
    // Rendered when it is asked for.
    if (isSoundRef(path)) continue;
    count += 1;
    if (existsSync(path)) continue;
    missing += 1;
    if (examples.length < EXAMPLES_MAX) examples.push(`${path} (song ${songId})`);
  }
  if (missing === 0) return ok("media", count === 0 ? "the catalog names no media" : `all ${count} files are there`);
  const more = missing > examples.length ? `, and ${missing - examples.length} more` : "";
  return warn(
    "media",
    `${missing} of ${count} files are missing: ${examples.join(", ")}${more}`,
    "Mount the disk they lie on, or import again from where they are now.",
  );
}
