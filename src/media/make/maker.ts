import { rm, stat } from "node:fs/promises";
import type { ServiceDb } from "../../db/service-db.ts";
import type { Timer } from "../../jobs/timer.ts";
import { messageOf } from "../../lib/assert.ts";
import { type Clock, SECOND_MS } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { Refused } from "../../lib/refusal.ts";
import type { Service } from "../../lib/service.ts";
import type { ChildPriority } from "../../native/run-child.ts";
import { isFaultOfSource } from "./making-failed.ts";
import type { MakingStore } from "./making-store.ts";
import { EXTENSIONS, type Recipes } from "./recipes.ts";
import { joinedDigest, knownDigest, type SourceDigests } from "./source-digests.ts";
import { failedDigests, forgetMade, type Made, type MadeKey, type MadeReader, putMade } from "./store.ts";
import { type Turn, TurnGate } from "./turn-gate.ts";
import { type MadeKind, sourcesOf, type Wanted } from "./wanted.ts";

/** A request waits so long for what it wants: a song of three minutes is made in that time on a machine at rest. */
const REQUEST_WAIT_MS = 5 * SECOND_MS;
/** When a client is told to ask again. */
const RETRY_AFTER_SECONDS = 5;
/** Of what requests want; the others are told to come again, later. */
const WANTED_BY_REQUESTS_MAX = 64;
const RETRY_LATER_SECONDS = 30;

/** `gone`: a source is not there, or no longer what was imported. `failed`: it cannot be made of this source, ever. */
export type Outcome =
  | { readonly kind: "made"; readonly path: string }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "gone" };

export interface MakerParts {
  readonly db: ServiceDb;
  readonly reader: MadeReader;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
  readonly store: MakingStore;
  readonly digests: SourceDigests;
  readonly recipes: Pick<Recipes, "nameOf" | "knownNameOf" | "make">;
  /** How many things are made at once in the background, and how many more for requests. */
  readonly places: number;
  /** For metrics: what was tried, not what was there. */
  readonly onMade: (kind: MadeKind, outcome: "made" | "failed") => void;
}

interface Flight {
  readonly turn: Turn;
  readonly outcome: Promise<Outcome>;
}

/**
 * Makes media, each thing once however many want it, and keeps what became of it. What is being made is a temporary
 * file until it is whole; its row is written last, so a crash leaves a file without a row at the worst, for the sweep.
 */
export class Maker implements Service {
  readonly name = "media";
  readonly #parts: MakerParts;
  readonly #gate: TurnGate;
  readonly #flights = new Map<string, Flight>();
  readonly #stopping = new AbortController();
  /** Digests of sources that something could not be made of: this process adds to them; what an import removes from the database stays here to no harm. */
  #failed: Set<string> | null = null;

  constructor(parts: MakerParts) {
    this.#parts = parts;
    this.#gate = new TurnGate(parts.places);
  }

  start(): void {}

  async stop(): Promise<void> {
    this.#stopping.abort(new Error("The server stops."));
    await Promise.allSettled([...this.#flights.values()].map((flight) => flight.outcome));
  }

  /** Makes what is not there yet, or joins those who do. Throws for what only this moment prevents: try again. */
  make(wanted: Wanted, urgency: "urgent" | "background" = "background"): Promise<Outcome> {
    const isUrgent = urgency === "urgent";
    const name = JSON.stringify(wanted);
    const present = this.#flights.get(name);
    if (present !== undefined) {
      if (isUrgent) this.#gate.hurry(present.turn);
      return present.outcome;
    }
    const turn = { isUrgent };
    const outcome = this.#gate.through(turn, () => this.#make(wanted, turn)).finally(() => this.#flights.delete(name));
    // Whoever asked may have gone away; the log has it.
    outcome.catch(() => undefined);
    this.#flights.set(name, { turn, outcome });
    return outcome;
  }

  /** For a request: what is there, else what can be made within a few seconds. */
  async provide(wanted: Wanted): Promise<Outcome | { readonly kind: "later"; readonly retryAfterSeconds: number }> {
    const known = await this.#known(wanted);
    if (known !== null) return known;
    const urgent = [...this.#flights.values()].filter((flight) => flight.turn.isUrgent).length;
    const isJoined = this.#flights.has(JSON.stringify(wanted));
    if (!isJoined && urgent >= WANTED_BY_REQUESTS_MAX) return { kind: "later", retryAfterSeconds: RETRY_LATER_SECONDS };
    const late = Promise.withResolvers<{ readonly kind: "later"; readonly retryAfterSeconds: number }>();
    const later = { kind: "later", retryAfterSeconds: RETRY_AFTER_SECONDS } as const;
    const callOff = this.#parts.timer.after(REQUEST_WAIT_MS, () => late.resolve(later));
    const made = this.make(wanted, "urgent").catch(() => later);
    const outcome = await Promise.race([made, late.promise]);
    callOff();
    return outcome;
  }

  /** Whether making it has failed for good, so that no document should link to it. Asks the database only. */
  isHopeless(wanted: Wanted): boolean {
    const { db, reader, recipes } = this.#parts;
    this.#failed ??= failedDigests(db);
    // Every file of every answer is asked about, and hardly any ever fails.
    if (this.#failed.size === 0) return false;
    const recipe = recipes.knownNameOf(wanted.kind);
    const digest = knownDigest(reader, wanted);
    if (recipe === null || digest === null || !this.#failed.has(digest)) return false;
    return reader.made({ digest, kind: wanted.kind, recipe })?.ref === null;
  }

  /** What became of it earlier, told from the database and the disk; null where it is to be made. */
  async #known(wanted: Wanted): Promise<Outcome | null> {
    const { reader, recipes } = this.#parts;
    const recipe = await recipes.nameOf(wanted.kind);
    const digest = knownDigest(reader, wanted);
    if (digest === null) return null;
    return await this.#recall({ digest, kind: wanted.kind, recipe });
  }

  async #recall(key: MadeKey): Promise<Outcome | null> {
    const { db, reader, store } = this.#parts;
    const made = reader.made(key);
    if (made === null) return null;
    if (made.ref === null) return { kind: "failed", reason: made.error };
    const path = store.pathOf(made.ref);
    if (path !== null && (await isThere(path))) return { kind: "made", path };
    // Somebody removed it: what was made once can be made again.
    db.transaction((tx) => forgetMade(tx, key));
    return null;
  }

  async #make(wanted: Wanted, turn: Turn): Promise<Outcome> {
    const { digests, recipes, log } = this.#parts;
    const { signal } = this.#stopping;
    signal.throwIfAborted();
    try {
      const sources = [];
      for (const ref of sourcesOf(wanted)) sources.push(await digests.read(ref, signal));
      const { kind } = wanted;
      const digest = joinedDigest(
        wanted,
        sources.map((source) => source.digest),
      );
      const key = { digest, kind, recipe: await recipes.nameOf(kind) };
      const paths = sources.map((source) => source.path);
      return (await this.#recall(key)) ?? (await this.#makeAnew(wanted, key, paths, turn));
    } catch (error) {
      if (error instanceof Refused && error.refusals[0].name === "not_found") return { kind: "gone" };
      const level = error instanceof Refused ? "info" : "error";
      if (!signal.aborted) log[level]({ kind: wanted.kind, reason: messageOf(error) }, "media could not be made now");
      throw error;
    }
  }

  async #makeAnew(wanted: Wanted, key: MadeKey, paths: readonly string[], turn: Turn): Promise<Outcome> {
    const { store, recipes, log } = this.#parts;
    const { signal } = this.#stopping;
    const extension = EXTENSIONS[wanted.kind];
    const temporary = store.temporaryPath(extension);
    try {
      const priority = (): ChildPriority => (turn.isUrgent ? "request" : "background");
      await recipes.make(wanted, paths, temporary, { signal, priority });
      const { ref } = await store.keep(temporary, extension);
      this.#remember(key, { ref, error: null });
      return { kind: "made", path: store.pathOf(ref) ?? "" };
    } catch (error) {
      if (!isFaultOfSource(error)) throw error;
      this.#remember(key, { ref: null, error: error.message });
      log.warn(
        { kind: wanted.kind, sources: paths.slice(0, 3), reason: error.message },
        "media cannot be made of a file",
      );
      return { kind: "failed", reason: error.message };
    } finally {
      await rm(temporary, { force: true });
    }
  }

  #remember(key: MadeKey, made: Made): void {
    const { db, clock, onMade } = this.#parts;
    db.transaction((tx) => putMade(tx, key, made, clock.now()));
    if (made.ref === null) this.#failed?.add(key.digest);
    onMade(key.kind, made.ref === null ? "failed" : "made");
  }
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
