import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { PostgresServiceDb } from "../../src/db/postgres-service-db.ts";
import { SharedRateLimiter } from "../../src/keys/shared-rate-limiter.ts";
import { SharedSignInAttempts } from "../../src/users/sign-in-attempts-store.ts";
import { HAS_POSTGRES, newPostgresAddress } from "../support/postgres.ts";

const RATE = 25;

describe.skipIf(!HAS_POSTGRES)("limits of two nodes", () => {
  let nodes: PostgresServiceDb[];
  let elapsed = 0;

  beforeEach(async () => {
    elapsed = 0;
    const address = await newPostgresAddress();
    nodes = await Promise.all([PostgresServiceDb.open(address), PostgresServiceDb.open(address)]);
  });

  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.close()));
  });

  const limiters = () => nodes.map((node) => new SharedRateLimiter(node, { now: () => elapsed }));
  const [one, other] = [0, 1];
  const node = (index: number) => nodes[index] as PostgresServiceDb;
  /** Lets time pass for the rows, which have the clock of PostgreSQL. */
  const pass = (ms: number) =>
    Promise.all([
      node(one).change("UPDATE search_rates SET times = ARRAY(SELECT t - ?::bigint FROM unnest(times) t)", [ms]),
      node(one).change("UPDATE sign_in_attempts SET at = at - ?::bigint", [ms]),
    ]);

  test("allow exactly as many requests as one does, however many come at once", async () => {
    const sharing = limiters();
    const begun = performance.now();
    const asked = await Promise.all(Array.from({ length: 100 }, (_, request) => sharing[request % 2]?.take("k", RATE)));
    const allowed = asked.filter((decision) => decision?.allowed === true).length;
    expect(allowed).toBeGreaterThanOrEqual(RATE);
    // On a busy machine, this can take longer than a window.
    expect(allowed).toBeLessThanOrEqual(RATE * Math.ceil((performance.now() - begun) / 1_000));
    expect(asked.find((decision) => decision?.allowed === false)).toEqual({
      allowed: false,
      limit: RATE,
      remaining: 0,
      resetSeconds: 1,
    });
    expect((await sharing[other]?.take("another", RATE))?.remaining).toBe(RATE - 1);
  });

  test("refuse without a statement until the window has room, and count what came meanwhile together", async () => {
    const [limiter] = limiters() as [SharedRateLimiter];
    const statements = spyOn(node(one), "change");
    const taken = await Promise.all(Array.from({ length: RATE }, () => limiter.take("k", RATE)));
    expect(taken.map(({ remaining }) => remaining)).toEqual(
      Array.from({ length: RATE }, (_, index) => RATE - 1 - index),
    );
    expect(statements).toHaveBeenCalledTimes(2);
    expect((await limiter.take("k", RATE)).allowed).toBe(false);
    expect(statements).toHaveBeenCalledTimes(2);
    expect(await limiter.peek("k", RATE)).toEqual({ limit: RATE, remaining: 0 });
    statements.mockRestore();
    elapsed += 1_000;
    await pass(1_000);
    expect(await limiter.peek("k", RATE)).toEqual({ limit: RATE, remaining: RATE });
    expect((await limiter.take("k", RATE)).allowed).toBe(true);
  });

  test("delay sign-ins after three attempts together, and forget them after one that succeeds", async () => {
    const [first, second] = nodes.map((each) => new SharedSignInAttempts(each)) as [
      SharedSignInAttempts,
      SharedSignInAttempts,
    ];
    const begun = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? first : second).begin("zoë\0")));
    expect(begun.filter((waitMs) => waitMs === 0)).toHaveLength(3);
    expect(Math.max(...begun)).toBeWithin(1, 1_001);
    await pass(1_000);
    expect(await first.begin("zoë\0")).toBe(0);
    expect(await second.begin("zoë\0")).toBeWithin(1, 2_001);
    expect(await second.begin("kim")).toBe(0);
    await second.succeeded("zoë\0");
    expect(await first.begin("zoë\0")).toBe(0);
  });
});
