/** What systemd tells a service by its environment. */
export interface ServiceManagerSettings {
  /** NOTIFY_SOCKET. Null: nothing waits for a notification. */
  readonly socket: string | null;
  /** Milliseconds between two signs of life. Null: there is no watchdog. */
  readonly pingMs: number | null;
}

/** sd_watchdog_enabled(3) recommends to notify every half of the time. */
const PINGS_PER_LIMIT = 2;
const MICROSECONDS = 1_000;

/** Reads the variables of sd_notify(3) and sd_watchdog_enabled(3). `pid` is that of this process. */
export function readServiceManager(
  environment: Readonly<Record<string, string | undefined>>,
  pid: number,
): ServiceManagerSettings {
  const socket = environment["NOTIFY_SOCKET"] ?? "";
  const limit = Number(environment["WATCHDOG_USEC"] ?? "");
  const isForUs = ["", String(pid)].includes(environment["WATCHDOG_PID"] ?? "");
  const pingMs = limit > 0 && isForUs ? limit / MICROSECONDS / PINGS_PER_LIMIT : null;
  return { socket: socket === "" ? null : socket, pingMs };
}
