import type { Seen } from "../../../schema/brief.ts";
import type { Analysis } from "../../../schema/wire/analysis.ts";
import { SCENELESS_SUBJECTS } from "../../../schema/wire/unserved.ts";
import type { DetectedSight } from "./detect-sights.ts";

/** A sight whose foremost wish weighs less says less about the music than a scene does; below the second, nothing. */
const TELLING_WISH = 0.6;
const TELLING_MIN = 0.4;

/** Share of its certainty that a place, an hour or a movement alone keeps: a coast can be a party or a farewell. */
const BARE = 0.7;
const WHEN: ReadonlySet<string> = new Set(["time", "weather"]);

/** Strength of a sight that is certainly there: no source is trusted more. */
const FULL_STRENGTH = 0.85;

/** Below this certainty, we ask for a text. */
const ASKED_BELOW = 0.45;
/** What is only "perhaps" there (below the first number) is no scene to find good songs for. */
const PERHAPS = { below: 0.6, most: 0.44 } as const;

/** Returns how certain the most telling sight is, 0 to 1. Light, colour and form alone are no evidence of a scene. */
export function certaintyOfSights(seen: readonly DetectedSight[]): number {
  return seen.reduce((most, one) => Math.max(most, tellingCertainty(one)), 0);
}

function tellingCertainty({ sight, certainty, strength }: DetectedSight): number {
  const foremost = sight.wants.reduce((most, { weight }) => Math.max(most, weight), 0);
  if (sight.isForm || foremost < TELLING_MIN) return 0;
  const present = Math.min(certainty, strength / FULL_STRENGTH);
  const telling = present * Math.min(1, foremost / TELLING_WISH) * (isBare(sight) ? BARE : 1);
  return certainty < PERHAPS.below ? Math.min(PERHAPS.most, telling) : telling;
}

/**
 * Whether a sight is a place, an hour, a weather or a movement alone. A night is no scene, however dark it is, and fast cuts
 * say how fast a film is, not what it is about.
 */
function isBare({ when }: DetectedSight["sight"]): boolean {
  const matters = when.flatMap((condition) =>
    condition.kind === "said" ? condition.any.map(({ about }) => about) : [],
  );
  return when.length === 1 || (when.length > 0 && matters.every((about) => WHEN.has(about)));
}

/**
 * Returns why we ask the client for a text, or null if what was seen suffices. `certainty` is that of all assets together;
 * nothing is asked beside a text that says something about the music.
 */
export function questionAbout(analyses: readonly Analysis[], certainty: number, hasText: boolean): Seen["question"] {
  if (hasText || certainty >= ASKED_BELOW) return null;
  if (analyses.length > 1) return { kind: "unclear_scene", of: "several", subject: null };
  const subject = SCENELESS_SUBJECTS.find((name) => analyses.some((one) => one.subject?.value === name)) ?? null;
  return { kind: "unclear_scene", of: analyses.some(({ kind }) => kind === "video") ? "film" : "picture", subject };
}
