import type { HitMeta } from "../../schema/wire/answer.ts";
import { stem } from "../text/stem.ts";
import { words } from "../text/words.ts";
import type { Trace, TracedAsk, TracedMatch } from "../ranking/trace.ts";
import { renderTable } from "./table.ts";

const INDENT = "     ";
const DIGITS = 3;

/** Pieces of evidence shown per line. */
const EVIDENCE_MAX = 4;

/** One line of the explanation: all asks, of all rules, that come from the same words. */
interface Line {
  readonly label: string;
  /** The client's words, or else the name of the concept. */
  readonly said: string;
  points: number;
  full: number;
  readonly matches: ConceptMatch[];
}

/** A match and the concept that it is evidence for. */
type ConceptMatch = TracedMatch & { readonly concept: string };

/** Renders how a song meets the constraints, then its score, one line for each thing that the client said. */
export function explainSong(meta: HitMeta, trace: Trace, columns: number): string {
  const gains = mergeWords(linesOf(trace.parts.filter((part) => part.kind === "wish")));
  const losses = linesOf(trace.parts.filter((part) => part.kind === "against"));
  const found = [
    ...gains.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points),
    ...losses.filter(({ points }) => points < 0).toSorted((a, b) => a.points - b.points),
  ];
  const lacking = gains.filter(({ points }) => points === 0);
  const absent = losses.filter(({ points }) => points === 0);
  const moves = new Set(trace.parts.flatMap((part) => (part.kind === "move" ? [moveOf(part, trace.whole)] : [])));
  const facts = [
    ...(meta.audio_file === null ? [] : [["file", meta.audio_file]]),
    ...verdicts(meta),
    ...[...moves].map((move) => ["order", move]),
    ...loweredScore(meta, trace),
    ...named("lacks", lacking),
    ...named("has no", absent),
  ];
  const points = roundedTogether(found.map((line) => line.points / trace.whole));
  const table = found.map((line, at) => [
    points[at] ?? "",
    line.points < 0 ? "" : `of ${(line.full / trace.whole).toFixed(DIGITS)}`,
    line.label,
    evidence(line.matches),
  ]);
  const layout = { indent: INDENT, columns };
  const reasons = meta.reasons.length === 0 ? [] : [[meta.reasons.join("; ")]];
  return (
    renderTable(reasons, layout) + renderTable(facts, layout) + renderTable(table, { ...layout, alignRight: [0, 1] })
  );
}

/** For example "described more like the brief (+0.031)". */
function moveOf(
  { description, points }: { readonly description: string; readonly points: number },
  whole: number,
): string {
  return points === 0 ? description : `${description} (${roundedTogether([points / whole]).join("")})`;
}

function named(label: string, lines: readonly Line[]): string[][] {
  return lines.length === 0 ? [] : [[label, lines.map(({ said }) => said).join(", ")]];
}

/** Merges the line of a single word ("neon") into the line of a phrase that contains it ("neon streets"). */
function mergeWords(lines: readonly Line[]): Line[] {
  return lines.filter((line) => {
    const phrase = lines.find(({ label }) => label !== line.label && words(label).includes(line.label));
    if (phrase === undefined) return true;
    phrase.points += line.points;
    phrase.full += line.full;
    phrase.matches.push(...line.matches);
    return false;
  });
}

function linesOf(asks: readonly ({ readonly kind: string } & TracedAsk)[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { kind, sought, points, full, matches } of asks) {
    const isContrary = matches.some(({ shows }) => shows === "contrary tag");
    // If the client did not name it, as with the voices that an instrumental lacks, show the concept.
    const said = kind === "wish" || sought.isNamed ? sought.said : sought.name;
    const label = kind === "wish" || isContrary ? sought.said : sought.said === "" ? "not requested" : `not ${said}`;
    const line = lines.get(label) ?? { label, said, points: 0, full: 0, matches: [] };
    line.points += points;
    line.full += full;
    line.matches.push(...matches.map((match) => ({ ...match, concept: sought.name })));
    lines.set(label, line);
  }
  return [...lines.values()];
}

function verdicts({ verdicts: all }: HitMeta): string[][] {
  const constraintsWith = (verdict: string): string =>
    all.flatMap((one) => (one.verdict === verdict ? [one.constraint] : [])).join(", ");
  return [
    ["keeps", constraintsWith("met")],
    ["unknown", constraintsWith("unknown")],
  ].filter(([, constraints]) => constraints !== "");
}

/** The score before it was lowered to that of the song above, which meets more constraints or was moved up. */
function loweredScore({ score }: HitMeta, { parts, whole }: Trace): string[][] {
  const own = parts.reduce((sum, { points }) => sum + points, 0) / whole;
  return own - score < 10 ** -DIGITS
    ? []
    : [["score", `${own.toFixed(DIGITS)}, shown as at most that of the song above`]];
}

/** Rounds so that the rounded values add up to the rounded sum. */
function roundedTogether(shares: readonly number[]): string[] {
  let exact = 0;
  let shown = 0;
  return shares.map((share) => {
    exact += share;
    const step = Math.round(exact * 10 ** DIGITS) - shown;
    shown += step;
    return `${step < 0 ? "−" : "+"}${(Math.abs(step) / 10 ** DIGITS).toFixed(DIGITS)}`;
  });
}

/** Lists the strongest matches. Leaves out a match whose words an earlier one has. */
function evidence(matches: readonly ConceptMatch[]): string {
  const strongest = matches
    .filter((match) => !isWithinTag(match, matches))
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const seen = new Set<string>();
  const texts: string[] = [];
  for (const match of strongest) {
    const stems = words(match.name).map(stem);
    if (stems.every((one) => seen.has(one))) continue;
    for (const one of stems) seen.add(one);
    texts.push(evidenceOf(match));
  }
  return texts.slice(0, EVIDENCE_MAX).join("; ");
}

/** Whether a matched word is part of a tag that also matches. The tag is more informative. */
function isWithinTag({ shows, name, fields }: ConceptMatch, matches: readonly ConceptMatch[]): boolean {
  if (shows !== "word" || !fields.every((field) => field === "tag")) return false;
  const tags = matches.filter((other) => other.shows !== "word").flatMap((other) => words(other.name).map(stem));
  return tags.includes(stem(name));
}

function evidenceOf({ shows, name, fields, concept }: ConceptMatch): string {
  switch (shows) {
    case "tag":
      return name;
    case "near tag":
      return `${name} (near ${concept})`;
    case "contrary tag":
      return `${name} (contrary to ${concept})`;
    case "likely tag":
      return `likely ${name}`;
    case "measured":
      return `measured: ${name}`;
    case "value":
      return name;
    case "artist":
      return `by ${name}`;
    case "word":
      return `'${name}' in ${fields.map((field) => FIELD_NAMES[field]).join(", ")}`;
  }
}

const FIELD_NAMES = {
  title: "title",
  artist: "artist's name",
  tag: "a tag",
  description: "description",
  lyrics: "lyrics",
} as const;
