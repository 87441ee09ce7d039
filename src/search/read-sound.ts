import { Value } from "@sinclair/typebox/value";
import { Type } from "@sinclair/typebox";
import { type Refinement, type SoundChoice, SoundWeights } from "../../schema/wire/refinement.ts";
import type { Asset } from "../assets/asset.ts";
import { complaintOfExcerpt } from "../assets/excerpt.ts";
import { LIKENESS_FACETS, LIKENESS_WEIGHT_MAX } from "../../schema/sound-descriptor.ts";
import { PLAIN_WEIGHTS } from "../ranking/sound/compare.ts";
import type { ApiKey } from "../keys/key.ts";
import { type Refusal, refusal } from "../lib/refusal.ts";
import { ATTRIBUTES } from "./attributes-pointer.ts";

/** The attributes that say which sound songs are compared with, as sent; null counts as absent. */
export interface GivenSoundChoice {
  readonly excerpt: unknown;
  readonly tempTrack: unknown;
  readonly weights: unknown;
}

export interface ReadSound {
  /** Null if the request does not say it. */
  readonly sound: SoundChoice | null;
  readonly refusals: readonly Refusal[];
}

const Excerpt = Type.Object({ start: Type.Number(), end: Type.Number() }, { additionalProperties: false });

/** What a conversation has that songs can sound like. */
export interface SoundSources {
  readonly assets: readonly Asset[];
  readonly hasLikes: boolean;
}

/** Reads and checks `excerpt`, `temp_track` and `sound_weights`. They do not exist for a key that cannot search by sound. */
export function readSound(given: GivenSoundChoice, { assets, hasLikes }: SoundSources, key: ApiKey): ReadSound {
  const { excerpt = null, tempTrack = null, weights = null } = given;
  if (!key.hasAudio || (excerpt === null && tempTrack === null && weights === null))
    return { sound: null, refusals: [] };
  const refusals: Refusal[] = [];
  const usesFilm = tempTrack === true;
  const film = assets.find(({ mediaKind }) => mediaKind === "video");
  if (tempTrack !== null && typeof tempTrack !== "boolean") {
    refusals.push(invalid("`temp_track` must be true or false.", "temp_track"));
  } else if (usesFilm && film === undefined) {
    refusals.push(invalid("`temp_track` needs a film in `asset_ids`, whose sound counts.", "temp_track"));
  }
  const heard = assets.find(({ mediaKind }) => mediaKind === "audio") ?? (usesFilm ? film : undefined);
  const ofExcerpt = excerpt === null ? null : complaintOf(excerpt, heard);
  if (ofExcerpt !== null) refusals.push(invalid(ofExcerpt, "excerpt"));
  const ofWeights = weights === null ? null : complaintOfWeights(weights, hasLikes || heard !== undefined);
  if (ofWeights !== null) refusals.push(invalid(ofWeights, "sound_weights"));
  const sound = {
    excerpt: Value.Check(Excerpt, excerpt) ? { start: excerpt.start, end: excerpt.end } : null,
    temp_track: usesFilm,
    ...(Value.Check(SoundWeights, weights) ? { weights } : {}),
  };
  return { sound, refusals };
}

const NO_SOUND = "needs an audio file in `asset_ids`, or a film and `temp_track`.";
const NO_SOUND_TO_WEIGH = "needs an audio file in `asset_ids`, a film and `temp_track`, or `likes`.";

function complaintOf(excerpt: unknown, heard: Asset | undefined): string | null {
  if (!Value.Check(Excerpt, excerpt))
    return "`excerpt` must be an object with the numbers `start` and `end`, in seconds.";
  return heard === undefined ? `\`excerpt\` ${NO_SOUND}` : complaintOfExcerpt(excerpt, heard.duration);
}

function complaintOfWeights(weights: unknown, hasSound: boolean): string | null {
  if (!Value.Check(SoundWeights, weights)) {
    const facets = LIKENESS_FACETS.map((facet) => `\`${facet}\``).join(", ");
    return `\`sound_weights\` must be an object with numbers from 0 to ${LIKENESS_WEIGHT_MAX} for some of ${facets}.`;
  }
  if (!hasSound) return `\`sound_weights\` ${NO_SOUND_TO_WEIGH}`;
  const all = { ...PLAIN_WEIGHTS, ...weights };
  const isSilent = LIKENESS_FACETS.every((facet) => all[facet] === 0);
  return isSilent ? "`sound_weights` must leave at least one facet above 0." : null;
}

/** Adds the choice of a sound to the extensions of a request. */
export function withSound(refinement: Refinement | null, sound: SoundChoice | null): Refinement | null {
  const says = sound !== null && (sound.excerpt !== null || sound.temp_track || sound.weights !== undefined);
  if (!says) return refinement;
  return { ...(refinement ?? { refines: null, earlier: [], likes: [], dislikes: [], wishes: [] }), sound };
}

function invalid(detail: string, name: string): Refusal {
  return refusal("invalid_attribute", { detail, source: { pointer: `${ATTRIBUTES}/${name}` } });
}
