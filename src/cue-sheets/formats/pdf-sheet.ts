import type { RightsHolder } from "../../../schema/rights.ts";
import { mapInSteps, type Steps } from "../../lib/steps.ts";
import type { Cue, CueSheet, UnmatchedEvent } from "../cue-sheet.ts";
import { CUES_PER_STEP, missingOf, NOT_ON_FILE, onFile, shareText, timesOf } from "./cue-fields.ts";
import { isShownInFull, PDF_COLUMNS, type PdfLine, pdfOfLines } from "./pdf-text.ts";

/** Widths of the columns in characters. The last one has the rest. */
const COLUMNS = { number: 5, title: 46, usage: 14, from: 13, to: 13, duration: 10 } as const;
const LAST = PDF_COLUMNS - Object.values(COLUMNS).reduce((sum, width) => sum + width, 0);
const INDENT = "  ";
const LINES_PER_STEP = 1_000;

/** Returns the cue sheet as a PDF to print. Characters that its font lacks are replaced, and a note says so. */
export function* pdfSheet(sheet: CueSheet, { madeOn }: { readonly madeOn: string }): Steps<readonly string[]> {
  const { rate } = sheet;
  const title = sheet.title === "" ? "Cue sheet" : `Cue sheet: ${sheet.title}`;
  const timing = `${rate.name} frames per second${rate.isDrop ? ", drop-frame" : ""}`;
  const lines: PdfLine[] = [
    bold(title),
    plain(`${sheet.cues.length} cues, ${sheet.unmatched.length} events without a song. ${timing}. Made on ${madeOn}.`),
    plain(""),
    bold(row(["No.", "Title", "Usage", "In", "Out", "Duration", "Writers (W) and publishers (P)"])),
    bold("-".repeat(PDF_COLUMNS)),
    ...(yield* mapInSteps(sheet.cues, CUES_PER_STEP, (cue) => [...cueLines(cue, sheet), plain("")])).flat(),
    ...(sheet.unmatched.length === 0 ? [] : [bold("Events without a song of the catalog"), plain("")]),
    ...(yield* mapInSteps(sheet.unmatched, CUES_PER_STEP, (event) => eventLines(event, sheet))).flat(),
    ...(sheet.notes.length === 0
      ? []
      : [plain(""), ...sheet.notes.flatMap((note) => wrapped(note, PDF_COLUMNS).map(plain))]),
  ];
  const areShown = yield* mapInSteps(lines, LINES_PER_STEP, ({ text }) => isShownInFull(text));
  const isReplaced = areShown.includes(false);
  const note =
    "Characters that this PDF cannot show are replaced by similar ones or by ?. The CSV and the XML have them.";
  return yield* pdfOfLines(isReplaced ? [...lines, plain(""), plain(note)] : lines, {
    title,
    footer: title.slice(0, 100),
  });
}

function cueLines(cue: Cue, sheet: CueSheet): readonly PdfLine[] {
  const { from, to, duration } = timesOf(cue, sheet);
  const { writers = [], publishers = [], iswc, masterOwner } = cue.rights ?? {};
  const left = [
    ...wrapped(cue.version === "" ? cue.title : `${cue.title} (${cue.version})`, COLUMNS.title - 1),
    ...wrapped(`by ${onFile(cue.artists.join(", "))}`, COLUMNS.title - 1),
    `ISRC ${onFile(cue.isrc)}`,
    `ISWC ${onFile(iswc)}`,
    ...wrapped(`Master ${onFile(masterOwner)}`, COLUMNS.title - 1),
  ];
  const right = [...parties("W", writers), ...parties("P", publishers)];
  const lines = Array.from({ length: Math.max(left.length, right.length) }, (_, at) =>
    at === 0
      ? plain(row([String(cue.number), left[0] ?? "", onFile(cue.usage), from, to, duration, right[0] ?? ""]))
      : plain(row(["", left[at] ?? "", "", "", "", "", right[at] ?? ""])),
  );
  const missing = missingOf(cue);
  const notes = [...cue.notes, ...(missing.length === 0 ? [] : [`${NOT_ON_FILE}: ${missing.join(", ")}`])];
  return [...lines, ...notes.flatMap((note) => wrapped(INDENT + note, PDF_COLUMNS).map(plain))];
}

function parties(kind: string, holders: readonly RightsHolder[]): readonly string[] {
  if (holders.length === 0) return [`${kind} ${NOT_ON_FILE}`];
  return holders.flatMap((holder) => {
    const { name, role, society, ipi } = holder;
    const who = role === "" ? name : `${name} (${role})`;
    const details = [`society ${onFile(society)}`, `IPI ${onFile(ipi)}`, `share ${shareText(holder)}`].join(", ");
    return [...wrapped(`${kind} ${who}`, LAST), ...wrapped(INDENT + details, LAST)];
  });
}

function eventLines(event: UnmatchedEvent, sheet: CueSheet): readonly PdfLine[] {
  const { from, to, duration } = timesOf(event, sheet);
  const candidates = event.candidates.length === 0 ? "" : `several songs: ${event.candidates.join(", ")}`;
  return [
    plain(
      row([
        "-",
        event.clip.slice(0, COLUMNS.title - 1),
        event.track.slice(0, 12),
        from,
        to,
        duration,
        candidates.slice(0, LAST),
      ]),
    ),
  ];
}

function row(cells: readonly string[]): string {
  const widths = [...Object.values(COLUMNS), LAST];
  return cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join("")
    .trimEnd();
}

/** Breaks a text at spaces, and words that are longer than a line anywhere. */
function wrapped(text: string, width: number): readonly string[] {
  const indent = text.startsWith(INDENT) ? INDENT : "";
  const lines: string[] = [];
  let line = "";
  for (const word of text.trim().split(/ +/)) {
    for (let rest = word; ;) {
      const joined = line === "" ? indent + rest : `${line} ${rest}`;
      if (joined.length <= width) {
        line = joined;
        break;
      }
      if (line !== "") {
        lines.push(line);
        line = "";
        continue;
      }
      lines.push((indent + rest).slice(0, width));
      rest = rest.slice(width - indent.length);
      if (rest === "") break;
    }
  }
  return line === "" ? lines : [...lines, line];
}

function plain(text: string): PdfLine {
  return { text };
}

function bold(text: string): PdfLine {
  return { text, isBold: true };
}
