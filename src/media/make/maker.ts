import { rm, stat } from "node:fs/promises";
import type { ServiceDb } from "../../db/service-db.ts";
import type { Work } from "../../db/work.ts";
import type { Timer } from "../../lib/timer.ts";
import { messageOf } from "../../lib/assert.ts";
import { type Clock, SECOND_MS } from "../../lib/clock.ts";
import { KeyedSlots } from "../../lib/keyed-slots.ts";
import type { Log } from "../../lib/log.ts";
import { Refused } from "../../lib/refusal.ts";
import type { Service } from "../../lib/service.ts";
import type { ChildPriority } from "../../native/run-child.ts";
import { type DecodedLength, recordLength } from "../../audio/facts-store.ts";
import type { Findings } from "../../audio/jobs.ts";
import { writeWaveform } from "./make-peaks.ts";
import { writeStructure } from "./make-structure.ts";
import { forgettingOld } from "./forget-old.ts";
import { isFaultOfSource } from "./making-failed.ts";
import type { MediaStore } from "../store/media-store.ts";
import { deleteMade } from "../store/sweep-store.ts";
import { extensionOf, type Recipes } from "./recipes.ts";
import { MakingSpace, NoSpace } from "./making-space.ts";
import { joinedDigest, pathsOf, renderedSourcesOf, type Source, type Sources } from "./sources.ts";
import { findMade, type Made, type MadeKey, putMade } from "./store.ts";
import { type IsHopeless, readHopeless } from "./hopeless.ts";
import { type MadeKind, sourcesOf, type MakeTask, type SongMedia } from "./make-task.ts";
import { noteLastUse } from "./note-last-use.ts";
import { SlotGate, type SlotRequest } from "./slot-gate.ts";

/** How long a request waits if it names no time. An idle machine generates the files of a three-minute song in this time. */
const REQUEST_WAIT_MS = 5 * SECOND_MS;
/** Retry-After when the wait ends. */
const RETRY_AFTER_SECONDS = 5;
/** Tasks in progress for requests. Beyond these, requests are refused immediately with a later Retry-After. */
const REQUEST_LIMITS = { totalMax: 64, perOwnerMax: 16 };
const RETRY_LATER_SECONDS = 30;
const SOURCES_LOGGED_MAX = 3;

/** `missing`: a source does not exist or has changed since its import. `failed`: the file can never be generated from this source. */
export type MakeOutcome =
  | { readonly kind: "made"; readonly path: string }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "missing" };

export interface MakerParts {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
  /** The store of generated files. */
  readonly store: Pick<MediaStore, "temporaryPath" | "adopt" | "pathOf">;
  readonly sources: Sources;
  readonly recipes: Pick<Recipes, "nameOf" | "recipeOf" | "knownNameOf" | "make">;
  /** Number of worker slots for background work. Requests have the same number of additional slots. */
  readonly slots: number;
  /** Free bytes on the disk of the data folder. */
  readonly freeBytes: () => number;
  /** For metrics. Called for attempts, not for existing files. */
  readonly onMade: (kind: MadeKind, outcome: "made" | "failed") => void;
}

interface Flight {
  readonly slotRequest: SlotRequest;
  readonly outcome: Promise<MakeOutcome>;
}

/**
 * Generates media files. Concurrent requests for the same file share one task, and the result is stored. A file is temporary
 * until it is complete, and its row is written last, so a crash leaves at most a file without a row, which the sweep removes.
 */
export class Maker implements Service {
  readonly name = "media";
  readonly #parts: MakerParts;
  readonly #gate: SlotGate;
  readonly #requests = new KeyedSlots(REQUEST_LIMITS);
  readonly #space: MakingSpace;
  readonly #forgetOld: (kind: MadeKind) => Promise<void>;
  readonly #flights = new Map<string, Flight>();
  readonly #stopping = new AbortController();

  constructor(parts: MakerParts) {
    this.#parts = parts;
    this.#gate = new SlotGate(parts.slots);
    this.#space = new MakingSpace(parts.freeBytes, parts.log);
    this.#forgetOld = forgettingOld(parts);
  }

  start(): void {}

  async stop(): Promise<void> {
    this.#stopping.abort(new Error("The server stops."));
    await Promise.allSettled([...this.#flights.values()].map((flight) => flight.outcome));
  }

  /**
   * Generates a file, joins a running task for it, or returns the stored one. `requester` is the id of the key or link whose request
   * waits for it; null for work in the background. Throws for failures that a retry can fix.
   */
  make(task: MakeTask, requester: string | null = null): Promise<MakeOutcome> {
    const name = JSON.stringify(task);
    const present = this.#flights.get(name);
    if (present !== undefined) {
      if (requester !== null) this.#makeUrgent(present.slotRequest, task, requester);
      return present.outcome;
    }
    const slotRequest = { requester };
    const outcome = this.#renderAndMake(task, slotRequest).finally(() => this.#flights.delete(name));
    // The caller can have stopped waiting. The failure is in the log.
    outcome.catch(() => undefined);
    this.#flights.set(name, { slotRequest, outcome });
    return outcome;
  }

  /** Makes a running task urgent, and the renderings that it waits for. */
  #makeUrgent(slotRequest: SlotRequest, task: MakeTask, requester: string): void {
    this.#gate.makeUrgent(slotRequest, requester);
    for (const source of renderedSourcesOf(task)) {
      const rendering = this.#flights.get(JSON.stringify({ kind: "wav", source } satisfies MakeTask));
      if (rendering !== undefined) this.#gate.makeUrgent(rendering.slotRequest, requester);
    }
  }

  /** Returns the stored file, or generates it within `waitMs`; null for a few seconds. For requests of a key or a link. */
  async provide(
    task: MakeTask,
    requester: string,
    waitMs: number | null = null,
  ): Promise<MakeOutcome | { readonly kind: "later"; readonly retryAfterSeconds: number }> {
    const known = await this.#known(task);
    if (known !== null) return known;
    const isJoined = this.#flights.has(JSON.stringify(task));
    const release = isJoined ? () => undefined : this.#requests.take(requester);
    if (release === null) return { kind: "later", retryAfterSeconds: RETRY_LATER_SECONDS };
    const late = Promise.withResolvers<{ readonly kind: "later"; readonly retryAfterSeconds: number }>();
    const later = { kind: "later", retryAfterSeconds: RETRY_AFTER_SECONDS } as const;
    const cancelTimer = this.#parts.timer.after(waitMs ?? REQUEST_WAIT_MS, () => late.resolve(later));
    const made = this.make(task, requester)
      .finally(release)
      .catch((error: unknown) =>
        error instanceof NoSpace ? ({ ...later, retryAfterSeconds: RETRY_LATER_SECONDS } as const) : later,
      );
    const outcome = await Promise.race([made, late.promise]);
    cancelTimer();
    return outcome;
  }

  /**
   * Stores the waveform and the structure that a measurement has found, unless there are some. If that fails, they are generated
   * like any missing file, so the measurement need not fail.
   */
  async keepFindings(digest: string, { waveform, structure }: Findings): Promise<void> {
    await this.#keep(digest, "peaks", (to) => writeWaveform(waveform, to));
    await this.#keep(digest, "structure", (to) => writeStructure(structure, to));
  }

  async #keep(digest: string, kind: "peaks" | "structure", write: (to: string) => Promise<void>): Promise<void> {
    const { db, recipes, store, log } = this.#parts;
    try {
      db.requireInPlace();
      const key = { digest, kind, recipe: await recipes.nameOf(kind) };
      if ((await this.#recall(key)) !== null) return;
      const temporary = store.temporaryPath(extensionOf({ kind }));
      await write(temporary);
      const { ref } = await store.adopt(temporary, extensionOf({ kind }));
      await this.#remember(key, { ref, error: null });
    } catch (error) {
      log.warn({ digest, kind, reason: messageOf(error) }, "a finding could not be stored; it is generated later");
    }
  }

  /** Reads which files of these songs can never be generated. */
  hopelessAmong(songs: readonly SongMedia[]): Work<IsHopeless> {
    const { db, recipes } = this.#parts;
    return readHopeless(db, recipes, songs);
  }

  /** The stored outcome, checked against the disk. Null if the file must be generated. */
  async #known(task: MakeTask): Promise<MakeOutcome | null> {
    const { db, sources, recipes } = this.#parts;
    const recipe = await recipes.recipeOf(task);
    const digest = await db.read(sources.knownDigest(task));
    if (digest === null) return null;
    return await this.#recall({ digest, kind: task.kind, recipe });
  }

  async #recall(key: MadeKey): Promise<MakeOutcome | null> {
    const { db, store } = this.#parts;
    const made = await db.read(findMade(db, key));
    if (made === null) return null;
    if (made.ref === null) return { kind: "failed", reason: made.error };
    const path = store.pathOf(made.ref);
    if (path !== null && (await exists(path))) {
      await noteLastUse(this.#parts, key, made.madeAt);
      return { kind: "made", path };
    }
    // The file was removed, so it is generated again.
    await db.write((tx) => deleteMade(tx, [key]));
    return null;
  }

  /**
   * Renders the required parts of demonstration songs, then waits for a slot and generates the file. Each rendering uses its own
   * slot before that: a task that waits for another one while it holds a slot could block forever.
   */
  async #renderAndMake(task: MakeTask, slotRequest: SlotRequest): Promise<MakeOutcome> {
    const { requester } = slotRequest;
    const wavs = renderedSourcesOf(task).map((source) => this.make({ kind: "wav", source }, requester));
    const unmade = (await Promise.all(wavs)).find((outcome) => outcome.kind !== "made");
    return unmade ?? (await this.#gate.through(slotRequest, () => this.#make(task, slotRequest)));
  }

  async #make(task: MakeTask, slotRequest: SlotRequest): Promise<MakeOutcome> {
    const { db, recipes, log } = this.#parts;
    const { signal } = this.#stopping;
    signal.throwIfAborted();
    try {
      // Otherwise, files could be written to an empty mount point after the data folder was unmounted.
      db.requireInPlace();
      const read: Source[] = [];
      for (const ref of sourcesOf(task)) read.push(await this.#readSource(ref, task.kind));
      const digests = read.map((source) => source.digest);
      const { kind } = task;
      const key = { digest: joinedDigest(task, digests), kind, recipe: await recipes.recipeOf(task) };
      return (await this.#recall(key)) ?? (await this.#makeAnew(task, key, read, slotRequest));
    } catch (error) {
      if (error instanceof Refused && error.refusals[0].name === "not_found") return { kind: "missing" };
      const level = error instanceof Refused ? "info" : "error";
      if (!signal.aborted && !(error instanceof NoSpace))
        log[level]({ kind: task.kind, reason: messageOf(error) }, "media could not be generated; it can be retried");
      throw error;
    }
  }

  /** Reads a source. A rendered source is its WAV file, unless this task renders it. */
  async #readSource(ref: string, kind: MadeKind): Promise<Source> {
    const { sources, recipes } = this.#parts;
    const source = await sources.read(ref, this.#stopping.signal);
    if (source.kind === "file" || kind === "wav") return source;
    const wav = await this.#recall({ digest: source.digest, kind: "wav", recipe: await recipes.nameOf("wav") });
    if (wav?.kind === "made") return { kind: "file", digest: source.digest, path: wav.path };
    throw new Error("The song changed while it was rendered.");
  }

  async #makeAnew(
    task: MakeTask,
    key: MadeKey,
    sources: readonly Source[],
    slotRequest: SlotRequest,
  ): Promise<MakeOutcome> {
    const { store, recipes, log } = this.#parts;
    const { signal } = this.#stopping;
    const extension = extensionOf(task);
    const temporary = store.temporaryPath(extension);
    try {
      const priority = (): ChildPriority => (slotRequest.requester === null ? "background" : "request");
      const length = await this.#space.through(task, sources, () =>
        recipes.make(task, sources, temporary, { signal, priority }),
      );
      const { ref } = await store.adopt(temporary, extension);
      await this.#remember(key, { ref, error: null }, length);
      await this.#forgetOld(task.kind);
      return { kind: "made", path: store.pathOf(ref) ?? "" };
    } catch (error) {
      if (!isFaultOfSource(error)) throw error;
      await this.#remember(key, { ref: null, error: error.message });
      const paths = pathsOf(sources).slice(0, SOURCES_LOGGED_MAX);
      log.warn(
        { kind: task.kind, sources: paths, reason: error.message },
        "media cannot be generated from a file; it is not retried",
      );
      return { kind: "failed", reason: error.message };
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async #remember(key: MadeKey, made: Made, length: DecodedLength | null = null): Promise<void> {
    const { db, clock, onMade } = this.#parts;
    await db.write(function* (tx) {
      yield* putMade(tx, key, made, clock.now());
      if (length !== null) yield* recordLength(tx, key.digest, length, clock.now());
    });
    onMade(key.kind, made.ref === null ? "failed" : "made");
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
