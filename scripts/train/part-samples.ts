import { runSteps } from "../../src/lib/steps.ts";
import { PART_KINDS, type PartKind } from "../../src/brief/parts/part-kind.ts";
import { segmentFeatures } from "../../src/brief/parts/segment-features.ts";
import { segmentsOf } from "../../src/brief/parts/segments.ts";
import { passageOf } from "../../src/brief/passage.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";
import { normalise } from "../../src/text/tokens.ts";
import { OpenNames } from "./open-names.ts";
import { contextOf, type LabelledScene } from "../eval/labelled-scenes.ts";

/** A segment of a labelled scene. `kind` is an index of PART_KINDS. */
export interface PartSample {
  readonly features: readonly string[];
  readonly kind: number;
}

/** Returns the segments of a scene's context in order, each with the kind that most of its characters have. */
export function partSamples(scene: LabelledScene): readonly PartSample[] {
  const { text, tokens, attitudes } = passageOf(contextOf(scene));
  const segments = segmentsOf(text, tokens);
  const names = new OpenNames();
  const features = runSteps(segmentFeatures(names, text, segments, attitudes, vocabulary()));
  const ends = endsOf(scene);
  return segments.map(({ start, end }, at) => ({
    features: (features[at] ?? []).map((feature) => names.nameOf(feature)),
    kind: PART_KINDS.indexOf(kindWithin(ends, start, end)),
  }));
}

interface PartEnd {
  readonly kind: PartKind;
  /** Offset in the normalised text. */
  readonly end: number;
}

function endsOf({ parts }: LabelledScene): readonly PartEnd[] {
  let written = "";
  return parts.map(({ kind, text }) => {
    written += text;
    return { kind, end: normalise(written).length };
  });
}

function kindWithin(parts: readonly PartEnd[], start: number, end: number): PartKind {
  const shared = new Map<PartKind, number>();
  for (const [at, part] of parts.entries()) {
    const characters = Math.min(end, part.end) - Math.max(start, parts[at - 1]?.end ?? 0);
    if (characters > 0) shared.set(part.kind, (shared.get(part.kind) ?? 0) + characters);
  }
  return [...shared].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? "scene";
}
