import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { WORK_WEIGHT } from "../../schema/tables/service/jobs.ts";
import { analysisLanes, ANALYSIS_JOBS, laneOf } from "../../src/assets/analysis-lanes.ts";
import { expectedWorkMs, type WorkSource } from "../../src/assets/expected-work.ts";
import type { MachineLoad } from "../../src/assets/film-slots.ts";
import type { JobKind } from "../../src/jobs/job-kind.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { JobsSetup, kindOf, type Payload } from "../jobs/setup.ts";

const HD = { mediaKind: "video", width: 1_920, height: 1_080 } as const;
const PICTURE: WorkSource = { ...HD, mediaKind: "image", duration: null };
const CLIP: WorkSource = { ...HD, duration: 2 };
const MINUTE: WorkSource = { ...HD, duration: 60 };
const LONG: WorkSource = { ...HD, duration: 600 };

let setup: JobsSetup;
let started: Map<string, number>;
let files: Map<string, WorkSource>;
beforeEach(() => {
  setup = new JobsSetup();
  started = new Map();
  files = new Map();
});
afterEach(() => setup.close());

/** The kinds of analyses, which take half of their expected work, as on two idle cores. */
const kinds: readonly JobKind<Payload>[] = Object.values(ANALYSIS_JOBS).map(({ name, lane }) =>
  kindOf({
    name,
    lane,
    run: (payload) => {
      started.set(payload.name, setup.time.now());
      const { promise, resolve } = Promise.withResolvers<{ kind: "done" }>();
      setup.time.after(Math.ceil(workOf(payload.name) / 2), () => resolve({ kind: "done" }));
      return promise;
    },
  }),
);

function workOf(name: string): number {
  return expectedWorkMs(files.get(name) ?? PICTURE);
}

/** Uploads a file of a key. Returns a function that returns how long it waited until its start; Infinity if it still waits. */
function upload(client: string, source: WorkSource): () => number {
  const name = `${client} ${files.size}`;
  const at = setup.time.now();
  files.set(name, source);
  const kind = kinds.find(({ lane }) => lane === laneOf(source));
  if (kind === undefined) throw new Error("there is a kind for each lane");
  setup.add(kind, name, { client, workMs: workOf(name) });
  return () => (started.get(name) ?? Infinity) - at;
}

async function start(machine: MachineLoad = { cores: 2, load: 3 }): Promise<void> {
  await setup.runner(kinds, { lanes: analysisLanes(() => machine) }).start();
}

describe("on two cores", () => {
  test("a clip of two seconds and a picture start at once beside four films of ten minutes of another key", async () => {
    for (let film = 0; film < 4; film++) upload("busy", LONG);
    await start();
    await setup.time.pass(5 * SECOND_MS);
    const clip = upload("other", CLIP);
    const picture = upload("other", PICTURE);
    await setup.time.runDue();
    expect([clip(), picture()]).toEqual([0, 0]);
  });

  test("a film of a minute of another key waits for the running film only", async () => {
    for (let film = 0; film < 4; film++) upload("busy", LONG);
    await start();
    await setup.time.pass(5 * SECOND_MS);
    const film = upload("other", MINUTE);
    await setup.time.pass(5 * MINUTE_MS);
    expect(film()).toBeLessThanOrEqual(expectedWorkMs(LONG) / 2);
  });

  test("a film of ten minutes starts although new keys upload more films of a minute than one place can analyse", async () => {
    await start();
    upload("first", MINUTE);
    await setup.time.runDue();
    const long = upload("patient", LONG);
    for (let seconds = 0; seconds < 1_200; seconds += 10) {
      upload(`new ${seconds}`, MINUTE);
      await setup.time.pass(10 * SECOND_MS);
    }
    expect(long()).toBeGreaterThan(MINUTE_MS);
    expect(long()).toBeLessThanOrEqual(WORK_WEIGHT * expectedWorkMs(LONG) + 2 * MINUTE_MS);
  });

  test("one long film runs at a time", async () => {
    const waits = [upload("a", LONG), upload("b", LONG)];
    await start();
    await setup.time.pass(10 * SECOND_MS);
    expect(waits.map((wait) => wait()).toSorted((a, b) => a - b)).toEqual([0, Infinity]);
  });
});

test("on many idle cores, two long films and a clip run at the same time, and no third film", async () => {
  await start({ cores: 16, load: 1 });
  const waits = [upload("a", LONG), upload("b", LONG), upload("c", LONG), upload("d", CLIP)];
  await setup.time.pass(5 * SECOND_MS);
  expect(waits.filter((wait) => wait() <= SECOND_MS)).toHaveLength(3);
});
