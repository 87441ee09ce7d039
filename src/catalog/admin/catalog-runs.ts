import { messageOf } from "../../lib/assert.ts";
import type { Clock } from "../../lib/clock.ts";
import type { NewId } from "../../lib/ids.ts";
import type { Log } from "../../lib/log.ts";
import type { CatalogWork, ImportWork, RunCatalogWork, WorkEnd, WorkProgress } from "./catalog-work.ts";
import { type RunFolder, RUNS_MAX } from "./run-folder.ts";
import type { CatalogRun } from "./catalog-run.ts";

/** What an administrator wants to do. */
export interface WantedRun {
  readonly kind: CatalogRun["kind"];
  /** For people: the paths, the name of the upload, or the ids of songs. */
  readonly names: readonly string[];
  readonly dryRun: boolean;
  readonly replace: boolean;
  readonly work: WantedWork;
}

type WantedWork =
  | Omit<ImportWork, "reportPath">
  | { readonly kind: "undo" }
  | { readonly kind: "remove"; readonly ids: readonly string[] };

export interface CatalogRunsParts {
  readonly folder: RunFolder;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly runWork: RunCatalogWork;
  /** Called after the catalog changed. */
  readonly onChanged: () => Promise<unknown>;
}

type By = Pick<CatalogWork, "actor" | "requestId"> & { readonly name: string };

/** Changes of the catalog that administrators start: one at a time, each in a child process. The latest are kept. */
export class CatalogRuns {
  readonly #parts: CatalogRunsParts;
  #runs: CatalogRun[] = [];
  #running: { readonly id: string; readonly stopping: AbortController; readonly ended: Promise<void> } | null = null;

  constructor(parts: CatalogRunsParts) {
    this.#parts = parts;
  }

  /** Reads the runs of earlier servers. A run that one of them did not finish was interrupted. */
  async load(): Promise<void> {
    const { folder, clock } = this.#parts;
    for (const run of await folder.load()) {
      const isOver = run.state !== "running";
      const known: CatalogRun = isOver ? run : { ...run, state: "interrupted", finishedAt: clock.now() };
      if (!isOver) await folder.save(known);
      this.#runs.push(known);
    }
    await this.#forgetOldest();
  }

  /** The newest first. */
  list(): readonly CatalogRun[] {
    return this.#runs;
  }

  find(id: string): CatalogRun | null {
    return this.#runs.find((run) => run.id === id) ?? null;
  }

  /** Starts a run. Returns null while another one is in progress. */
  async start(wanted: WantedRun, by: By): Promise<CatalogRun | null> {
    if (this.#running !== null) return null;
    const { folder, clock, newId } = this.#parts;
    const id = newId();
    const stopping = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#running = { id, stopping, ended };
    const run: CatalogRun = {
      id,
      kind: wanted.kind,
      names: [...wanted.names],
      dryRun: wanted.dryRun,
      replace: wanted.replace,
      startedBy: by.name,
      startedAt: clock.now(),
      finishedAt: null,
      state: "running",
      progress: null,
      outcome: null,
      failure: null,
    };
    try {
      await folder.begin(id);
      await folder.save(run);
    } catch (error) {
      this.#running = null;
      resolve();
      throw error;
    }
    this.#runs.unshift(run);
    void this.#run(run, wanted, by, stopping.signal).finally(resolve);
    await this.#forgetOldest();
    return run;
  }

  /** Ends a run. The catalog stays as it was. Returns whether it was in progress. */
  cancel(id: string): boolean {
    if (this.#running?.id !== id || this.find(id)?.state !== "running") return false;
    this.#running.stopping.abort(new Error("An administrator cancelled it."));
    return true;
  }

  /** Ends a run and waits for its end. */
  async stop(): Promise<void> {
    this.#running?.stopping.abort(new Error("The server stops."));
    await this.#running?.ended;
  }

  async #run(run: CatalogRun, wanted: WantedRun, by: By, signal: AbortSignal): Promise<void> {
    const { folder, clock, log, runWork, onChanged } = this.#parts;
    const onProgress = (progress: WorkProgress): void => this.#replace({ ...this.#latest(run), progress });
    const { actor, requestId } = by;
    const reportPath = folder.reportPath(run.id);
    const work = {
      actor,
      requestId,
      ...(wanted.work.kind === "import" ? { ...wanted.work, reportPath } : wanted.work),
    };
    let ending: Pick<CatalogRun, "state" | "outcome" | "failure">;
    try {
      ending = endingOf(await runWork(work, { signal, onProgress }));
    } catch (error) {
      const state = signal.aborted ? "cancelled" : "failed";
      if (!signal.aborted)
        log.error({ run: run.id, reason: messageOf(error) }, "a change of the catalog by an administrator failed");
      ending = { state, outcome: null, failure: messageOf(error) };
    }
    const ended = { ...this.#latest(run), ...ending, finishedAt: clock.now() };
    try {
      await folder.save(ended);
      if (ending.state === "done" && !run.dryRun) await onChanged();
    } catch (error) {
      log.warn({ run: run.id, reason: messageOf(error) }, "the end of a change of the catalog could not be written");
    }
    // Last and together: when a client sees the end, the catalog is the new one, and another run can start.
    this.#replace(ended);
    this.#running = null;
  }

  #latest(run: CatalogRun): CatalogRun {
    return this.find(run.id) ?? run;
  }

  #replace(run: CatalogRun): void {
    this.#runs = this.#runs.map((one) => (one.id === run.id ? run : one));
  }

  async #forgetOldest(): Promise<void> {
    for (const { id } of this.#runs.splice(RUNS_MAX)) await this.#parts.folder.remove(id);
  }
}

function endingOf(end: WorkEnd): Pick<CatalogRun, "state" | "outcome" | "failure"> {
  if (end.kind === "failed") return { state: "failed", outcome: null, failure: end.sentence };
  if (end.kind !== "imported") {
    const outcome = { version: end.version, counts: null, warnings: [], remarks: [] };
    return { state: "done", outcome, failure: null };
  }
  const { warnings, remarks, version, ...counts } = end.outcome;
  const outcome = { version, counts, warnings: [...warnings], remarks: [...remarks] };
  return { state: "done", outcome, failure: null };
}
