import type { Constraint } from "../../schema/brief.ts";
import { recogniseDuration } from "./constraints/duration.ts";
import { recogniseEnergy } from "./constraints/energy.ts";
import { recogniseExplicit } from "./constraints/explicit.ts";
import { recogniseKey } from "./constraints/key.ts";
import { recognisePlaylist } from "./constraints/playlist.ts";
import type { Recogniser } from "./constraints/recogniser.ts";
import { recogniseReleased } from "./constraints/released.ts";
import { recogniseRights } from "./constraints/rights.ts";
import { recogniseStems } from "./constraints/stems.ts";
import { recogniseTempo } from "./constraints/tempo.ts";
import { recogniseVocals } from "./constraints/vocals.ts";
import type { Passage } from "./passage.ts";

/** The order matters, because each one claims its words: "60 to 90 bpm" comes before "60 seconds". */
const RECOGNISERS: readonly Recogniser[] = [
  recogniseRights,
  recognisePlaylist,
  recogniseTempo,
  recogniseDuration,
  recogniseReleased,
  recogniseEnergy,
  recogniseKey,
  recogniseExplicit,
  recogniseStems,
  recogniseVocals,
];

export function recogniseConstraints(passage: Passage): Constraint[] {
  return RECOGNISERS.flatMap((recognise) => recognise(passage));
}

/** Returns one constraint of each kind, the query's before the context's. A repeated one keeps both wordings. */
export function mergeConstraints(query: readonly Constraint[], context: readonly Constraint[]): Constraint[] {
  const merged: Constraint[] = [];
  for (const constraint of [...query, ...context]) {
    const place = merged.findIndex((one) => subject(one) === subject(constraint));
    const known = merged[place];
    if (known === undefined) merged.push(constraint);
    else if (stricter(constraint, known))
      merged[place] = { ...constraint, from: [...new Set([...known.from, ...constraint.from])] };
    else
      merged[place] = {
        ...known,
        from: [...new Set([...known.from, ...(sameDemand(known, constraint) ? constraint.from : [])])],
      };
  }
  return merged;
}

/**
 * Returns what a constraint is about. Two constraints about the same thing are repetitions or contradict each other:
 * "clean" and "explicit" are both about explicit lyrics.
 */
function subject(constraint: Constraint): string {
  if (constraint.kind === "playlist") return `playlist ${constraint.want} ${constraint.name}`;
  return constraint.kind === "explicit" ? "clean" : constraint.kind;
}

/** Whether the later constraint is stricter: "instrumental, no vocals"; "no AI" after "not made by AI". */
function stricter(later: Constraint, former: Constraint): boolean {
  if (later.kind === "ai" && former.kind === "ai") return later.want === "human" && former.want !== "human";
  if (later.kind === "pre_cleared" && former.kind === "pre_cleared") {
    return former.territories.length === 0 && later.territories.length > 0;
  }
  if (later.kind !== "vocals" || former.kind !== "vocals" || former.want !== "not_lead") return false;
  return later.want === "none" || later.want === "background";
}

function sameDemand(a: Constraint, b: Constraint): boolean {
  return JSON.stringify({ ...a, from: [] }) === JSON.stringify({ ...b, from: [] });
}
