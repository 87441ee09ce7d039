import type { FilmAnalysis } from "../../schema/wire/analysis.ts";
import { loadSharp } from "../native/load-sharp.ts";
import { frameAt } from "./film-frames.ts";
import { FilmUnreadable } from "./probe-film.ts";
import { measureLooks } from "./measure-looks.ts";
import type { FilmProbe } from "./sight/protocol.ts";

/** Says in words and numbers what is seen in a film. Throws when no frame of it can be decoded. */
export async function analyseFilm(path: string, film: FilmProbe, signal: AbortSignal): Promise<FilmAnalysis> {
  const sharp = await loadSharp(null);
  const frame = (await frameAt(path, film, film.duration / 2, signal)) ?? (await frameAt(path, film, 0, signal));
  if (frame === null) throw new FilmUnreadable("No frame of the film can be decoded.");
  return {
    kind: "video",
    ...(await measureLooks(sharp(frame))),
    duration: film.duration,
    pace: 0,
    motion: 0,
    camera: { value: "unsure", confidence: 0 },
    cuts: 0,
    cuts_per_minute: 0,
    cut_curve: [],
    flicker: 0,
    brightness_curve: [],
    warmth_curve: [],
    energy_curve: { shape: "steady", peak_at: null, values: [] },
    sound: null,
  };
}
