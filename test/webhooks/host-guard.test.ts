import { describe, expect, test } from "bun:test";
import { MINUTE_MS } from "../../src/lib/clock.ts";
import { DELIVERY_SLOTS, type Entry, type HostGuard, hostGuard, visitOf } from "../../src/webhooks/host-guard.ts";

let ids = 0;

function enter(guard: HostGuard, url: string, keyId = "key-1"): Entry {
  ids += 1;
  return guard.enter(visitOf(`msg_${ids}`, url, keyId));
}

/** Enters, and leaves after a try that took this long. */
function tryOnce(guard: HostGuard, url: string, tookMs: number | null): void {
  const entry = enter(guard, url);
  if (entry.kind === "entered") entry.leave(tookMs);
}

function enterAll(guard: HostGuard, urls: readonly string[], keyId = "key-1"): readonly Entry["kind"][] {
  return urls.map((url) => enter(guard, url, keyId).kind);
}

/** How many of these enter. */
function countEntered(guard: HostGuard, urls: readonly string[], keyId = "key-1"): number {
  return enterAll(guard, urls, keyId).filter((kind) => kind === "entered").length;
}

const urlsOf = (count: number, name: string): readonly string[] =>
  Array.from({ length: count }, (_, index) => `https://${name}-${index}.example/`);

describe("an endpoint", () => {
  const url = "https://a.example/hook";

  test("that is quick has four places and no more, and gets one back when a delivery leaves", () => {
    const guard = hostGuard();
    tryOnce(guard, url, 20);
    const first = enter(guard, url);
    expect(enterAll(guard, [url, url, url, url])).toEqual(["entered", "entered", "entered", "full"]);
    if (first.kind === "entered") first.leave(20);
    expect(enter(guard, url).kind).toBe("entered");
  });

  test.each([
    ["new", null],
    ["slow", 15_000],
  ])("that is %s has one place", (_, tookMs) => {
    const guard = hostGuard();
    tryOnce(guard, url, tookMs);
    expect(enterAll(guard, [url, url])).toEqual(["entered", "full"]);
  });

  test("that was slow is quick again after one quick try", () => {
    const guard = hostGuard();
    tryOnce(guard, url, 15_000);
    tryOnce(guard, url, 20);
    expect(enterAll(guard, [url, url])).toEqual(["entered", "entered"]);
  });

  test("is a URL without its query", () => {
    const guard = hostGuard();
    expect(enterAll(guard, [`${url}?token=1`, `${url}?token=2`])).toEqual(["entered", "full"]);
  });

  test("is known from tries before the start", () => {
    const past = [
      { url: "https://hangs.example/", tookMs: 15_000 },
      { url: "https://hung.example/", tookMs: 15_000 },
      { url: "https://hung.example/", tookMs: 20 },
      { url: "not a URL", tookMs: 20 },
    ];
    const guard = hostGuard(past);
    expect(enterAll(guard, ["https://hangs.example/", "https://hangs.example/"])).toEqual(["entered", "full"]);
    expect(enterAll(guard, ["https://hung.example/", "https://hung.example/"])).toEqual(["entered", "entered"]);
  });
});

describe("a host", () => {
  const paths = (count: number, name: string): readonly string[] =>
    Array.from({ length: count }, (_, index) => `https://a.example/${name}-${index}`);

  test("has two places for paths that are new, and two more for one that is quick", () => {
    const guard = hostGuard();
    tryOnce(guard, "https://a.example/quick", 20);
    tryOnce(guard, "https://a.example/slow", 15_000);
    expect(countEntered(guard, paths(5, "new"))).toBe(2);
    expect(
      countEntered(
        guard,
        Array.from({ length: 5 }, () => "https://a.example/quick"),
      ),
    ).toBe(2);
  });

  test("that was quick last has four places for paths that are new", () => {
    const guard = hostGuard();
    tryOnce(guard, "https://a.example/quick", 20);
    expect(countEntered(guard, paths(6, "new"))).toBe(4);
  });

  test("with a path that hangs has places for others of its paths", () => {
    const guard = hostGuard();
    tryOnce(guard, "https://a.example/slow", 15_000);
    expect(enterAll(guard, ["https://a.example/slow", "https://a.example/slow"])).toEqual(["entered", "full"]);
    expect(enter(guard, "https://a.example/other").kind).toBe("entered");
  });
});

describe("one API key", () => {
  test("has half of the places for hosts that are new, and leaves the other half to others", () => {
    const guard = hostGuard();
    expect(countEntered(guard, urlsOf(300, "one"), "key-1")).toBe(80);
    expect(countEntered(guard, urlsOf(300, "two"), "key-2")).toBe(40);
    expect(countEntered(guard, urlsOf(300, "three"), "key-3")).toBe(20);
  });

  test("whose new and slow hosts take all they may finds a place for a quick one", () => {
    const guard = hostGuard();
    for (const url of urlsOf(300, "slow")) tryOnce(guard, url, 15_000);
    for (const url of urlsOf(300, "quick")) tryOnce(guard, url, 20);
    expect(countEntered(guard, urlsOf(300, "slow"))).toBe(32);
    expect(countEntered(guard, urlsOf(300, "new"))).toBe(80);
    expect(countEntered(guard, urlsOf(300, "quick"))).toBe(80);
  });

  test("cannot take the first places of quick hosts with further tries to other quick hosts", () => {
    const guard = hostGuard();
    for (const url of urlsOf(80, "quick")) tryOnce(guard, url, 20);
    const four = urlsOf(60, "quick").flatMap((url) => [url, url, url, url]);
    expect(countEntered(guard, four)).toBe(60 + 24);
    expect(countEntered(guard, urlsOf(80, "quick").slice(60))).toBe(20);
  });
});

test("a lane has more worker slots than there are places, however many keys and hosts there are", () => {
  const guard = hostGuard();
  for (const url of urlsOf(400, "slow")) tryOnce(guard, url, 15_000);
  for (const url of urlsOf(400, "quick")) tryOnce(guard, url, 20);
  let entered = 0;
  for (let key = 0; key < 20; key += 1) {
    for (const name of ["slow", "new", "quick", "quick"]) {
      entered += countEntered(guard, urlsOf(400, name), `key-${key}`);
    }
  }
  expect(entered).toBeGreaterThan(350);
  expect(entered).toBeLessThan(DELIVERY_SLOTS);
});

describe("a delivery that finds no place", () => {
  const url = "https://a.example/";
  const visit = (id: string, to = url) => visitOf(id, to, "key-1");

  test("is called when there is one, the first one first", () => {
    const guard = hostGuard();
    const inside = enter(guard, url);
    expect([guard.wait(visit("one")), guard.wait(visit("two")), guard.call()]).toEqual([true, true, null]);
    if (inside.kind === "entered") inside.leave(15_000);
    expect(guard.call()).toBe("one");
  });

  test("does not wait when a place has become free meanwhile", () => {
    const guard = hostGuard();
    expect(guard.wait(visit("one"))).toBe(false);
    expect(guard.call()).toBeNull();
  });

  test("is not called once it has entered by itself", () => {
    const guard = hostGuard();
    const inside = enter(guard, url);
    guard.wait(visit("one"));
    if (inside.kind === "entered") inside.leave(20);
    expect(guard.enter(visit("one")).kind).toBe("entered");
    expect(guard.call()).toBeNull();
  });

  test("is called at its endpoint's turn: one endpoint with many does not hold up the others", () => {
    const guard = hostGuard();
    const urls = ["https://a.example/", "https://b.example/", "https://c.example/"];
    const inside = urls.map((one) => enter(guard, one));
    for (const id of ["1", "2", "3"]) for (const one of urls) guard.wait(visit(`${one}${id}`, one));
    for (const entry of inside) if (entry.kind === "entered") entry.leave(20);
    const called = Array.from({ length: 6 }, () => guard.call());
    expect(called).toEqual(["1", "2"].flatMap((id) => urls.map((one) => `${one}${id}`)));
  });

  test("comes back by itself within a minute, and many of them not in a rush", () => {
    const guard = hostGuard();
    const waits = Array.from({ length: 20_000 }, () => guard.returnMs());
    expect(Math.max(...waits)).toBeLessThanOrEqual(MINUTE_MS);
    const perSecond = Map.groupBy(waits, (wait) => Math.floor(wait / 1_000));
    expect(Math.max(...[...perSecond.values()].map((group) => group.length))).toBeLessThan(700);
  });
});

test("endpoints and hosts are not remembered without bound", () => {
  const guard = hostGuard();
  tryOnce(guard, "https://first.example/", 20);
  for (const url of urlsOf(10_000, "host")) tryOnce(guard, url, 20);
  expect(enterAll(guard, ["https://first.example/", "https://first.example/"])).toEqual(["entered", "full"]);
});

test("a URL that cannot be parsed is not repeated in the error, which is logged", () => {
  expect(() => visitOf("msg_1", "https//secret-token", "key-1")).toThrow("the URL of delivery msg_1 cannot be parsed");
});
