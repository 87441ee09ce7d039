import type { ServiceManagerSettings } from "../config/service-manager.ts";
import type { Log } from "../lib/log.ts";
import type { Timer } from "../lib/timer.ts";
import { notifySystemd } from "../native/notify-systemd.ts";

export interface ServiceManagerDeps extends ServiceManagerSettings {
  readonly timer: Timer;
  readonly log: Log;
  readonly send?: typeof notifySystemd;
}

/**
 * Tells systemd (`Type=notify`) when the server is ready, reloads and stops, and that it is alive (`WatchdogSec=`). Does
 * nothing without a service manager.
 */
export class ServiceManager {
  readonly #deps: ServiceManagerDeps;
  #cancelPing: () => void = () => undefined;
  #isFailing = false;

  constructor(deps: ServiceManagerDeps) {
    this.#deps = deps;
  }

  ready(url: string): void {
    this.#notify(`READY=1\nSTATUS=Serving ${url}`);
    this.#ping();
  }

  stopping(): void {
    this.#cancelPing();
    this.#notify("STOPPING=1\nSTATUS=Finishing work in progress");
  }

  /** Pings from the event loop, so a server whose loop hangs is restarted. */
  #ping(): void {
    const { pingMs, timer } = this.#deps;
    if (pingMs === null) return;
    this.#notify("WATCHDOG=1");
    this.#cancelPing = timer.after(pingMs, () => this.#ping());
  }

  #notify(state: string): void {
    const { socket, log, send = notifySystemd } = this.#deps;
    if (socket === null) return;
    const reason = send(socket, state);
    if (reason !== null && !this.#isFailing) log.warn({ reason }, "the service manager cannot be notified");
    this.#isFailing = reason !== null;
  }
}
