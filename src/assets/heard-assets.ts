import type { HeardSound, TimeSpan } from "../../schema/heard-sound.ts";
import { AssetAnalysis } from "../../schema/wire/analysis.ts";
import { compared, type Hearing } from "../audio/hearing/hearing.ts";
import type { Reading } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import { parseChecked } from "../lib/parse-json.ts";
import type { Asset } from "./asset.ts";
import { findHearing } from "./sound-store.ts";

/** Which sounds of the assets of a search songs are compared with. */
export interface HeardChoice {
  readonly excerpt: TimeSpan | null;
  /** Whether the sound of a film counts. */
  readonly tempTrack: boolean;
}

/**
 * Returns the sounds among the processed assets of a search: audio files, and films if their sound counts. The excerpt is that of
 * the audio file, or else of the film. A film without sound has nothing to compare.
 */
export function* heardIn(
  reading: Reading,
  assets: readonly Asset[],
  { excerpt, tempTrack }: HeardChoice,
): Work<readonly HeardSound[]> {
  const isHeard = ({ mediaKind }: Asset): boolean => mediaKind === "audio" || (tempTrack && mediaKind === "video");
  const heard = assets.filter(isHeard).toSorted((one, other) => one.mediaKind.localeCompare(other.mediaKind));
  const sounds: HeardSound[] = [];
  for (const [at, asset] of heard.entries()) {
    const hearing: Hearing = (yield* findHearing(reading, asset.id)) ?? { descriptor: null, segments: [] };
    sounds.push({ assetId: asset.id, ...factsOf(asset), ...compared(hearing, at === 0 ? excerpt : null) });
  }
  return sounds;
}

function factsOf({ mediaKind, duration, analysis }: Asset): Pick<HeardSound, "kind" | "duration" | "bpm" | "key"> {
  const read = analysis === null ? null : parseChecked(AssetAnalysis, analysis);
  const isFilm = mediaKind === "video";
  const bpm = read?.kind === "audio" ? read.bpm : read?.kind === "video" ? (read.sound?.music_bpm ?? null) : null;
  return {
    kind: isFilm ? "video" : "audio",
    duration: (read?.kind === "audio" ? read.duration : duration) ?? 0,
    bpm,
    key: read?.kind === "audio" ? read.key : null,
  };
}
