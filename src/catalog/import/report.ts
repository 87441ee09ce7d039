import { closeSync, openSync, writeSync } from "node:fs";
import { messageOf } from "../../lib/assert.ts";
import { escaped } from "../../lib/printable.ts";
import { ImportFailure } from "./failure.ts";

/** A line of the report: a rejection, a missing medium or a note. `field` is "" if it concerns the complete line. */
export interface ReportEntry {
  readonly file: string;
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

const BUFFER_CHARACTERS = 64 * 1024;

/** Phase seven, concurrent with all others: writes the report as JSON Lines. */
export class ReportWriter {
  readonly #file: number | null;
  #buffered = "";

  /** Replaces an existing report at `path`. Null writes no report. */
  constructor(path: string | null) {
    this.#file = path === null ? null : openReport(path);
  }

  add({ file, line, field, reason }: ReportEntry): void {
    if (this.#file === null) return;
    this.#buffered += `${escaped(JSON.stringify({ file, line, field, reason }))}\n`;
    if (this.#buffered.length >= BUFFER_CHARACTERS) this.#write(this.#file);
  }

  close(): void {
    if (this.#file === null) return;
    this.#write(this.#file);
    closeSync(this.#file);
  }

  #write(file: number): void {
    const bytes = Buffer.from(this.#buffered);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    this.#buffered = "";
  }
}

function openReport(path: string): number {
  try {
    return openSync(path, "w");
  } catch (error) {
    throw new ImportFailure(`The report ${path} cannot be written: ${messageOf(error)}`, { cause: error });
  }
}
