import { Value } from "@sinclair/typebox/value";
import type { Timer } from "../../lib/timer.ts";
import { Gate } from "../../lib/gate.ts";
import type { Service } from "../../lib/service.ts";
import type { ChildLimits } from "../../native/run-child.ts";
import { type AnswerOf, type FilmProbe, type Operation, OPERATIONS } from "./protocol.ts";
import { SightChild, SightFailed } from "./sight-child.ts";

/** A child that has looked at so many files makes room for a fresh one: decoders leak. */
const ANSWERS_PER_CHILD = 200;
/** An idle child holds some 70 MB. */
const IDLE_MS = 30_000;
const CPU_MS_PER_CHILD = 1_800_000;
/** What it may write: native parts, when it is the first to need them. */
const FILE_BYTES_MAX = 400_000_000;

export interface SightPoolOptions {
  readonly dataDir: string;
  readonly timer: Timer;
  /** Children at most; who comes later waits. */
  readonly size: number;
  /** What a child may write to, above what the program itself needs. */
  readonly memoryBytesMax: number;
}

export interface Look {
  readonly path: string;
  readonly film?: FilmProbe;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** A few processes that look at foreign files, started when they are needed and ended when they are idle. */
export class SightPool implements Service {
  readonly name = "sight";
  readonly #options: SightPoolOptions;
  readonly #idle: { readonly child: SightChild; readonly cancelTimer: () => void }[] = [];
  readonly #busy = new Set<SightChild>();
  readonly #gate: Gate;
  #isStopped = false;

  constructor(options: SightPoolOptions) {
    this.#options = options;
    this.#gate = new Gate(options.size);
  }

  start(): void {}

  /** Throws SightFailed. Whatever becomes of this look, the next one finds a child that works. */
  look<Name extends Operation>(operation: Name, look: Look): Promise<AnswerOf<Name>> {
    return this.#gate.through(() => this.#look(operation, look));
  }

  async #look<Name extends Operation>(operation: Name, look: Look): Promise<AnswerOf<Name>> {
    let child: SightChild | null = null;
    try {
      if (this.#isStopped) throw new SightFailed("aborted", "The server stops.");
      child = this.#idleChild() ?? (await this.#startChild());
      this.#busy.add(child);
      const { path, film, timeoutMs, signal } = look;
      const request = { operation, path, ...(film === undefined ? {} : { film }) };
      const value = await child.ask(request, timeoutMs, signal ?? null);
      const schema: (typeof OPERATIONS)[Name] = OPERATIONS[operation];
      if (isAnswer<Name>(schema, value)) return value;
      throw new SightFailed("refused", `What came of it is not a ${operation}.`);
    } finally {
      if (child !== null) this.#release(child);
    }
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    for (const { child, cancelTimer } of this.#idle.splice(0)) {
      cancelTimer();
      child.kill();
    }
    for (const child of this.#busy) child.kill();
    return Promise.resolve();
  }

  #idleChild(): SightChild | null {
    const entry = this.#idle.pop();
    entry?.cancelTimer();
    return entry === undefined || entry.child.isDead ? null : entry.child;
  }

  #startChild(): Promise<SightChild> {
    const { dataDir, timer, memoryBytesMax } = this.#options;
    const limits: Omit<ChildLimits, "outputBytesMax"> = {
      timeoutMs: CPU_MS_PER_CHILD,
      memoryBytesMax,
      countsDataOnly: true,
      fileBytesMax: FILE_BYTES_MAX,
    };
    return SightChild.start(dataDir, limits, timer);
  }

  #release(child: SightChild): void {
    this.#busy.delete(child);
    if (child.isDead) return;
    if (this.#isStopped || child.answered >= ANSWERS_PER_CHILD) return child.kill();
    const cancelTimer = this.#options.timer.after(IDLE_MS, () => {
      this.#idle.splice(
        this.#idle.findIndex((entry) => entry.child === child),
        1,
      );
      child.kill();
    });
    this.#idle.push({ child, cancelTimer });
  }
}

function isAnswer<Name extends Operation>(schema: (typeof OPERATIONS)[Name], value: unknown): value is AnswerOf<Name> {
  return Value.Check(schema, value);
}
