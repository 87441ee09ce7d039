import { once } from "../lib/once.ts";

/** Costs of one edit. A likelier typing or hearing mistake costs less. */
const TRANSPOSED = 0.8;
/** "guitarr", "hapy", "chessy". */
const DOUBLED = 0.5;
const WRONG_ONE_DOUBLED = 0.8;
/** Letters that are hardly audible: "rythm", "gitar", "synthwav". */
const SILENT = 0.7;
const MISSING = 0.9;
const ALIKE = 0.7;
const NEXT_KEY = 0.9;
const ANOTHER = 1.3;

/** A cost above every limit: too many edits. */
export const TOO_FAR = 99;

const SILENT_LETTERS = "heu";
/** Groups of letters that sound alike. */
const SOUNDS_ALIKE = ["aeiouy", "ckqsxz", "gj", "fvwp", "mn", "dt", "bp"] as const;
const A = 97;
const KEYBOARD = ["qwertyuiop", "asdfghjkl", "zxcvbnm"] as const;

/** More than any sum of costs, so that fewer edits always win and costs decide among equals. */
const EDIT = 100;

/**
 * Returns the cost of the cheapest change from one spelling to another by up to `editsMax` edits, or TOO_FAR. This is
 * the Damerau–Levenshtein distance in its restricted form: a swap of neighbours is one edit, and nothing is edited
 * twice. The weights follow what typists get wrong (Kernighan, Church and Gale, 1990): omissions, doublings and swaps
 * before other letters.
 */
export function slipCost(typed: string, right: string, editsMax: number): number {
  if (Math.abs(typed.length - right.length) > editsMax) return TOO_FAR;
  const letters = letterCosts();
  const width = right.length + 1;
  const costs = new Float64Array((typed.length + 1) * width).fill(EDIT * TOO_FAR);
  let nearestAbove = 0;
  for (let row = 0; row <= typed.length; row++) {
    const a = typed.charCodeAt(row - 1);
    let nearest = EDIT * TOO_FAR;
    const end = Math.min(right.length, row + editsMax);
    for (let column = Math.max(0, row - editsMax); column <= end; column++) {
      const at = row * width + column;
      const b = right.charCodeAt(column - 1);
      let best = row + column === 0 ? 0 : EDIT * TOO_FAR;
      if (row > 0 && column > 0) {
        const before = costs[at - width - 1] ?? 0;
        if (a === b) best = before;
        // If no edit is left, only an equal letter helps.
        else if (before < editsMax * EDIT)
          best =
            before + EDIT + (wrongOneDoubled(typed, row, right, column) ?? letters[(a - A) * 26 + b - A] ?? ANOTHER);
        if (a !== b && row > 1 && column > 1 && a === right.charCodeAt(column - 2) && b === typed.charCodeAt(row - 2))
          best = Math.min(best, (costs[at - 2 * width - 2] ?? 0) + EDIT + TRANSPOSED);
      }
      if (row > 0) best = Math.min(best, (costs[at - width] ?? 0) + EDIT + extra(typed, row));
      if (column > 0) best = Math.min(best, (costs[at - 1] ?? 0) + EDIT + missing(right, column));
      costs[at] = best;
      nearest = Math.min(nearest, best);
    }
    // Checks two rows, because a swap skips one.
    if (Math.min(nearest, nearestAbove) >= (editsMax + 1) * EDIT) return TOO_FAR;
    nearestAbove = nearest;
  }
  const found = costs.at(-1) ?? EDIT * TOO_FAR;
  const edits = Math.floor(found / EDIT);
  return edits <= editsMax ? Math.round((found - edits * EDIT) * 100) / 100 : TOO_FAR;
}

/** Cost of the superfluous letter before `end`. */
function extra(typed: string, end: number): number {
  return isDouble(typed, end) ? DOUBLED : MISSING;
}

/** Cost of the missing letter before `end`. */
function missing(right: string, end: number): number {
  if (isDouble(right, end)) return DOUBLED;
  return end > 1 && SILENT_LETTERS.includes(right[end - 1] ?? "") ? SILENT : MISSING;
}

/** Cost of doubling the wrong letter: "chessy" for "cheesy". */
function wrongOneDoubled(typed: string, row: number, right: string, column: number): number | null {
  return isDouble(typed, row) && isDouble(right, column) ? WRONG_ONE_DOUBLED : null;
}

function isDouble(word: string, end: number): boolean {
  const letter = word.charCodeAt(end - 1);
  return letter === word.charCodeAt(end - 2) || letter === word.charCodeAt(end);
}

/** Costs of one letter in place of another, 26 by 26. */
const letterCosts = once(() => {
  const costs = new Float64Array(26 * 26).fill(ANOTHER);
  const set = (a: string, b: string, cost: number): void => {
    costs[(a.charCodeAt(0) - A) * 26 + b.charCodeAt(0) - A] = cost;
    costs[(b.charCodeAt(0) - A) * 26 + a.charCodeAt(0) - A] = cost;
  };
  for (const row of KEYBOARD) for (let at = 1; at < row.length; at++) set(row[at - 1] ?? "", row[at] ?? "", NEXT_KEY);
  for (const alike of SOUNDS_ALIKE) for (const a of alike) for (const b of alike) set(a, b, ALIKE);
  return costs;
});
