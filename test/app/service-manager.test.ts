import { describe, expect, test } from "bun:test";
import { ServiceManager } from "../../src/app/service-manager.ts";
import { readServiceManager } from "../../src/config/service-manager.ts";
import type { Log } from "../../src/lib/log.ts";
import { silentLog } from "../../src/lib/log.ts";

/** A service manager with a recorded socket and a timer that the test moves. */
function managed(settings: { readonly socket: string | null; readonly pingMs: number | null }, answer: string | null) {
  const sent: string[] = [];
  const warned: string[] = [];
  const waiting: { delayMs: number; effect: () => void; isCancelled: boolean }[] = [];
  const log: Log = { ...silentLog, warn: (_fields, message) => void warned.push(message) };
  const timer = {
    after: (delayMs: number, effect: () => void) => {
      const one = { delayMs, effect, isCancelled: false };
      waiting.push(one);
      return () => void (one.isCancelled = true);
    },
  };
  const send = (_socket: string, state: string): string | null => {
    sent.push(state);
    return answer;
  };
  return { manager: new ServiceManager({ ...settings, timer, log, send }), sent, warned, waiting };
}

describe("the notifications", () => {
  test("say ready, then alive at every interval until the stop", () => {
    const { manager, sent, waiting } = managed({ socket: "/run/notify", pingMs: 15_000 }, null);
    manager.ready("http://127.0.0.1:4040");
    waiting[0]?.effect();
    manager.stopping();
    expect(sent).toEqual([
      "READY=1\nSTATUS=Serving http://127.0.0.1:4040",
      "WATCHDOG=1",
      "WATCHDOG=1",
      "STOPPING=1\nSTATUS=Finishing work in progress",
    ]);
    expect(waiting.map(({ delayMs, isCancelled }) => [delayMs, isCancelled])).toEqual([
      [15_000, false],
      [15_000, true],
    ]);
  });

  test("are not sent without a service manager", () => {
    const { manager, sent, waiting } = managed({ socket: null, pingMs: null }, null);
    manager.ready("http://127.0.0.1:4040");
    manager.stopping();
    expect(sent).toEqual([]);
    expect(waiting).toEqual([]);
  });

  test("that cannot be sent are logged once", () => {
    const { manager, warned } = managed({ socket: "/run/none", pingMs: 1_000 }, "nobody listens");
    manager.ready("http://127.0.0.1:4040");
    manager.stopping();
    expect(warned).toEqual(["the service manager cannot be notified"]);
  });
});

describe("the environment of systemd", () => {
  test("gives the socket, and half of the time of the watchdog", () => {
    const environment = { NOTIFY_SOCKET: "/run/notify", WATCHDOG_USEC: "30000000", WATCHDOG_PID: "7" };
    expect(readServiceManager(environment, 7)).toEqual({ socket: "/run/notify", pingMs: 15_000 });
  });

  test.each([
    ["for another process", { WATCHDOG_USEC: "30000000", WATCHDOG_PID: "8" }],
    ["that is no number", { WATCHDOG_USEC: "soon" }],
    ["of zero", { WATCHDOG_USEC: "0" }],
    ["that is missing", {}],
  ])("has no watchdog with a time %s", (_name, environment) => {
    expect(readServiceManager(environment, 7)).toEqual({ socket: null, pingMs: null });
  });
});
