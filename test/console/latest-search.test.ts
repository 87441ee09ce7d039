import { beforeEach, describe, expect, test } from "bun:test";
import { type Conversation, LatestSearch } from "../../src/console/app/search/latest-search.ts";
import type { SearchWishes } from "../../src/console/app/search/search-wishes.ts";

interface Run {
  readonly turns: Conversation;
  readonly signal: AbortSignal;
  readonly answer: (outcome: string) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
}

const wishesFor = (query: string, context = "", assetIds: readonly string[] = []): SearchWishes => ({
  refines: null,
  query,
  context,
  assetIds,
  tempTrack: false,
  excerpt: null,
  weights: null,
  likes: [],
  dislikes: [],
  wishes: [],
});

let runs: Run[];
let seen: string[];
/** The waits that have not ended. */
let waits: Set<{ readonly delayMs: number; readonly effect: () => void }>;
let search: LatestSearch<string>;

beforeEach(() => {
  runs = [];
  seen = [];
  waits = new Set();
  search = new LatestSearch<string>({
    run: (turns, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const settle = async (effect: () => void): Promise<void> => {
        effect();
        await promise.catch(() => undefined);
        await Promise.resolve();
      };
      runs.push({
        turns,
        signal,
        answer: (outcome) => settle(() => resolve(outcome)),
        fail: (error) => settle(() => reject(error)),
      });
      return promise;
    },
    onStart: ([{ query }]) => seen.push(`start ${query}`),
    onAnswer: (outcome) => seen.push(`answer ${outcome}`),
    onFailure: (error) => seen.push(`failure ${String(error)}`),
    onEmpty: () => seen.push("empty"),
    after: (delayMs, effect) => {
      const wait = { delayMs, effect };
      waits.add(wait);
      return () => waits.delete(wait);
    },
  });
});

function pause(): void {
  const ended = waits;
  waits = new Set();
  for (const { effect } of ended) effect();
}

describe("a search while people type", () => {
  test("starts half a second after the last change", () => {
    search.changed([wishesFor("sl")]);
    search.changed([wishesFor("slow")]);
    expect([...waits].map(({ delayMs }) => delayMs)).toEqual([500]);
    expect(runs).toEqual([]);
    pause();
    expect(runs.map(({ turns }) => turns[0].query)).toEqual(["slow"]);
  });

  test("starts at once on Enter, and not again after the pause", () => {
    search.changed([wishesFor("slow")]);
    search.now([wishesFor("slow")]);
    pause();
    expect(runs).toHaveLength(1);
  });

  test("drops the answer to earlier wishes", async () => {
    search.now([wishesFor("slow")]);
    search.now([wishesFor("fast")]);
    expect(runs[0]?.signal.aborted).toBe(true);
    await runs[1]?.answer("fast songs");
    await runs[0]?.answer("slow songs");
    expect(seen).toEqual(["start slow", "start fast", "answer fast songs"]);
  });

  test("drops the failure of earlier wishes", async () => {
    search.now([wishesFor("slow")]);
    search.now([wishesFor("fast")]);
    await runs[0]?.fail(new Error("aborted"));
    expect(seen).toEqual(["start slow", "start fast"]);
  });

  test("does not submit again what is being searched or was answered, whatever the white space", async () => {
    search.now([wishesFor("slow")]);
    search.now([wishesFor(" slow ")]);
    await runs[0]?.answer("songs");
    search.now([wishesFor("slow\n")]);
    expect(runs).toHaveLength(1);
  });

  test("submits the same wishes with the temp track of a film, another part of it or other weights, as another search", () => {
    search.now([wishesFor("slow", "", ["film"])]);
    search.now([{ ...wishesFor("slow", "", ["film"]), tempTrack: true }]);
    search.now([{ ...wishesFor("slow", "", ["film"]), tempTrack: true, excerpt: { start: 5, end: 20 } }]);
    const weights = { feel: 0, harmony: 1, rhythm: 1, instruments: 1 };
    search.now([{ ...wishesFor("slow", "", ["film"]), tempTrack: true, weights }]);
    expect(runs).toHaveLength(4);
  });

  test("submits again after a failure", async () => {
    search.now([wishesFor("slow")]);
    await runs[0]?.fail(new Error("busy"));
    search.now([wishesFor("slow")]);
    expect(seen).toEqual(["start slow", "failure Error: busy", "start slow"]);
  });

  test.each([[wishesFor("")], [wishesFor(" …! ")], [wishesFor("", "a station")]])(
    "%j are too few wishes, and end the search before",
    (wishes) => {
      search.now([wishesFor("slow")]);
      search.now([wishes]);
      expect(seen).toEqual(["start slow", "empty"]);
      expect(runs[0]?.signal.aborted).toBe(true);
    },
  );

  test("submits changed wishes, whatever their order, once", () => {
    const [more, less] = [
      { id: "mood/sad", weight: 1 },
      { id: "mood/warm", weight: 0.2 },
    ];
    search.now([wishesFor("slow")]);
    search.now([{ ...wishesFor("slow"), wishes: [more, less] }]);
    search.now([{ ...wishesFor("slow"), wishes: [less, more] }]);
    expect(runs.map(({ turns }) => turns[0].wishes)).toEqual([[], [more, less]]);
  });

  test.each([
    [wishesFor("x")],
    [wishesFor("", "a long station")],
    [wishesFor("", "", ["1"])],
    [{ ...wishesFor(""), likes: ["nd-0001"] }],
    [{ ...wishesFor(""), refines: "1", dislikes: ["nd-0001"] }],
  ])("%j are enough", (wishes) => {
    search.now([wishes]);
    expect(runs).toHaveLength(1);
  });

  test("does not submit the wishes of an answer that was opened by its address", () => {
    search.now([wishesFor("slow")]);
    search.accept([wishesFor("fast")]);
    expect(runs[0]?.signal.aborted).toBe(true);
    search.changed([wishesFor("fast")]);
    pause();
    expect(runs).toHaveLength(1);
  });

  test("submits another turn, and a change of an earlier one, but not the same turns under other ids", () => {
    const slower = { ...wishesFor("slower"), refines: "1" };
    search.now([wishesFor("piano"), slower]);
    search.now([wishesFor("piano"), { ...slower, refines: null }]);
    search.now([wishesFor("guitar"), slower]);
    search.now([wishesFor("guitar")]);
    expect(seen).toEqual(["start piano", "start guitar", "start guitar"]);
  });

  test("ends when the first turn is emptied", () => {
    search.now([wishesFor("piano"), wishesFor("slower")]);
    search.now([wishesFor(""), wishesFor("slower")]);
    expect(seen).toEqual(["start piano", "empty"]);
  });
});
