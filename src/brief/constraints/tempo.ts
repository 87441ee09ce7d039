import type { Constraint } from "../../../schema/brief.ts";
import { BOUND, readBound } from "../numbers.ts";
import type { Passage } from "../passage.ts";
import { eachMatch, wordsOf } from "./recogniser.ts";

/** A measured tempo is rarely whole: "120 bpm" means this much to either side, "around 120" means more. */
const EXACT_BPM = 2;
const AROUND_SHARE = 0.05;

/** Nobody counts music slower or faster than this; such a number is something else. */
const BPM_MIN = 20;
const BPM_MAX = 300;

const FIGURE = "(\\d{2,3}(?:\\.\\d+)?)";
const UNIT =
  "(?:bpm|b\\.p\\.m\\.?|beats? (?:per|a) minute|beats/min|ppm|schläge pro minute|pulsaciones por minuto|battements par minute|battiti al minuto|batidas por minuto)";

const RANGE = new RegExp(
  `(?<![\\w.])(?:between |from |von |entre |de |tra |zwischen )?${FIGURE} ?(?:bpm)? ?(?:-|–|—|to|and|bis|und|a|à|y|e|et) ?${FIGURE} ?-?${UNIT}`,
  "gu",
);
const RANGE_AFTER = new RegExp(
  `(?<!\\w)(?:bpm|tempo)(?: range)?(?: of| is|:| between| from| =| zwischen| entre| tra| von| de)* ${FIGURE} ?(?:-|–|—|to|and|bis|und|a|à|y|e|et) ?${FIGURE}(?![\\w%])`,
  "gu",
);
const SINGLE = new RegExp(
  `(?<![\\w.])(?:(${BOUND}) ?)?${FIGURE} ?(\\+|plus|or (?:more|faster|above|higher)|or (?:less|slower|below|under))? ?-?${UNIT}( (?:or (?:more|faster|above|higher)|and (?:up|above)|or (?:less|slower|below|under)|max(?:imum)?|min(?:imum)?|tops))?`,
  "gu",
);
const AFTER = new RegExp(`(?<!\\w)(?:bpm|tempo)(?: is| of| at|:| =)* ?(${BOUND})? ?${FIGURE}(?![\\w%:])`, "gu");

/** "Ruhig, um die 90": a number that is round about something and says of nothing what. */
const BARE =
  /(?<![\w.])(um die|etwa|unos|alrededor de(?: los)?|environ|autour de|intorno ai?|por volta de) ([6-9]\d|1\d\d)(?=\s*(?:$|[,.;!?)]))/gu;

/** Numbers are promises; tempo words ("slow", "allegro") are wishes and live in the vocabulary. */
export function recogniseTempo(passage: Passage): readonly Constraint[] {
  return [
    ...eachMatch(passage, RANGE, (match, polarity) => range(passage, match, polarity, match[1], match[2])),
    ...eachMatch(passage, RANGE_AFTER, (match, polarity) => range(passage, match, polarity, match[1], match[2])),
    ...eachMatch(passage, SINGLE, (match, polarity) =>
      single(passage, match, polarity, match[1], match[2], match[3] ?? match[4]),
    ),
    ...eachMatch(passage, AFTER, (match, polarity) => single(passage, match, polarity, match[1], match[2], undefined)),
    ...eachMatch(passage, BARE, (match, polarity) => single(passage, match, polarity, match[1], match[2], undefined)),
  ];
}

function range(passage: Passage, match: RegExpExecArray, polarity: number, low = "", high = ""): Constraint | null {
  const ends = [Number(low), Number(high)].sort((a, b) => a - b);
  const [minBpm = 0, maxBpm = 0] = ends;
  // "Not 120 to 130" leaves two ranges; that is no promise anybody makes in earnest.
  if (polarity < 0 || minBpm < BPM_MIN || maxBpm > BPM_MAX) return null;
  return { kind: "tempo", minBpm, maxBpm, from: wordsOf(passage, match) };
}

function single(
  passage: Passage,
  match: RegExpExecArray,
  polarity: number,
  before: string | undefined,
  figure = "",
  after: string | undefined,
): Constraint | null {
  const bpm = Number(figure);
  if (bpm < BPM_MIN || bpm > BPM_MAX) return null;
  let bound = readBound(before);
  if (/less|slower|below|under|max|tops/.test(after ?? "")) bound = "under";
  else if (after !== undefined) bound = "over";
  if (polarity < 0) {
    // "Not over 120 bpm": the other side. "Not 120 bpm" cannot be promised.
    if (bound !== "under" && bound !== "over") return null;
    bound = bound === "under" ? "over" : "under";
  }
  const from = wordsOf(passage, match);
  switch (bound) {
    case "under":
      return { kind: "tempo", minBpm: 0, maxBpm: bpm, from };
    case "over":
      return { kind: "tempo", minBpm: bpm, maxBpm: Number.MAX_SAFE_INTEGER, from };
    case "around":
      return {
        kind: "tempo",
        minBpm: Math.round(bpm * (1 - AROUND_SHARE)),
        maxBpm: Math.round(bpm * (1 + AROUND_SHARE)),
        from,
      };
    case "exactly":
      return { kind: "tempo", minBpm: bpm - EXACT_BPM, maxBpm: bpm + EXACT_BPM, from };
  }
}
