import type { Answer, BriefDocument, BriefWish } from "../../schema/wire/answer.ts";
import { renderTable } from "./table.ts";

const INDENT = "  ";

/** Renders how a brief was understood: wishes with weight and the client's words, strongest first, then the rest. */
export function explainBrief(
  { brief, catalog_version: catalog }: Pick<Answer, "brief" | "catalog_version">,
  columns: number,
): string {
  const { constraints, references, text, text_avoided: avoidedText = [], ignored, seen, unserved } = brief;
  const wishes = [
    ...labelled("wanted", byWeight(brief.wanted).map(wishCells)),
    ...labelled("avoided", byWeight(brief.avoided).map(wishCells)),
    ...labelled(
      "promised",
      constraints.map(({ constraint, from }) => [constraint, "", from.join(", ")]),
    ),
  ];
  const rest = [
    ...labelled("seen", seen === undefined ? [] : [[seen.words.join(", ")]]),
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

const LABEL_WIDTH = "not served".length;

function byWeight(wishes: readonly BriefWish[]): readonly BriefWish[] {
  return wishes.toSorted((a, b) => b.weight - a.weight);
}

function wishCells({ name, weight, from }: BriefWish): string[] {
  return [name, weight.toFixed(2), from.join(", ")];
}

function referenceCells({ role, kind, name, known }: BriefDocument["references"][number]): string[] {
  return [`${role} ${name}: ${known ? `${kind} in this catalog` : `no ${kind} in this catalog`}`];
}
