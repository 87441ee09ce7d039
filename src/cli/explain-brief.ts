import type { DescribedPart } from "../../schema/brief.ts";
import type { Answer, BriefDocument, BriefWish } from "../../schema/wire/answer.ts";
import { askingSentence } from "./asking-sentence.ts";
import { renderTable } from "./table.ts";

const INDENT = "  ";
/** A part of a text is shortened to this length, so that it takes one line. */
const PART_CHARS_MAX = 70;

/**
 * Renders how a brief was understood: wishes with weight, the client's words and the sentence of a long text that asks for
 * them, the heaviest first, then the parts of a long text, and the rest.
 */
export function explainBrief(
  { brief, catalog_version: catalog }: Pick<Answer, "brief" | "catalog_version">,
  parts: readonly DescribedPart[],
  columns: number,
): string {
  const {
    constraints,
    references,
    text,
    text_avoided: avoidedText = [],
    ignored,
    arcs = [],
    seen,
    heard = [],
    unserved,
  } = brief;
  const wishes = [
    ...labelled(
      "wanted",
      byWeight(brief.wanted).map((wish) => wishCells(wish, parts)),
    ),
    ...labelled(
      "avoided",
      byWeight(brief.avoided).map((wish) => wishCells(wish, parts)),
    ),
    ...labelled(
      "promised",
      constraints.map(({ constraint, from }) => [constraint, "", askedIn(from, parts)]),
    ),
  ];
  const rest = [
    ...labelled("arc", arcs.map(arcCells)),
    ...labelled("parts", parts.map(partCells)),
    ...labelled("seen", seen === undefined ? [] : [[seen.words.join(", ")]]),
    ...labelled("heard", heard.map(heardCells)),
    ...labelled("names", references.map(referenceCells)),
    ...labelled("words", text.length === 0 ? [] : [[text.join(", ")]]),
    ...labelled("not words", avoidedText.length === 0 ? [] : [[avoidedText.join(", ")]]),
    ...labelled(
      "ignored",
      ignored.map((passage) => [passage]),
    ),
    ...labelled(
      "not served",
      unserved.map((lack) => [lack]),
    ),
    ...labelled("catalog", [[catalog]]),
  ];
  const layout = { indent: INDENT, columns };
  return `Understood\n${renderTable(wishes, layout)}${renderTable(rest, layout)}`;
}

/** Puts a label before the first row and blanks before the others. */
function labelled(label: string, rows: readonly (readonly string[])[]): string[][] {
  return rows.map((row, at) => [(at === 0 ? label : "").padEnd(LABEL_WIDTH), ...row]);
}

/** For example: rising: starts small, ends huge. */
function arcCells({ shape, refused, from }: NonNullable<BriefDocument["arcs"]>[number]): string[] {
  return [`${refused ? "not " : ""}${shape}: ${from.join(", ")}`];
}

/** For example: audio of 184 s, compared from 60 s to 90 s; 120 bpm, A minor. */
function heardCells({ kind, duration, excerpt, typical, bpm, key, compared }: HeardDocument): string[] {
  const part = excerpt ?? typical;
  const span = part === null ? "" : ` ${excerpt === null ? "and its part " : ""}from ${part.start} s to ${part.end} s`;
  const how = compared ? `compared${excerpt === null ? " as a whole" : ""}${span}` : "not compared";
  const facts = [...(bpm === null ? [] : [`${bpm} bpm`]), ...(key === null ? [] : [key])];
  return [`${kind} of ${Math.round(duration)} s, ${how}${facts.length === 0 ? "" : `; ${facts.join(", ")}`}`];
}

type HeardDocument = NonNullable<BriefDocument["heard"]>[number];

function partCells({ kind, text }: DescribedPart): string[] {
  const line = text.replace(/\s+/g, " ");
  const characters = Array.from(line);
  return [
    `${kind}: ${characters.length > PART_CHARS_MAX ? `${characters.slice(0, PART_CHARS_MAX).join("").trimEnd()}…` : line}`,
  ];
}

const LABEL_WIDTH = "not served".length;

function byWeight(wishes: readonly BriefWish[]): readonly BriefWish[] {
  return wishes.toSorted((a, b) => b.weight - a.weight);
}

function wishCells({ name, weight, from }: BriefWish, parts: readonly DescribedPart[]): string[] {
  return [name, weight.toFixed(2), askedIn(from, parts)];
}

/** For example: piano, funeral – "We want a warm felt piano." */
function askedIn(from: readonly string[], parts: readonly DescribedPart[]): string {
  const sentence = askingSentence(from, parts);
  return sentence === null ? from.join(", ") : `${from.join(", ")} – "${sentence}"`;
}

function referenceCells({ role, kind, name, known }: BriefDocument["references"][number]): string[] {
  return [`${role} ${name}: ${known ? `${kind} in this catalog` : `no ${kind} in this catalog`}`];
}
