import type { ArcShape, ArcWish, FilmPart } from "../../../schema/brief.ts";
import type { Analysis, FilmAnalysis, FilmChange } from "../../../schema/wire/analysis.ts";

/** Weight of a film's energy curve, and of a change that is seen. What the client says about the arc has the weight 1. */
const CURVE = 0.6;
const CHANGE = 0.4;

const CURVES: Readonly<Record<FilmAnalysis["energy_curve"]["shape"], ArcShape | null>> = {
  builds: "rising",
  falls: "falling",
  peaks: "arch",
  steady: null,
  varies: null,
};
const CURVE_NAMES = { rising: "film that builds", falling: "film that falls", arch: "film with a peak" } as const;
const CHANGES: Readonly<Record<FilmChange, "rising" | "falling">> = {
  "dark to bright": "rising",
  "night to day": "rising",
  "empty to crowded": "rising",
  "bright to dark": "falling",
  "day to night": "falling",
  "crowded to empty": "falling",
};
/** A film that develops over more of its length does so as a whole. */
const WHOLE = 0.75;
const MINUTE = 60;
const WHOLE_FILM: FilmPart = { lastSeconds: null };

/**
 * Returns how the music shall develop, because a film does: by its energy curve, or else by a change from its first third
 * to its last. What a text says about arcs replaces it.
 */
export function arcsOfFilms(analyses: readonly Analysis[]): readonly ArcWish[] {
  const film = analyses.find((one) => one.kind === "video");
  if (film === undefined) return [];
  return arcOfCurve(film) ?? arcOfChanges(film);
}

function arcOfCurve(film: FilmAnalysis): readonly ArcWish[] | null {
  const shape = CURVES[film.energy_curve.shape];
  if (shape !== "rising" && shape !== "falling" && shape !== "arch") return null;
  const seenWith = shape === "arch" ? WHOLE_FILM : partOf(film, film.energy_curve.values, shape);
  return [{ shape, weight: CURVE, isRefused: false, from: [CURVE_NAMES[shape]], atSeconds: null, seenWith }];
}

/** Changes in both directions, such as a sunset over a growing crowd, say nothing about the music. */
function arcOfChanges(film: FilmAnalysis): readonly ArcWish[] {
  const changes = film.changes ?? [];
  const [shape, other] = new Set(changes.map((change) => CHANGES[change]));
  if (shape === undefined || other !== undefined) return [];
  const from = [...changes];
  return [{ shape, weight: CHANGE, isRefused: false, from, atSeconds: null, seenWith: WHOLE_FILM }];
}

/** Returns the part of the film in which a curve changes. A short end is rounded to 5 seconds, a longer one to minutes. */
function partOf({ duration }: FilmAnalysis, values: readonly number[], shape: "rising" | "falling"): FilmPart {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const isAfter = (value: number): boolean => value > (lowest + highest) / 2 === (shape === "rising");
  // From here on, most of the curve is on its later side.
  let from = values.length;
  while (from > 0 && isAfter(values[from - 1] ?? 0)) from--;
  const seconds = duration * (1 - from / values.length);
  if (seconds <= 0 || seconds >= WHOLE * duration) return WHOLE_FILM;
  if (seconds < 0.75 * MINUTE) return { lastSeconds: Math.max(1, Math.round(seconds / 5)) * 5 };
  return { lastSeconds: Math.round(seconds / MINUTE) * MINUTE };
}
