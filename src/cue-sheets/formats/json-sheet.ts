import { mapInSteps, type Steps } from "../../lib/steps.ts";
import type { CueSheet } from "../cue-sheet.ts";
import { presentCue, presentEvent, presentHead } from "../present.ts";
import { CUES_PER_STEP } from "./cue-fields.ts";

/** Returns the JSON:API document of a cue sheet, whose attributes are those of `presentCueSheet`. */
export function* jsonSheet(sheet: CueSheet, id: string): Steps<readonly string[]> {
  const item = (value: object, at: number): string => `${at === 0 ? "" : ","}${JSON.stringify(value)}`;
  const head = JSON.stringify(presentHead(sheet)).slice(0, -1);
  return [
    `{"data":{"type":"cue_sheets","id":${JSON.stringify(id)},"attributes":${head},"cues":[`,
    ...(yield* mapInSteps(sheet.cues, CUES_PER_STEP, (cue, at) => item(presentCue(cue, sheet), at))),
    `],"unmatched":[`,
    ...(yield* mapInSteps(sheet.unmatched, CUES_PER_STEP, (event, at) => item(presentEvent(event, sheet), at))),
    `],"notes":${JSON.stringify(sheet.notes)}}}}`,
  ];
}
