import type { Static } from "@sinclair/typebox";
import type { CueSheetDocument } from "../../schema/wire/cue-sheet.ts";
import { presentRights } from "../catalog/present-rights.ts";
import type { Cue, CueSheet, UnmatchedEvent } from "./cue-sheet.ts";
import { missingOf, timesOf } from "./formats/cue-fields.ts";

type Attributes = Static<typeof CueSheetDocument>["data"]["attributes"];

/** Returns a cue sheet as documents have it. */
export function presentCueSheet(sheet: CueSheet): Attributes {
  return {
    ...presentHead(sheet),
    cues: sheet.cues.map((cue) => presentCue(cue, sheet)),
    unmatched: sheet.unmatched.map((event) => presentEvent(event, sheet)),
    notes: [...sheet.notes],
  };
}

export function presentHead({ title, format, rate }: CueSheet): Pick<Attributes, "title" | "format" | "frame_rate"> {
  return { title, format, frame_rate: { fps: rate.name, drop_frame: rate.isDrop } };
}

export function presentCue(cue: Cue, sheet: CueSheet): Attributes["cues"][number] {
  return {
    number: cue.number,
    song_id: cue.songId,
    title: cue.title,
    version: cue.version,
    artists: [...cue.artists],
    isrc: cue.isrc,
    rights: cue.rights === null ? null : presentRights(cue.rights),
    usage: cue.usage,
    ...presentTimes(cue, sheet),
    tracks: [...cue.tracks],
    clip: cue.clip,
    matched_by: cue.matchedBy,
    missing: [...missingOf(cue)],
    notes: [...cue.notes],
  };
}

export function presentEvent(event: UnmatchedEvent, sheet: CueSheet): Attributes["unmatched"][number] {
  return {
    clip: event.clip,
    ...presentTimes(event, sheet),
    track: event.track,
    with_picture: event.hasPicture,
    candidates: [...event.candidates],
  };
}

function presentTimes(of: { readonly start: number; readonly end: number }, sheet: CueSheet) {
  const { from, to, duration, seconds } = timesOf(of, sheet);
  return { in: from, out: to, duration, seconds };
}
