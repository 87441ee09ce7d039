import { Value } from "@sinclair/typebox/value";
import { Type } from "@sinclair/typebox";
import type { Refinement, SoundChoice } from "../../schema/wire/refinement.ts";
import type { Asset } from "../assets/asset.ts";
import { complaintOfExcerpt } from "../assets/excerpt.ts";
import type { ApiKey } from "../keys/key.ts";
import { type Refusal, refusal } from "../lib/refusal.ts";
import { ATTRIBUTES } from "./attributes-pointer.ts";

/** The attributes that say which sound songs are compared with, as sent; null counts as absent. */
export interface GivenSoundChoice {
  readonly excerpt: unknown;
  readonly tempTrack: unknown;
}

export interface ReadSound {
  /** Null if the request does not say it. */
  readonly sound: SoundChoice | null;
  readonly refusals: readonly Refusal[];
}

const Excerpt = Type.Object({ start: Type.Number(), end: Type.Number() }, { additionalProperties: false });

/**
 * Reads and checks `excerpt` and `temp_track`. They do not exist for a key that cannot search by sound. `assets` are those of the
 * whole conversation.
 */
export function readSound({ excerpt, tempTrack }: GivenSoundChoice, assets: readonly Asset[], key: ApiKey): ReadSound {
  const isSilent = [excerpt, tempTrack].every((value) => value === undefined || value === null);
  if (!key.hasAudio || isSilent) return { sound: null, refusals: [] };
  const refusals: Refusal[] = [];
  const usesFilm = tempTrack === true;
  const film = assets.find(({ mediaKind }) => mediaKind === "video");
  if (tempTrack !== undefined && tempTrack !== null && typeof tempTrack !== "boolean") {
    refusals.push(invalid("`temp_track` must be true or false.", "temp_track"));
  } else if (usesFilm && film === undefined) {
    refusals.push(invalid("`temp_track` needs a film in `asset_ids`, whose sound counts.", "temp_track"));
  }
  const heard = assets.find(({ mediaKind }) => mediaKind === "audio") ?? (usesFilm ? film : undefined);
  const span = excerpt === undefined || excerpt === null ? null : excerpt;
  if (span === null) return { sound: { excerpt: null, temp_track: usesFilm }, refusals };
  if (!Value.Check(Excerpt, span)) {
    refusals.push(invalid("`excerpt` must be an object with the numbers `start` and `end`, in seconds.", "excerpt"));
    return { sound: null, refusals };
  }
  if (heard === undefined) {
    const detail = "`excerpt` needs an audio file in `asset_ids`, or a film and `temp_track`.";
    refusals.push(invalid(detail, "excerpt"));
  } else {
    const complaint = complaintOfExcerpt(span, heard.duration);
    if (complaint !== null) refusals.push(invalid(complaint, "excerpt"));
  }
  return { sound: { excerpt: { start: span.start, end: span.end }, temp_track: usesFilm }, refusals };
}

/** Adds the choice of a sound to the extensions of a request. */
export function withSound(refinement: Refinement | null, sound: SoundChoice | null): Refinement | null {
  const says = sound !== null && (sound.excerpt !== null || sound.temp_track);
  if (!says) return refinement;
  return { ...(refinement ?? { refines: null, earlier: [], likes: [], dislikes: [], wishes: [] }), sound };
}

function invalid(detail: string, name: string): Refusal {
  return refusal("invalid_attribute", { detail, source: { pointer: `${ATTRIBUTES}/${name}` } });
}
