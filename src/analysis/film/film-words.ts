import type { FilmAnalysis, HeardKind } from "../../../schema/wire/analysis.ts";

const WORDS_MAX = 16;
const PACE = { slow: 0.15, fast: 0.6 } as const;
const CUTS_A_MINUTE = { few: 4, many: 25 } as const;
/** In a shorter film, few cuts have no meaning. */
const FEW_CUTS_SECONDS_MIN = 15;
const FLICKER_MIN = 0.15;
const SHARE_MIN = 0.4;

/** Words for kinds of sound. Speech and silence have their own measurements. */
const HEARD: Readonly<Partial<Record<HeardKind, string>>> = {
  music: "music",
  crowd: "voices of a crowd",
  rain: "sound of rain or water",
  wind: "sound of wind",
  machinery: "sound of machinery",
};

const SHAPES: Readonly<Record<FilmAnalysis["energy_curve"]["shape"], string | null>> = {
  steady: null,
  builds: "builds up",
  falls: "calms down",
  peaks: "has a climax",
  varies: "goes up and down",
};

/** Describes a film in plain words: measurements of the film first, then the words of its pictures. */
export function filmWords(film: Omit<FilmAnalysis, "words">, pictureWords: readonly string[]): string[] {
  const { camera, pace, cuts_per_minute: cutsPerMinute, flicker, sound, energy_curve: curve } = film;
  const shape = SHAPES[curve.shape];
  const words = [
    ...(camera.value === "unsure" ? [] : [camera.value === "still" ? "still camera" : camera.value]),
    ...(pace <= PACE.slow ? ["slow"] : pace >= PACE.fast ? ["fast"] : []),
    ...(cutsPerMinute >= CUTS_A_MINUTE.many ? ["many cuts"] : []),
    ...(cutsPerMinute <= CUTS_A_MINUTE.few && film.duration >= FEW_CUTS_SECONDS_MIN ? ["few cuts"] : []),
    ...(flicker >= FLICKER_MIN ? ["flickering light"] : []),
    ...(shape === null ? [] : [shape]),
    ...(film.changes ?? []),
    ...(sound === null || sound.loudness === null ? ["without sound"] : []),
    ...((sound?.speech_share ?? 0) >= SHARE_MIN ? ["speech"] : []),
    ...(sound?.heard ?? []).flatMap(({ value, share }) => (share < SHARE_MIN ? [] : (HEARD[value] ?? []))),
    ...(typeof sound?.music_bpm === "number" ? [`music at ${Math.round(sound.music_bpm)} beats a minute`] : []),
  ];
  return [...new Set([...words, ...pictureWords])].slice(0, WORDS_MAX);
}
