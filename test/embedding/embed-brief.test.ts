import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import type { Embed } from "../../src/embedding/client.ts";
import { BRIEF_WAIT_MS, BriefEmbedder } from "../../src/embedding/embed-brief.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { FakeTime } from "../jobs/fake-time.ts";

/** A request that the test answers. */
interface Asked {
  readonly words: string;
  readonly stop: AbortSignal;
  answer(vector: readonly number[]): void;
  fail(reason: string): void;
}

let time: FakeTime;
let asked: Asked[];
let logged: string[];
let briefs: BriefEmbedder;

beforeEach(() => {
  time = new FakeTime();
  asked = [];
  logged = [];
  const embed: Embed = async ([words = ""], { stop }) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly (readonly number[])[]>();
    stop.addEventListener("abort", () => reject(stop.reason));
    asked.push({ words, stop, answer: (one) => resolve([one]), fail: (reason) => reject(new Error(reason)) });
    return await promise;
  };
  const at = (level: string) => (fields: object, message: string) =>
    void logged.push(`${level}: ${message} ${JSON.stringify(fields)}`);
  const log = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  briefs = new BriefEmbedder({ embed, clock: time, timer: time, log });
});

afterEach(() => briefs.stop());

function directionOf(query: string): Promise<Int8Array | null> {
  return briefs.directionOf(parseBrief({ query, context: null }));
}

/** Requests a direction, and lets the wait time out. */
async function askInVain(query: string): Promise<void> {
  const direction = directionOf(query);
  await time.pass(BRIEF_WAIT_MS);
  expect(await direction).toBeNull();
}

const TROUBLE = "warn: the embedding server is slow or unavailable; searches work without it";

describe("the direction of a brief", () => {
  test("comes from the server, and is cached by the brief's words", async () => {
    const first = directionOf("tense piano");
    asked[0]?.answer([2, -1]);
    expect(await first).toEqual(Int8Array.of(127, -63));
    expect(await directionOf("Tense piano, no drums")).toEqual(Int8Array.of(127, -63));
    expect(asked.map(({ words }) => words)).toEqual(["tense piano\ntense, piano"]);
    expect(logged).toEqual([]);
  });

  test("is not requested for a brief without words", async () => {
    expect(await directionOf("120 bpm")).toBeNull();
    expect(asked).toEqual([]);
  });

  test("is cached for the 256 most recent briefs", async () => {
    for (let at = 0; at < 257; at++) {
      const direction = directionOf(`harbour quijibo${at}`);
      asked[at]?.answer([1]);
      await direction;
      if (at === 200) await directionOf("harbour quijibo0");
    }
    await directionOf("harbour quijibo0");
    expect(asked).toHaveLength(257);
    void directionOf("harbour quijibo1");
    expect(asked).toHaveLength(258);
  });
});

describe("a server that is slow", () => {
  test("delays a search by at most 300 ms", async () => {
    const direction = directionOf("tense");
    let isDone = false;
    void direction.then(() => (isDone = true));
    await time.pass(BRIEF_WAIT_MS - 1);
    expect(isDone).toBe(false);
    await time.pass(1);
    expect(await direction).toBeNull();
    expect(logged).toEqual([`${TROUBLE} {"reason":"no answer within 300 ms"}`]);
  });

  test("serves the next search with its late answer", async () => {
    await askInVain("tense");
    asked[0]?.answer([0, 1]);
    await time.runDue();
    expect(await directionOf("tense")).toEqual(Int8Array.of(0, 127));
    expect(asked).toHaveLength(1);
  });

  test("gets at most four requests at once", async () => {
    const directions = ["tense", "calm", "dark", "happy", "sad"].map(directionOf);
    expect(asked).toHaveLength(4);
    expect(await directions[4]).toBeNull();
  });

  test("has its requests aborted when the program stops", async () => {
    const direction = directionOf("tense");
    briefs.stop();
    expect(await direction).toBeNull();
    expect(asked[0]?.stop.aborted).toBe(true);
    expect(await directionOf("calm")).toBeNull();
    expect(logged).toEqual([]);
  });
});

describe("a server that is unavailable", () => {
  async function failWith(query: string): Promise<void> {
    const direction = directionOf(query);
    asked.at(-1)?.fail("connection refused");
    expect(await direction).toBeNull();
  }

  test("gets no request after three failures, and one after half a minute", async () => {
    for (const query of ["tense", "calm", "dark"]) await failWith(query);
    expect(await directionOf("happy")).toBeNull();
    expect(asked).toHaveLength(3);
    time.jump(30 * SECOND_MS);
    const direction = directionOf("happy");
    expect(asked).toHaveLength(4);
    asked[3]?.answer([1]);
    expect(await direction).toEqual(Int8Array.of(127));
    const next = directionOf("sad");
    asked[4]?.answer([1]);
    expect(await next).not.toBeNull();
  });

  test("is logged once a minute, and once when it answers again", async () => {
    for (const query of ["tense", "calm", "dark"]) await failWith(query);
    expect(logged).toEqual([`${TROUBLE} {"reason":"connection refused"}`]);
    time.jump(MINUTE_MS);
    await failWith("happy");
    expect(logged).toHaveLength(2);
    time.jump(2 * MINUTE_MS);
    const direction = directionOf("sad");
    asked.at(-1)?.answer([1]);
    await direction;
    expect(logged.slice(2)).toEqual(["info: the embedding server answers again {}"]);
  });
});
