import { writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { cueSheetOffline } from "../app/cue-sheet-offline.ts";
import { type FrameRate, RATE_NAMES, readFrameRate } from "../cue-sheets/edit-lists/frame-rate.ts";
import { SHEET_FORMATS, type SheetFormat, sheetFile, USAGE_LENGTH_MAX } from "../cue-sheets/make-cue-sheet.ts";
import { presentCueSheet } from "../cue-sheets/present.ts";
import type { Command, GivenOptions } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { runSteps } from "../lib/steps.ts";
import { printDocument } from "./print.ts";
import { readChoice, UsageError } from "./usage-error.ts";
import { withData } from "./with-data.ts";

export const cueSheet: Command = {
  name: "cue-sheet",
  summary: "make a cue sheet of an edit list: CMX 3600, FCPXML or OpenTimelineIO",
  positionals: [{ name: "FILE", about: "the edit list (.edl, .fcpxml, .otio)" }],
  options: [
    { name: "out", placeholder: "PATH", about: "the file to write; without it, the cue sheet is printed as CSV" },
    { name: "format", placeholder: "FORMAT", about: `${SHEET_FORMATS.join(", ")} (default: the extension of --out)` },
    { name: "fps", placeholder: "RATE", about: `the frame rate, which EDLs do not state: ${RATE_NAMES.join(", ")}` },
    { name: "usage", placeholder: "CODE", about: "the use of cues for which the list states none, such as BI" },
  ],
  notes: `Clips are songs by their id, the id of a file, ISRC, the name of the imported file, or title. Events that match
no song are listed below the cues. What is not on file is marked "not on file".
With --json the cue sheet is one document, as in the HTTP API.`,
  async run(invocation) {
    const { io, given, positionals } = invocation;
    const path = resolve(positionals[0] ?? "");
    if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`);
    const out = given.text("out");
    const format = readFormat(given, out);
    const options = { rate: readRate(given), usage: readUsage(given) };
    const { sheet, now } = await withData(invocation, { mayCreate: false }, async (core) => ({
      sheet: await cueSheetOffline(core, path, options),
      now: core.clock.now(),
    }));
    const { cues, unmatched } = sheet;
    const file = (): Uint8Array => runSteps(sheetFile(sheet, format, now));
    if (out !== undefined) await writeFile(resolve(out), file());
    if (given.has("json")) await printDocument(invocation, presentCueSheet(sheet));
    else if (out === undefined) await io.out.write(new TextDecoder().decode(file()));
    await io.err.write(
      `Cues: ${cues.length}. Events without a song: ${unmatched.length}.${sheet.notes.map((note) => ` ${note}`).join("")}\n`,
    );
    return DONE;
  },
};

function readFormat(given: GivenOptions, out: string | undefined): SheetFormat {
  const named = readChoice(given, "format", SHEET_FORMATS);
  const ending = SHEET_FORMATS.find((one) => out?.toLowerCase().endsWith(`.${one}`) === true);
  const format = named ?? ending ?? "csv";
  if (format === "pdf" && out === undefined)
    throw new UsageError("--format pdf: needs --out with the path of the file.");
  return format;
}

function readRate(given: GivenOptions): FrameRate | null {
  const text = given.text("fps");
  if (text === undefined) return null;
  const rate = readFrameRate(text);
  if (rate !== null) return rate;
  throw new UsageError(`--fps: expected one of ${RATE_NAMES.join(", ")}, got ${JSON.stringify(text)}.`);
}

function readUsage(given: GivenOptions): string | null {
  const text = given.text("usage")?.trim() ?? "";
  if (text.length > USAGE_LENGTH_MAX) throw new UsageError(`--usage: expected at most ${USAGE_LENGTH_MAX} characters.`);
  return text === "" ? null : text;
}
