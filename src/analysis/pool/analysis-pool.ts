import { Value } from "@sinclair/typebox/value";
import { MINUTE_MS } from "../../lib/clock.ts";
import type { Timer } from "../../lib/timer.ts";
import { Gate } from "../../lib/gate.ts";
import type { Service } from "../../lib/service.ts";
import type { ChildPriority } from "../../native/run-child.ts";
import { type AnswerOf, type FilmProbe, type AnalysisOperation, OPERATIONS } from "./protocol.ts";
import { type AnalysisLimits, AnalysisChild, AnalysisFailed } from "./analysis-child.ts";

/** A child is replaced after this many answers, because decoders leak memory. */
const ANSWERS_PER_CHILD = 200;
/** An idle child holds about 70 MB and ends after this time; a new one takes a third of a second to start. */
const IDLE_MS = 30_000;
/** A child is also replaced after an answer that leaves it less than this of its processor time. */
const CPU_MS_SPARE = 15 * MINUTE_MS;
/** Limit on the processor time of a child itself, without that of the programs that it runs. */
const CPU_MS_PER_CHILD = 2 * CPU_MS_SPARE;
/** Limit on written files: the first child of an installation unpacks native parts. */
const FILE_BYTES_MAX = 400_000_000;

export interface AnalysisPoolOptions {
  readonly dataDir: string;
  readonly timer: Timer;
  /** Maximum number of children. Further requests wait. */
  readonly size: number;
  /** Priority of every child: work that requests wait for has its own pool, apart from background work. */
  readonly priority: ChildPriority;
  /** Milliseconds after which an idle child ends. */
  readonly idleMs?: number;
  /** Limit on a child's data memory, in addition to what the program itself needs. */
  readonly memoryBytesMax: number;
}

export interface AnalysisTask extends AnalysisLimits {
  readonly path: string;
  readonly film?: FilmProbe;
  readonly signal?: AbortSignal;
}

/** A few child processes that analyse foreign files. They start on demand and end when idle. */
export class AnalysisPool implements Service {
  readonly name = "analysis";
  readonly #options: AnalysisPoolOptions;
  readonly #idle: { readonly child: AnalysisChild; readonly cancelTimer: () => void }[] = [];
  readonly #busy = new Set<AnalysisChild>();
  readonly #gate: Gate;
  /** Aborted by `stop`. */
  readonly #stopping = new AbortController();

  constructor(options: AnalysisPoolOptions) {
    this.#options = options;
    this.#gate = new Gate(options.size);
  }

  get priority(): ChildPriority {
    return this.#options.priority;
  }

  start(): void {}

  /** Runs an operation in a child. Throws AnalysisFailed; the next call gets a working child in any case. */
  run<Name extends AnalysisOperation>(operation: Name, task: AnalysisTask): Promise<AnswerOf<Name>> {
    return this.#gate.through(() => this.#run(operation, task));
  }

  async #run<Name extends AnalysisOperation>(operation: Name, task: AnalysisTask): Promise<AnswerOf<Name>> {
    let child: AnalysisChild | null = null;
    try {
      this.#throwIfStopped();
      // An abort after the request was sent would kill the child.
      if (task.signal?.aborted === true) throw new AnalysisFailed("aborted", "The request was aborted.");
      child = this.#idleChild() ?? (await this.#startChild());
      // The pool can have been stopped when the child was ready. Then releasing the child kills it.
      this.#throwIfStopped();
      this.#busy.add(child);
      const { path, film, signal } = task;
      const request = { operation, path, ...(film === undefined ? {} : { film }) };
      const value = await child.request(request, task, signal ?? null);
      const schema: (typeof OPERATIONS)[Name] = OPERATIONS[operation];
      if (isAnswer<Name>(schema, value)) return value;
      throw new AnalysisFailed("refused", `The result does not match the operation ${operation}.`);
    } finally {
      if (child !== null) this.#release(child);
    }
  }

  stop(): Promise<void> {
    this.#stopping.abort();
    for (const { child, cancelTimer } of this.#idle.splice(0)) {
      cancelTimer();
      child.kill();
    }
    for (const child of this.#busy) child.kill();
    return Promise.resolve();
  }

  #idleChild(): AnalysisChild | null {
    const entry = this.#idle.pop();
    entry?.cancelTimer();
    return entry === undefined || entry.child.isDead ? null : entry.child;
  }

  /** Starts a child, which `stop` kills if it is not ready yet. */
  async #startChild(): Promise<AnalysisChild> {
    const { dataDir, timer, priority, memoryBytesMax } = this.#options;
    const limits = {
      // Each request has its own limits on the wall clock.
      timeoutMs: Infinity,
      cpuMsMax: CPU_MS_PER_CHILD,
      memoryBytesMax,
      countsDataOnly: true,
      fileBytesMax: FILE_BYTES_MAX,
    } as const;
    const { signal } = this.#stopping;
    return await AnalysisChild.start({ dataDir, timer, priority, limits, signal }).catch((error: unknown) => {
      // If the pool was stopped, it has killed the child.
      this.#throwIfStopped();
      throw error;
    });
  }

  #throwIfStopped(): void {
    if (this.#stopping.signal.aborted) throw new AnalysisFailed("aborted", "The server is stopping.");
  }

  #release(child: AnalysisChild): void {
    this.#busy.delete(child);
    if (child.isDead) return;
    const isUsedUp = child.answered >= ANSWERS_PER_CHILD || (child.usedCpuMs() ?? 0) >= CPU_MS_PER_CHILD - CPU_MS_SPARE;
    if (this.#stopping.signal.aborted || isUsedUp) return child.kill();
    const cancelTimer = this.#options.timer.after(this.#options.idleMs ?? IDLE_MS, () => {
      this.#idle.splice(
        this.#idle.findIndex((entry) => entry.child === child),
        1,
      );
      child.kill();
    });
    this.#idle.push({ child, cancelTimer });
  }
}

function isAnswer<Name extends AnalysisOperation>(
  schema: (typeof OPERATIONS)[Name],
  value: unknown,
): value is AnswerOf<Name> {
  return Value.Check(schema, value);
}
