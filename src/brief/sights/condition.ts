/** The facts of an analysis that conditions can test. */
export interface Facts {
  /** How certain the statement is, 0 to 1. */
  readonly said: (about: string, value: string) => number;
  /** The same, before it is weighed by how reliable its source is. */
  readonly certainty: (about: string, value: string) => number;
  /** Null if it was not measured, or if pictures do not have it. */
  readonly measured: (name: string) => number | null;
}

/** A condition of a sight: one of several statements, or a number on a ramp. */
export type Condition =
  | { readonly kind: "said"; readonly any: readonly Statement[] }
  | {
      readonly kind: "measured";
      readonly of: string;
      /** The sight begins at `from` and is complete at `to`; `to` can be the smaller number. */
      readonly from: number;
      readonly to: number;
    };

/** A statement, such as "time night". */
export interface Statement {
  readonly about: string;
  readonly value: string;
}

/** What a statement can be about. Any other word in a condition is the name of a number or a colour. */
const MATTERS: ReadonlySet<string> = new Set([
  "subject",
  "time",
  "weather",
  "setting",
  "scene",
  "camera",
  "curve",
  "sound",
  "change",
  "heard",
]);

/**
 * Reads a condition: "time dusk or weather sunrise", "scene city or town", "brightness .35 to .15", "blue .15 to .35".
 * Throws on any other text.
 */
export function readCondition(text: string): Condition {
  const [, of = "", from, to] = /^([a-z ]+) (-?[\d.]+) to (-?[\d.]+)$/.exec(text) ?? [];
  if (from !== undefined && to !== undefined && from !== to)
    return { kind: "measured", of, from: Number(from), to: Number(to) };
  const any: Statement[] = [];
  let about = "";
  for (const alternative of text.split(" or ")) {
    const [first = "", ...rest] = alternative.trim().split(" ");
    const isNew = MATTERS.has(first);
    if (isNew) about = first;
    any.push({ about, value: (isNew ? rest : [first, ...rest]).join(" ") });
  }
  if (any.some((one) => one.about === "" || one.value === ""))
    throw new Error(
      `A file of sights says "${text}"; expected a matter and its value ("time night"), or a number's ramp ("brightness .35 to .15").`,
    );
  return { kind: "said", any };
}

/** Returns how far a condition holds, 0 to 1; 0 if the facts say nothing about it. */
export function strengthOf(condition: Condition, facts: Facts): number {
  if (condition.kind === "said")
    return condition.any.reduce((most, { about, value }) => Math.max(most, facts.said(about, value)), 0);
  const measured = facts.measured(condition.of);
  return measured === null ? 0 : alongRamp(measured, condition.from, condition.to);
}

/** Returns how certain the statements of a condition are, 0 to 1. A measured condition is certain. */
export function certaintyOf(condition: Condition, facts: Facts): number {
  if (condition.kind === "measured") return 1;
  return condition.any.reduce((most, { about, value }) => Math.max(most, facts.certainty(about, value)), 0);
}

/** Whether two conditions agree: numbers on the same side, or a statement in common. */
export function isSharedBy(condition: Condition, other: Condition): boolean {
  if (condition.kind === "measured") {
    if (other.kind !== "measured" || condition.of !== other.of) return false;
    // "Fast cuts" are complete before "very fast cuts" begin, so neither is part of the other.
    const upwards = condition.to > condition.from;
    return upwards === other.to > other.from && (upwards ? other.to > condition.from : other.to < condition.from);
  }
  return (
    other.kind === "said" &&
    other.any.some((one) => condition.any.some(({ about, value }) => about === one.about && value === one.value))
  );
}

function alongRamp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}
