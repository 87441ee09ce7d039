import { OTHER_WORDS } from "./polarity-other-words.ts";
import { POLARITY_TABLE } from "./polarity-table.ts";

/** A client's words with the concepts that they want, refuse, and neither want nor refuse. */
export interface PolarityLine {
  readonly pattern: string;
  readonly lang: string;
  readonly text: string;
  readonly wanted: readonly string[];
  readonly refused: readonly string[];
  /** Concepts that the client accepts or only mentions. They must not be avoided. */
  readonly leftAlone: readonly string[];
}

/** Lines that fail, with the reason. */
export interface OpenLine {
  readonly text: string;
  /** The form that fails: the line as a query, or at the end of a mail. */
  readonly form: PolarityForm;
  readonly reason: string;
}

export type PolarityForm = "query" | "mail";

export const OPEN: readonly OpenLine[] = [
  {
    text: "Track two: a harpsichord. It drove everybody mad.",
    form: "query",
    reason: 'No list has the complaint of the next sentence, and spelling turns its "drove" into "drive".',
  },
  {
    text: "Track two: a harpsichord. It drove everybody mad.",
    form: "mail",
    reason: 'No list has the complaint of the next sentence, and spelling turns its "drove" into "drive".',
  },
  {
    text: "Niente banjo. Idem per l'ukulele.",
    form: "query",
    reason:
      "No word of the sentence is known as Italian, so its article is not split off and the ukulele is not found.",
  },
  {
    text: "la guitare oui, mais pas électrique",
    form: "query",
    reason: "An adjective without its noun is read in English only.",
  },
  {
    text: "la guitare oui, mais pas électrique",
    form: "mail",
    reason: "An adjective without its noun is read in English only.",
  },
];

export const POLARITY_LINES: readonly PolarityLine[] = `${POLARITY_TABLE}${OTHER_WORDS}`
  .split("\n## ")
  .slice(1)
  .flatMap((group) => {
    const [pattern = "", ...rows] = group.split("\n");
    return rows.filter((row) => row !== "").map((row) => lineOf(pattern, row));
  });

function lineOf(pattern: string, row: string): PolarityLine {
  const [lang = "", text = "", wanted = "", refused = "", leftAlone = ""] = row.split("|").map((cell) => cell.trim());
  return {
    pattern,
    lang,
    text: text.replaceAll("¶", "\n"),
    wanted: namesOf(wanted),
    refused: namesOf(refused),
    leftAlone: namesOf(leftAlone),
  };
}

function namesOf(cell: string): readonly string[] {
  return cell === "" ? [] : cell.split(", ");
}
