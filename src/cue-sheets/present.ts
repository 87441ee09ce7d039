import type { Static } from "@sinclair/typebox";
import type { CueSheetDocument } from "../../schema/wire/cue-sheet.ts";
import { presentRights } from "../catalog/present-rights.ts";
import type { CueSheet } from "./cue-sheet.ts";
import { missingOf, timesOf } from "./formats/cue-fields.ts";

type Attributes = Static<typeof CueSheetDocument>["data"]["attributes"];

/** Returns a cue sheet as documents have it. */
export function presentCueSheet(sheet: CueSheet): Attributes {
  const times = (of: { readonly start: number; readonly end: number }) => {
    const { from, to, duration, seconds } = timesOf(of, sheet);
    return { in: from, out: to, duration, seconds };
  };
  return {
    title: sheet.title,
    format: sheet.format,
    frame_rate: { fps: sheet.rate.name, drop_frame: sheet.rate.isDrop },
    cues: sheet.cues.map((cue) => ({
      number: cue.number,
      song_id: cue.songId,
      title: cue.title,
      version: cue.version,
      artists: [...cue.artists],
      isrc: cue.isrc,
      rights: cue.rights === null ? null : presentRights(cue.rights),
      usage: cue.usage,
      ...times(cue),
      tracks: [...cue.tracks],
      clip: cue.clip,
      matched_by: cue.matchedBy,
      missing: [...missingOf(cue)],
      notes: [...cue.notes],
    })),
    unmatched: sheet.unmatched.map((event) => ({
      clip: event.clip,
      ...times(event),
      track: event.track,
      with_picture: event.hasPicture,
      candidates: [...event.candidates],
    })),
    notes: [...sheet.notes],
  };
}
