import type { HitMeta } from "../../schema/wire/answer.ts";
import { stem } from "../text/stem.ts";
import { words } from "../text/words.ts";
import type { Trace, TracedAsk, TracedMatch } from "../ranking/trace.ts";
import { hangingColumns } from "./hanging-columns.ts";

const INDENT = "     ";
const DIGITS = 3;

/** More evidence than this for one thing says no more. */
const EVIDENCE_MAX = 4;

/** Everything that was asked for with the same words, over all rules. */
interface Line {
  readonly asked: string;
  readonly said: string;
  points: number;
  full: number;
  readonly shown: Shown[];
}

/** A match, and the concept that it was sought for. */
type Shown = TracedMatch & { readonly concept: string };

/** How a song keeps the promises, then its score taken apart, a line for each thing that the client said. */
export function explainSong(meta: HitMeta, trace: Trace, columns: number): string {
  const gains = withWords(linesOf(trace.parts.filter((part) => part.kind === "wish")));
  const losses = linesOf(trace.parts.filter((part) => part.kind === "against"));
  const found = [
    ...gains.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points),
    ...losses.filter(({ points }) => points < 0).toSorted((a, b) => a.points - b.points),
  ];
  const lacking = gains.filter(({ points }) => points === 0);
  const spared = losses.filter(({ points }) => points === 0);
  const moves = new Set(trace.parts.flatMap((part) => (part.kind === "move" ? [moveOf(part, trace.whole)] : [])));
  const standing = [
    ...(meta.audio_file === null ? [] : [["file", meta.audio_file]]),
    ...verdicts(meta),
    ...[...moves].map((told) => ["order", told]),
    ...cut(meta, trace),
    ...named("lacks", lacking),
    ...named("has no", spared),
  ];
  const points = roundedTogether(found.map((line) => line.points / trace.whole));
  const table = found.map((line, at) => [
    points[at] ?? "",
    line.points < 0 ? "" : `of ${(line.full / trace.whole).toFixed(DIGITS)}`,
    line.asked,
    evidence(line.shown),
  ]);
  const layout = { indent: INDENT, columns };
  const reasons = meta.reasons.length === 0 ? [] : [[meta.reasons.join("; ")]];
  return (
    hangingColumns(reasons, layout) +
    hangingColumns(standing, layout) +
    hangingColumns(table, { ...layout, alignRight: [0, 1] })
  );
}

/** "held back: …", "described more like the brief … (+0.031)". */
function moveOf(
  { description, points }: { readonly description: string; readonly points: number },
  whole: number,
): string {
  return points === 0 ? description : `${description} (${roundedTogether([points / whole]).join("")})`;
}

function named(label: string, lines: readonly Line[]): string[][] {
  return lines.length === 0 ? [] : [[label, lines.map(({ said }) => said).join(", ")]];
}

/** What "neon" found or missed by itself is told with "neon streets". */
function withWords(lines: readonly Line[]): Line[] {
  return lines.filter((line) => {
    const whole = lines.find(({ asked }) => asked !== line.asked && words(asked).includes(line.asked));
    if (whole === undefined) return true;
    whole.points += line.points;
    whole.full += line.full;
    whole.shown.push(...line.shown);
    return false;
  });
}

function linesOf(asks: readonly ({ readonly kind: string } & TracedAsk)[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { kind, sought, points, full, matches } of asks) {
    const isContrary = matches.some(({ shows }) => shows === "contrary tag");
    // Of the voices that an instrumental lacks nobody said a word.
    const said = kind === "wish" || sought.isNamed ? sought.said : sought.name;
    const asked = kind === "wish" || isContrary ? sought.said : sought.said === "" ? "not asked for" : `not ${said}`;
    const line = lines.get(asked) ?? { asked, said, points: 0, full: 0, shown: [] };
    line.points += points;
    line.full += full;
    line.shown.push(...matches.map((match) => ({ ...match, concept: sought.name })));
    lines.set(asked, line);
  }
  return [...lines.values()];
}

function verdicts({ verdicts: all }: HitMeta): string[][] {
  const of = (wanted: string): string =>
    all.flatMap((one) => (one.verdict === wanted ? [one.constraint] : [])).join(", ");
  return [
    ["keeps", of("met")],
    ["unknown", of("unknown")],
  ].filter(([, constraints]) => constraints !== "");
}

/** A score is never shown above that of the song before: that one keeps more of what was promised, or was put forward. */
function cut({ score }: HitMeta, { parts, whole }: Trace): string[][] {
  const own = parts.reduce((sum, { points }) => sum + points, 0) / whole;
  return own - score < 10 ** -DIGITS
    ? []
    : [["score", `${own.toFixed(DIGITS)}, shown as at most that of the song above`]];
}

/** Rounded so that the shown points add up to the shown sum. */
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

function evidence(shown: readonly Shown[]): string {
  // Of a tag and a word in it the tag tells more.
  const strongest = shown
    .filter((match) => !isWithinTag(match, shown))
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const told = new Set<string>();
  const texts: string[] = [];
  for (const match of strongest) {
    const stems = words(match.name).map(stem);
    if (stems.every((one) => told.has(one))) continue;
    for (const one of stems) told.add(one);
    texts.push(evidenceOf(match));
  }
  return texts.slice(0, EVIDENCE_MAX).join("; ");
}

function isWithinTag({ shows, name, fields }: Shown, shown: readonly Shown[]): boolean {
  if (shows !== "word" || !fields.every((field) => field === "tag")) return false;
  const tags = shown.filter((other) => other.shows !== "word").flatMap((other) => words(other.name).map(stem));
  return tags.includes(stem(name));
}

function evidenceOf({ shows, name, fields, concept }: Shown): string {
  switch (shows) {
    case "tag":
      return name;
    case "near tag":
      return `${name} (near ${concept})`;
    case "contrary tag":
      return `${name} (contrary of ${concept})`;
    case "likely tag":
      return `likely ${name}`;
    case "artist":
      return `by ${name}`;
    case "word":
      return `'${name}' in ${fields.map((field) => PLACES[field]).join(", ")}`;
  }
}

const PLACES = {
  title: "title",
  artist: "artist's name",
  tag: "a tag",
  description: "description",
  lyrics: "lyrics",
} as const;
