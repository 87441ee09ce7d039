import type { FilmAnalysis, HeardKind } from "../../../schema/wire/analysis.ts";

const WORDS_MAX = 16;
const PACE = { slow: 0.15, fast: 0.6 } as const;
const CUTS_A_MINUTE = { few: 4, many: 25 } as const;
/** In a shorter film, few cuts have no meaning. */
const FEW_CUTS_SECONDS_MIN = 15;
const FLICKER_MIN = 0.15;
const SHARE_MIN = 0.4;

/** Words for a film as a whole. The console has them in other languages. */
export const FILM_WORDS = [
  "still camera",
  "slow",
  "fast",
  "many cuts",
  "few cuts",
  "flickering light",
  "builds up",
  "calms down",
  "has a climax",
  "goes up and down",
  "without sound",
  "speech",
  "music",
  "voices of a crowd",
  "sound of rain or water",
  "sound of wind",
  "sound of machinery",
] as const;
type FilmWord = (typeof FILM_WORDS)[number];

/** Words for kinds of sound. Speech and silence have their own measurements. */
const HEARD: Readonly<Partial<Record<HeardKind, FilmWord>>> = {
  music: "music",
  crowd: "voices of a crowd",
  rain: "sound of rain or water",
  wind: "sound of wind",
  machinery: "sound of machinery",
};

const SHAPES: Readonly<Record<FilmAnalysis["energy_curve"]["shape"], FilmWord | null>> = {
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
    ...(camera.value === "unsure" || camera.value === "still" ? [] : [camera.value]),
    ...said(camera.value === "still", "still camera"),
    ...said(pace <= PACE.slow, "slow"),
    ...said(pace >= PACE.fast, "fast"),
    ...said(cutsPerMinute >= CUTS_A_MINUTE.many, "many cuts"),
    ...said(cutsPerMinute <= CUTS_A_MINUTE.few && film.duration >= FEW_CUTS_SECONDS_MIN, "few cuts"),
    ...said(flicker >= FLICKER_MIN, "flickering light"),
    ...(shape === null ? [] : [shape]),
    ...(film.changes ?? []),
    ...said(sound === null || sound.loudness === null, "without sound"),
    ...said((sound?.speech_share ?? 0) >= SHARE_MIN, "speech"),
    ...(sound?.heard ?? []).flatMap(({ value, share }) => (share < SHARE_MIN ? [] : (HEARD[value] ?? []))),
    ...(typeof sound?.music_bpm === "number" ? [`music at ${Math.round(sound.music_bpm)} beats a minute`] : []),
  ];
  return [...new Set([...words, ...pictureWords])].slice(0, WORDS_MAX);
}

function said(isTrue: boolean, word: FilmWord): readonly FilmWord[] {
  return isTrue ? [word] : [];
}
