import type { SearchWishes } from "./search-wishes.ts";

/** The turns of a conversation, the first one first. */
export type Conversation = readonly [SearchWishes, ...SearchWishes[]];

export interface LatestSearchDeps<Outcome> {
  /** Runs a search until its answer. It is aborted when its answer is no longer wanted. */
  readonly run: (turns: Conversation, signal: AbortSignal) => Promise<Outcome>;
  readonly onStart: (turns: Conversation) => void;
  readonly onAnswer: (outcome: Outcome) => void;
  readonly onFailure: (error: unknown) => void;
  /** Called when the wishes are too few for a search. */
  readonly onEmpty: () => void;
  /** Waits; returns the function that cancels the wait. */
  readonly after: (delayMs: number, effect: () => void) => () => void;
}

/** The interface recommends this wait after the last key press. */
const DEBOUNCE_MS = 500;
/** The interface's minimum for a scene without a brief. */
const SCENE_LETTERS_MIN = 12;

/**
 * Runs searches while people type. The latest wishes win: the answer to earlier ones is dropped. Wishes that are being
 * searched, or whose answer is shown, are not submitted again.
 */
export class LatestSearch<Outcome> {
  readonly #deps: LatestSearchDeps<Outcome>;
  #cancelWait: () => void = () => undefined;
  #running: AbortController | null = null;
  /** The reading of an answer by its address. */
  #opening: AbortController | null = null;
  /** The wishes that are searched or answered; null after a failure. */
  #current: string | null = null;

  constructor(deps: LatestSearchDeps<Outcome>) {
    this.#deps = deps;
  }

  get isOpening(): boolean {
    return this.#opening !== null;
  }

  /** Searches after a pause in typing. */
  changed(turns: Conversation): void {
    this.#cancelWait();
    this.#endOpening();
    this.#cancelWait = this.#deps.after(DEBOUNCE_MS, () => this.now(turns));
  }

  /** Searches at once. */
  now(turns: Conversation): void {
    this.#cancelWait();
    this.#endOpening();
    const name = nameOf(turns);
    if (name === this.#current) return;
    this.#running?.abort();
    this.#running = null;
    if (!hasIntent(turns[0])) {
      this.#current = null;
      this.#deps.onEmpty();
      return;
    }
    this.#current = name;
    void this.#run(turns);
  }

  /** Takes an answer that is known already as the answer to these wishes. */
  accept(turns: Conversation): void {
    this.#stop();
    this.#current = nameOf(turns);
  }

  /** Reads an answer by its address, in the place of what was searched. Null if something else is wanted before it is read. */
  async open<Read>(read: (signal: AbortSignal) => Promise<Read>): Promise<Read | null> {
    this.#stop();
    const opening = new AbortController();
    this.#opening = opening;
    try {
      const found = await read(opening.signal);
      return this.#opening === opening ? found : null;
    } catch (error) {
      if (this.#opening === opening) throw error;
      return null;
    } finally {
      if (this.#opening === opening) this.#opening = null;
    }
  }

  #stop(): void {
    this.#cancelWait();
    this.#endOpening();
    this.#running?.abort();
    this.#running = null;
    this.#current = null;
  }

  #endOpening(): void {
    this.#opening?.abort();
    this.#opening = null;
  }

  async #run(turns: Conversation): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    this.#deps.onStart(turns);
    try {
      const outcome = await this.#deps.run(turns, running.signal);
      if (this.#running === running) this.#deps.onAnswer(outcome);
    } catch (error) {
      if (this.#running !== running) return;
      this.#current = null;
      this.#deps.onFailure(error);
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }
}

/** Returns whether a conversation can begin. Any change of an answer is enough. */
function hasIntent({ refines, query, context, assetIds, likes }: SearchWishes): boolean {
  const letters = context.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return (
    refines !== null ||
    assetIds.length + likes.length > 0 ||
    /[\p{L}\p{N}]/u.test(query) ||
    letters >= SCENE_LETTERS_MIN
  );
}

/** A later turn refines the one before it, whatever the id of its answer. */
function nameOf([first, ...later]: Conversation): string {
  return [first, ...later.map((turn) => ({ ...turn, refines: null }))].map(wishesName).join(" ");
}

/** White space at the ends, and the order of changed wishes, make no other search. */
export function wishesName(wanted: SearchWishes): string {
  const { refines, query, context, assetIds, tempTrack, excerpt, weights, likes, dislikes, wishes } = wanted;
  const changes = wishes.map(({ id, polarity, weight }) => JSON.stringify([id, polarity, weight])).toSorted();
  const sound = [tempTrack, excerpt?.start, excerpt?.end, weights];
  return JSON.stringify([refines, query.trim(), context.trim(), assetIds, sound, likes, dislikes, changes]);
}
