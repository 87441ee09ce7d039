import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasErrorCode } from "../../lib/error-code.ts";
import { namesIn } from "../../lib/names-in.ts";
import { parseChecked } from "../../lib/parse-json.ts";
import { CatalogRun } from "./catalog-run.ts";

export const IMPORTS_FOLDER = "imports";
const ID = /^[0-9a-f-]{36}$/;
const RUN_FILE = "run.json";
const REPORT_FILE = "report.jsonl";
/** Runs that are kept with their reports. */
export const RUNS_MAX = 20;
/** A page of a report is read in one piece. */
const REPORT_CHUNK_BYTES = 512 * 1024;

export interface ReportPage {
  /** Lines of JSON. */
  readonly lines: readonly string[];
  /** Where the next page begins, in bytes; null at the end. */
  readonly next: number | null;
}

/** The folder with the changes of the catalog that administrators started: for each a file with its state, and its report. Ids are random. */
export class RunFolder {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, IMPORTS_FOLDER);
  }

  reportPath(id: string): string {
    return join(this.#folder, id, REPORT_FILE);
  }

  async begin(id: string): Promise<void> {
    await mkdir(join(this.#folder, id), { recursive: true, mode: 0o700 });
  }

  /** Replaces the state of a run in one step. */
  async save(run: CatalogRun): Promise<void> {
    const path = join(this.#folder, run.id, RUN_FILE);
    await writeFile(`${path}.new`, JSON.stringify(run), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  /** Reads all runs, the newest first. Folders without a state are left out. */
  async load(): Promise<readonly CatalogRun[]> {
    const runs: CatalogRun[] = [];
    for (const id of await this.#ids()) {
      const text = await readFile(join(this.#folder, id, RUN_FILE), "utf8").catch((error: unknown) => {
        if (hasErrorCode(error, "ENOENT")) return "";
        throw error;
      });
      const run = parseChecked(CatalogRun, text);
      if (run !== null) runs.push(run);
    }
    return runs.toSorted((one, other) => other.startedAt - one.startedAt);
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.#folder, id), { recursive: true, force: true });
  }

  /** Reads up to `limit` lines of a report from a byte on. A line that is longer than a piece ends the list. */
  async readReport(id: string, from: number, limit: number): Promise<ReportPage> {
    const file = await open(this.reportPath(id)).catch((error: unknown) => {
      if (hasErrorCode(error, "ENOENT")) return null;
      throw error;
    });
    if (file === null) return { lines: [], next: null };
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(REPORT_CHUNK_BYTES), 0, REPORT_CHUNK_BYTES, from);
      const lines: string[] = [];
      let at = 0;
      for (let end = buffer.indexOf(10, at); end >= 0 && end < bytesRead; end = buffer.indexOf(10, at)) {
        if (lines.length === limit) return { lines, next: from + at };
        lines.push(buffer.toString("utf8", at, end));
        at = end + 1;
      }
      return { lines, next: at > 0 && bytesRead === REPORT_CHUNK_BYTES ? from + at : null };
    } finally {
      await file.close();
    }
  }

  async #ids(): Promise<readonly string[]> {
    return (await namesIn(this.#folder)).filter((name) => ID.test(name));
  }
}
