import { describe, expect, test } from "bun:test";
import { MINUTE_MS } from "../../src/lib/clock.ts";
import {
  DELIVERY_SLOTS,
  type Admission,
  type HostGuard,
  hostGuard,
  dueDeliveryOf,
} from "../../src/webhooks/host-guard.ts";

let ids = 0;

function admit(guard: HostGuard, url: string, keyId = "key-1"): Admission {
  ids += 1;
  return guard.admit(dueDeliveryOf(`msg_${ids}`, url, keyId));
}

/** Admits a delivery, and releases its slot after an attempt of this duration. */
function attemptOnce(guard: HostGuard, url: string, tookMs: number | null): void {
  const admission = admit(guard, url);
  if (admission.kind === "admitted") admission.release(tookMs);
}

function admitAll(guard: HostGuard, urls: readonly string[], keyId = "key-1"): readonly Admission["kind"][] {
  return urls.map((url) => admit(guard, url, keyId).kind);
}

/** Returns how many of these are admitted. */
function countAdmitted(guard: HostGuard, urls: readonly string[], keyId = "key-1"): number {
  return admitAll(guard, urls, keyId).filter((kind) => kind === "admitted").length;
}

const urlsOf = (count: number, name: string): readonly string[] =>
  Array.from({ length: count }, (_, index) => `https://${name}-${index}.example/`);

describe("an endpoint", () => {
  const url = "https://a.example/hook";

  test("that is quick has four slots, and one more when a delivery releases its slot", () => {
    const guard = hostGuard();
    attemptOnce(guard, url, 20);
    const first = admit(guard, url);
    expect(admitAll(guard, [url, url, url, url])).toEqual(["admitted", "admitted", "admitted", "full"]);
    if (first.kind === "admitted") first.release(20);
    expect(admit(guard, url).kind).toBe("admitted");
  });

  test.each([
    ["new", null],
    ["slow", 15_000],
  ])("that is %s has one slot", (_, tookMs) => {
    const guard = hostGuard();
    attemptOnce(guard, url, tookMs);
    expect(admitAll(guard, [url, url])).toEqual(["admitted", "full"]);
  });

  test("that was slow is quick again after one quick attempt", () => {
    const guard = hostGuard();
    attemptOnce(guard, url, 15_000);
    attemptOnce(guard, url, 20);
    expect(admitAll(guard, [url, url])).toEqual(["admitted", "admitted"]);
  });

  test("is a URL without its query", () => {
    const guard = hostGuard();
    expect(admitAll(guard, [`${url}?token=1`, `${url}?token=2`])).toEqual(["admitted", "full"]);
  });

  test("is known from attempts before the start", () => {
    const past = [
      { url: "https://hangs.example/", tookMs: 15_000 },
      { url: "https://hung.example/", tookMs: 15_000 },
      { url: "https://hung.example/", tookMs: 20 },
      { url: "not a URL", tookMs: 20 },
    ];
    const guard = hostGuard();
    guard.remember(past);
    expect(admitAll(guard, ["https://hangs.example/", "https://hangs.example/"])).toEqual(["admitted", "full"]);
    expect(admitAll(guard, ["https://hung.example/", "https://hung.example/"])).toEqual(["admitted", "admitted"]);
  });
});

describe("a host", () => {
  const paths = (count: number, name: string): readonly string[] =>
    Array.from({ length: count }, (_, index) => `https://a.example/${name}-${index}`);

  test("has two slots for new paths, and two more for a quick one", () => {
    const guard = hostGuard();
    attemptOnce(guard, "https://a.example/quick", 20);
    attemptOnce(guard, "https://a.example/slow", 15_000);
    expect(countAdmitted(guard, paths(5, "new"))).toBe(2);
    expect(
      countAdmitted(
        guard,
        Array.from({ length: 5 }, () => "https://a.example/quick"),
      ),
    ).toBe(2);
  });

  test("whose latest attempt was quick has four slots for new paths", () => {
    const guard = hostGuard();
    attemptOnce(guard, "https://a.example/quick", 20);
    expect(countAdmitted(guard, paths(6, "new"))).toBe(4);
  });

  test("with a path that hangs has slots for its other paths", () => {
    const guard = hostGuard();
    attemptOnce(guard, "https://a.example/slow", 15_000);
    expect(admitAll(guard, ["https://a.example/slow", "https://a.example/slow"])).toEqual(["admitted", "full"]);
    expect(admit(guard, "https://a.example/other").kind).toBe("admitted");
  });
});

describe("one API key", () => {
  test("has half of the slots for new hosts, and leaves the other half to other keys", () => {
    const guard = hostGuard();
    expect(countAdmitted(guard, urlsOf(300, "one"), "key-1")).toBe(80);
    expect(countAdmitted(guard, urlsOf(300, "two"), "key-2")).toBe(40);
    expect(countAdmitted(guard, urlsOf(300, "three"), "key-3")).toBe(20);
  });

  test("whose new and slow hosts hold all their slots finds a slot for a quick host", () => {
    const guard = hostGuard();
    for (const url of urlsOf(300, "slow")) attemptOnce(guard, url, 15_000);
    for (const url of urlsOf(300, "quick")) attemptOnce(guard, url, 20);
    expect(countAdmitted(guard, urlsOf(300, "slow"))).toBe(32);
    expect(countAdmitted(guard, urlsOf(300, "new"))).toBe(80);
    expect(countAdmitted(guard, urlsOf(300, "quick"))).toBe(80);
  });

  test("cannot take the `quick` slots with further attempts to other quick hosts", () => {
    const guard = hostGuard();
    for (const url of urlsOf(80, "quick")) attemptOnce(guard, url, 20);
    const four = urlsOf(60, "quick").flatMap((url) => [url, url, url, url]);
    expect(countAdmitted(guard, four)).toBe(60 + 24);
    expect(countAdmitted(guard, urlsOf(80, "quick").slice(60))).toBe(20);
  });
});

test("a lane has more worker slots than the guard has slots, for any number of keys and hosts", () => {
  const guard = hostGuard();
  for (const url of urlsOf(400, "slow")) attemptOnce(guard, url, 15_000);
  for (const url of urlsOf(400, "quick")) attemptOnce(guard, url, 20);
  let admitted = 0;
  for (let key = 0; key < 20; key += 1) {
    for (const name of ["slow", "new", "quick", "quick"]) {
      admitted += countAdmitted(guard, urlsOf(400, name), `key-${key}`);
    }
  }
  expect(admitted).toBeGreaterThan(350);
  expect(admitted).toBeLessThan(DELIVERY_SLOTS);
});

describe("a delivery that finds no slot", () => {
  const url = "https://a.example/";
  const dueDelivery = (id: string, to = url) => dueDeliveryOf(id, to, "key-1");

  test("is woken when there is one, in the order of arrival", () => {
    const guard = hostGuard();
    const inFlight = admit(guard, url);
    expect([guard.wait(dueDelivery("one")), guard.wait(dueDelivery("two")), guard.takeNext()]).toEqual([
      true,
      true,
      null,
    ]);
    if (inFlight.kind === "admitted") inFlight.release(15_000);
    expect(guard.takeNext()).toBe("one");
  });

  test("does not wait if a slot was released in the meantime", () => {
    const guard = hostGuard();
    expect(guard.wait(dueDelivery("one"))).toBe(false);
    expect(guard.takeNext()).toBeNull();
  });

  test("is not woken after it returned and was admitted", () => {
    const guard = hostGuard();
    const inFlight = admit(guard, url);
    guard.wait(dueDelivery("one"));
    if (inFlight.kind === "admitted") inFlight.release(20);
    expect(guard.admit(dueDelivery("one")).kind).toBe("admitted");
    expect(guard.takeNext()).toBeNull();
  });

  test("is woken when it is its endpoint's turn: one endpoint with many does not delay the others", () => {
    const guard = hostGuard();
    const urls = ["https://a.example/", "https://b.example/", "https://c.example/"];
    const inFlight = urls.map((one) => admit(guard, one));
    for (const id of ["1", "2", "3"]) for (const one of urls) guard.wait(dueDelivery(`${one}${id}`, one));
    for (const admission of inFlight) if (admission.kind === "admitted") admission.release(20);
    const woken = Array.from({ length: 6 }, () => guard.takeNext());
    expect(woken).toEqual(["1", "2"].flatMap((id) => urls.map((one) => `${one}${id}`)));
  });

  test("returns within a minute if it is not woken, and many do not return at the same time", () => {
    const guard = hostGuard();
    const waits = Array.from({ length: 20_000 }, () => guard.snoozeMs());
    expect(Math.max(...waits)).toBeLessThanOrEqual(MINUTE_MS);
    const perSecond = Map.groupBy(waits, (wait) => Math.floor(wait / 1_000));
    expect(Math.max(...[...perSecond.values()].map((group) => group.length))).toBeLessThan(700);
  });
});

test("only a limited number of endpoints and hosts is remembered", () => {
  const guard = hostGuard();
  attemptOnce(guard, "https://first.example/", 20);
  for (const url of urlsOf(10_000, "host")) attemptOnce(guard, url, 20);
  expect(admitAll(guard, ["https://first.example/", "https://first.example/"])).toEqual(["admitted", "full"]);
});

test("a URL that cannot be parsed is not repeated in the error, which is logged", () => {
  expect(() => dueDeliveryOf("msg_1", "https//secret-token", "key-1")).toThrow(
    "the URL of delivery msg_1 cannot be parsed",
  );
});
