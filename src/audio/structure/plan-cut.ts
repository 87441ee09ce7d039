import type { StructureDocument } from "../../../schema/wire/structure.ts";
import type { CutEnding } from "../../../schema/wire/cut.ts";
import type { Steps } from "../../lib/steps.ts";
import { cheapestWalk, type Walk } from "./bar-walk.ts";

/** How to make a version of another length from the bars of a recording. All times are seconds. */
export interface CutPlan {
  /** Parts of the recording, in order. Each but the last ends at a bar line, each but the first begins at one. */
  readonly parts: readonly { readonly from: number; readonly to: number }[];
  /** How long the last part fades out at its end; 0 if it ends as the recording does. */
  readonly fade: number;
  /** Silence after the last part. The parts and the silence have exactly the length. */
  readonly silence: number;
  readonly joins: readonly CutJoin[];
  /** How it ends, which is a fade if the wanted ending is impossible. */
  readonly ending: CutEnding;
}

export interface CutJoin {
  /** Where it is in the cut. */
  readonly at: number;
  /** The bar line at which the recording is left, and the one at which it goes on. */
  readonly leave: number;
  readonly enter: number;
  /** As in the structure; null where the bars are not alike. */
  readonly likeness: number | null;
}

/** The sound begins this long before its first bar line, so that no attack is cut off. */
const LEAD_SECONDS = 0.03;
/** The last hit of a button. */
const BUTTON_SECONDS = 1.2;
const TAIL_SECONDS_MIN = 0.4;
const FADE = { seconds: 4, share: 0.25 } as const;
/** How much of a decay can be taken off. */
const CHOPPED_SHARE_MAX = 0.6;
/** What silence costs, for a second; a short one is part of the ending. */
const SILENCE = { free: 0.3, cost: 0.8 } as const;
/** What an ending costs that the recording does not have, and more where the harmony is not that of its last bar. */
const INVENTED = { cost: 0.6, unrest: 1.2 } as const;
const CHOP_COST = 0.6;

/** Where a walk over the bars can end: at a bar line, with a tail after it. */
interface Tail {
  readonly sounding: number;
  readonly fade: number;
  readonly silence: number;
  readonly cost: number;
}

/**
 * Plans a cut of exactly `seconds`. Bars are joined where they are alike, as rarely as possible; nothing is stretched. What is left
 * over after whole bars is the decay of the last hit, and silence. Null if the piece has no such cut: a sound without a pulse
 * cannot become longer than it is.
 */
export function* planCut(structure: StructureDocument, seconds: number, ending: CutEnding): Steps<CutPlan | null> {
  if (Math.abs(structure.duration - seconds) < 0.005) return unchanged(structure, seconds, ending);
  const start = Math.max(0, structure.starts_at - LEAD_SECONDS);
  const walk =
    structure.downbeats.length < 2
      ? null
      : yield* cheapestWalk(structure, {
          start,
          lead: LEAD_SECONDS,
          seconds,
          tailOf: (line, rest) => tailOf(structure, line, rest, ending, seconds),
        });
  if (walk !== null) return planOf(structure, walk, start, ending);
  return structure.ends_at - start < seconds
    ? null
    : {
        parts: [{ from: start, to: start + seconds }],
        fade: fadeSeconds(seconds),
        silence: 0,
        joins: [],
        ending: "fade",
      };
}

function unchanged({ duration }: StructureDocument, seconds: number, ending: CutEnding): CutPlan {
  const sounding = Math.min(duration, seconds);
  return { parts: [{ from: 0, to: sounding }], fade: 0, silence: seconds - sounding, joins: [], ending };
}

/** The tail after bar line number `line`, of `rest` seconds; null if the piece cannot end so. */
function tailOf(
  structure: StructureDocument,
  line: number,
  rest: number,
  ending: CutEnding,
  seconds: number,
): Tail | null {
  const at = structure.downbeats[line] ?? 0;
  const left = structure.ends_at - at;
  if (ending === "fade") {
    const next = structure.downbeats[line + 1] ?? structure.ends_at;
    if (rest < 0 || rest > Math.min(left, next - at) + 1e-9) return null;
    return { sounding: rest, fade: fadeSeconds(seconds), silence: 0, cost: 0 };
  }
  if (rest < TAIL_SECONDS_MIN) return null;
  const own = ownTail(structure, line, rest, left);
  if (ending === "natural" || structure.ending === "fade")
    return ending === "natural" ? own : inventedTail(structure, line, rest);
  const invented = inventedTail(structure, line, rest);
  const button = own === null ? null : asButton(own);
  return button !== null && (invented === null || button.cost <= invented.cost) ? button : invented;
}

/** The ending of the recording itself, after its last bar line. */
function ownTail({ downbeats, ending }: StructureDocument, line: number, rest: number, left: number): Tail | null {
  if (line !== downbeats.length - 1 || left <= 0) return null;
  const chopped = Math.max(0, left - rest);
  if (ending !== "fade" && chopped > CHOPPED_SHARE_MAX * left) return null;
  const sounding = Math.min(left, rest);
  const silence = rest - sounding;
  return {
    sounding,
    fade: chopped > 0.01 ? Math.min(sounding, Math.max(0.3, sounding / 2)) : 0,
    silence,
    cost: silenceCost(silence) + (CHOP_COST * chopped) / left,
  };
}

/** A last hit that rings for longer than a button is faded. */
function asButton(tail: Tail): Tail {
  return tail.sounding <= 2 * BUTTON_SECONDS
    ? tail
    : { ...tail, fade: Math.max(tail.fade, tail.sounding - BUTTON_SECONDS) };
}

/** The first beat of a bar, faded. */
function inventedTail({ closes }: StructureDocument, line: number, rest: number): Tail | null {
  const sounding = Math.min(rest, BUTTON_SECONDS);
  const unrest = 1 - (closes[line] ?? 0);
  const cost = INVENTED.cost + INVENTED.unrest * unrest + silenceCost(rest - sounding);
  return { sounding, fade: sounding * 0.75, silence: rest - sounding, cost };
}

function silenceCost(silence: number): number {
  return SILENCE.cost * Math.max(0, silence - SILENCE.free);
}

function fadeSeconds(seconds: number): number {
  return Math.min(FADE.seconds, FADE.share * seconds);
}

function planOf(
  { downbeats }: StructureDocument,
  { steps, tail }: Walk<Tail>,
  start: number,
  ending: CutEnding,
): CutPlan {
  const timeOf = (line: number): number => downbeats[line] ?? 0;
  const parts: { from: number; to: number }[] = [];
  const joins: CutJoin[] = [];
  let at = 0;
  for (const [index, { from, to, likeness }] of steps.entries()) {
    const isFirst = index === 0;
    const begin = isFirst ? (from === 0 ? start : timeOf(from) - LEAD_SECONDS) : timeOf(from);
    const previous = parts.at(-1);
    if (previous !== undefined) joins.push({ at, leave: previous.to, enter: begin, likeness });
    const isLast = index === steps.length - 1;
    const end = timeOf(to) + (isLast ? tail.sounding : 0);
    parts.push({ from: Math.max(0, begin), to: end });
    at += end - Math.max(0, begin);
  }
  return { parts, fade: tail.fade, silence: tail.silence, joins, ending };
}
