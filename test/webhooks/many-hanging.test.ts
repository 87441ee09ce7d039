import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { JobRunner } from "../../src/jobs/runner.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import type { Post } from "../../src/webhooks/connector.ts";
import { DELIVERY_SLOTS, hostGuard } from "../../src/webhooks/host-guard.ts";
import { hastenUnattempted } from "../../src/webhooks/hasten-unattempted.ts";
import { replayDelivery } from "../../src/webhooks/replay.ts";
import { recentAttempts } from "../../src/webhooks/store.ts";
import { WebhookSetup } from "./setup.ts";

const LIMIT_MS = 15 * SECOND_MS;
const HANGING = 60;
const EACH = 5;

let setup: WebhookSetup;
/** Whether the host of a URL hangs now. */
let hangs: (url: string) => boolean;
/** The time of the first post to each URL since the test cleared the map. */
let begun: Map<string, number>;
let count: number;

beforeEach(() => {
  setup = new WebhookSetup();
  hangs = (url) => url.includes("hangs");
  begun = new Map();
  count = 0;
});
afterEach(() => setup.close());

/** A network in which hosts that hang reach the time limit and the others answer immediately. */
const post: Post = ({ url }, stop) =>
  new Promise((resolve, reject) => {
    if (!begun.has(url)) begun.set(url, setup.time.now());
    if (!hangs(url)) return resolve({ outcome: "delivered", statusCode: 200, detail: "answered 200" });
    const cancelTimer = setup.time.after(LIMIT_MS, () =>
      resolve({ outcome: "timeout", statusCode: null, detail: "no answer within 15 s" }),
    );
    stop.addEventListener("abort", () => {
      cancelTimer();
      reject(stop.reason);
    });
  });

/** Starts deliveries like a server: reads the recorded attempts and starts a runner. */
async function start(): Promise<JobRunner> {
  await hastenUnattempted(setup.db, setup.queue);
  const hosts = hostGuard();
  hosts.remember(await setup.db.read(recentAttempts(setup.db, 5_000)));
  const job = setup.job({ post, hosts });
  const runner = setup.runner([job], { lanes: { webhook: DELIVERY_SLOTS } });
  await runner.start();
  await setup.time.runDue();
  return runner;
}

async function end(runner: JobRunner): Promise<void> {
  const stopped = runner.stop();
  await setup.time.pass(10 * SECOND_MS);
  await stopped;
}

function add(url: string, keyId = "key-1"): string {
  count += 1;
  return setup.deliver(`execution-${count}`, url, keyId);
}

/** Adds several deliveries to each of many hosts. */
function addMany(hosts = HANGING, keyId = "key-1", each = EACH): void {
  for (let index = 0; index < hosts; index += 1) {
    for (let time = 0; time < each; time += 1) add(`https://hangs-${index}.example/`, keyId);
  }
}

/** Adds a delivery and returns the time until it is sent, measured in steps of 250 ms. */
async function waitOf(url: string, keyId = "key-1"): Promise<number> {
  begun.delete(url);
  const at = setup.time.now();
  add(url, keyId);
  await setup.time.runDue();
  while (!begun.has(url) && setup.time.now() - at < 10 * MINUTE_MS) await setup.time.pass(250);
  return (begun.get(url) ?? Infinity) - at;
}

describe.each(["key-1", "key-2"])("while 60 hosts hang, a delivery of %s", (keyId) => {
  test("to a host without any attempt starts immediately", async () => {
    await start();
    addMany();
    for (let second = 0; second < 40; second += 8) {
      await setup.time.pass(8 * SECOND_MS);
      expect([second, await waitOf(`https://good-${second}.example/`, keyId)]).toEqual([second, 0]);
    }
  });

  test("to a host that is known to answer starts immediately", async () => {
    await start();
    await waitOf("https://good.example/", keyId);
    addMany();
    for (let second = 0; second < 40; second += 8) {
      await setup.time.pass(8 * SECOND_MS);
      expect([second, await waitOf("https://good.example/", keyId)]).toEqual([second, 0]);
    }
  });

  test("starts immediately if the hosts that hang were quick before", async () => {
    hangs = () => false;
    await start();
    await waitOf("https://good.example/", keyId);
    addMany(HANGING, "key-1", 1);
    await setup.time.runDue();
    hangs = (url) => url.includes("hangs");
    addMany();
    await setup.time.runDue();
    for (let second = 0; second < 40; second += 8) {
      expect([second, await waitOf("https://good.example/", keyId)]).toEqual([second, 0]);
      expect([second, await waitOf(`https://good-${second}.example/`, keyId)]).toEqual([second, 0]);
      await setup.time.pass(8 * SECOND_MS);
    }
  });

  test("starts immediately after a restart, if it waited before and if it is new", async () => {
    const runner = await start();
    await waitOf("https://known.example/", keyId);
    addMany();
    await setup.time.pass(20 * SECOND_MS);
    await end(runner);
    begun.clear();
    add("https://waited.example/", keyId);
    add("https://known.example/", keyId);
    const at = setup.time.now();
    await start();
    expect(begun.get("https://waited.example/")).toBe(at);
    expect(begun.get("https://known.example/")).toBe(at);
    expect(await waitOf("https://good.example/", keyId)).toBe(0);
  });

  test("starts immediately after a crash before any attempt was recorded", async () => {
    addMany();
    add("https://waited.example/", keyId);
    setup.tamper("update jobs set state = 'running', attempt = 1, lease_owner = 'dead', lease_until = 9e15");
    const at = setup.time.now();
    await start();
    await setup.time.pass(SECOND_MS);
    expect(begun.get("https://waited.example/")).toBe(at);
    expect(await waitOf("https://good.example/", keyId)).toBe(0);
  });
});

describe("while 200 hosts hang", () => {
  test("another key's delivery starts immediately, and so does the same key's to a known host", async () => {
    await start();
    await waitOf("https://known.example/");
    addMany(200, "key-1", 2);
    await setup.time.runDue();
    for (let second = 0; second < 40; second += 8) {
      expect(await waitOf(`https://good-${second}.example/`, "key-2")).toBe(0);
      expect(await waitOf("https://known.example/")).toBe(0);
      await setup.time.pass(8 * SECOND_MS);
    }
  });

  test("the same key's delivery to a host without any attempt waits, because 80 run at the same time", async () => {
    await start();
    addMany(200, "key-1", 2);
    await setup.time.runDue();
    const wait = await waitOf("https://good.example/");
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(Math.ceil(200 / 80) * LIMIT_MS);
  });
});

describe("on one host, while a path hangs", () => {
  test("a replay to another path starts immediately, with many deliveries waiting for the first", async () => {
    await start();
    const other = add("https://one.example/good");
    await setup.time.runDue();
    hangs = (url) => url.endsWith("/bad");
    for (let index = 0; index < 20; index += 1) add("https://one.example/bad");
    await setup.time.pass(20 * SECOND_MS);
    begun.clear();
    const at = setup.time.now();
    await setup.db.write((tx) => replayDelivery(tx, setup.queue, other));
    await setup.time.pass(LIMIT_MS);
    expect(begun.get("https://one.example/good")).toBe(at);
  });

  test("and the host has no free slot, a replay to another path waits for at most one time limit", async () => {
    await start();
    const other = add("https://one.example/good");
    await setup.time.runDue();
    hangs = (url) => url.endsWith("/bad");
    for (let index = 0; index < 20; index += 1) add("https://one.example/bad");
    await setup.time.runDue();
    begun.clear();
    const at = setup.time.now();
    await setup.db.write((tx) => replayDelivery(tx, setup.queue, other));
    await setup.time.pass(LIMIT_MS);
    expect((begun.get("https://one.example/good") ?? Infinity) - at).toBeLessThanOrEqual(LIMIT_MS);
  });

  test("and then answers again, its waiting deliveries are sent soon", async () => {
    await start();
    hangs = (url) => url.endsWith("/bad");
    const ids = Array.from({ length: 100 }, () => add("https://one.example/bad"));
    await setup.time.pass(2 * LIMIT_MS + SECOND_MS);
    hangs = () => false;
    await setup.time.pass(LIMIT_MS);
    const untried = ids.filter((id) => setup.delivery(id).attempts === 0);
    expect(untried).toEqual([]);
  });
});

test("all attempts to hosts that hang are made, and each schedule continues", async () => {
  await start();
  addMany();
  await setup.time.pass(10 * MINUTE_MS);
  const counted = setup.db.sqlite.query<{ least: number }, []>("select min(attempts) as least from deliveries").get();
  expect(counted?.least).toBeGreaterThanOrEqual(2);
});

test("waiting deliveries do not return too often", async () => {
  await start();
  addMany(20, "key-1", 20);
  await setup.time.pass(MINUTE_MS);
  setup.reports.length = 0;
  await setup.time.pass(MINUTE_MS);
  expect(setup.reports.length).toBeGreaterThan(0);
  // At most two returns a minute per waiting delivery, plus the attempts that the slots allow.
  expect(setup.reports.length).toBeLessThan(2 * 400 + 20 * 8);
});
