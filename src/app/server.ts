import type { HeldLock } from "../db/lock.ts";
import { SECOND_MS } from "../lib/clock.ts";
import type { Core } from "./core.ts";
import { takeServerLock } from "./data-locks.ts";
import { buildServices, type Services } from "./services.ts";

/** Requests that have begun get so long to end; with the jobs' own deadline, a stop takes less than 15 seconds. */
const DRAIN_MS = 10 * SECOND_MS;

/** The appliance: HTTP server, job loop and catalog of one data folder, from `start` to `stop`. The core stays the caller's to close. */
export class NeedledropServer {
  readonly #core: Core;
  readonly #version: string;
  #lock: HeldLock | null = null;
  #services: Services | null = null;
  #stopped: Promise<void> | null = null;

  constructor(core: Core, version: string) {
    this.#core = core;
    this.#version = version;
  }

  /** Returns when requests are answered. Throws ServerRunning, or what keeps it from listening. */
  async start(): Promise<{ readonly url: string }> {
    const { config, log, clock } = this.#core;
    const scheme = config.tls === null ? "http" : "https";
    const port = config.port === 0 ? freePort(config.host) : config.port;
    const url = `${scheme}://${hostInUrl(config.host)}:${port}`;
    this.#lock = takeServerLock(config.dataDir, { pid: process.pid, role: "server", address: url, since: clock.now() });
    try {
      const services = buildServices(this.#core, { version: this.#version, ownUrl: url });
      this.#services = services;
      for (const service of services.inOrder) await service.start();
      services.app.listen({
        hostname: config.host,
        port,
        ...(config.tls === null ? {} : { tls: config.tls }),
      });
      log.info({ url, data: config.dataDir, version: this.#version }, "serving");
      return { url };
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Accepts nothing more, answers what has begun, ends the jobs, and releases the data folder. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const services = this.#services;
    if (services !== null) {
      services.drain();
      await Promise.all([stopListening(services), services.jobs.stop()]);
      for (const service of services.inOrder.toReversed()) await service.stop();
    }
    this.#lock?.release();
  }
}

async function stopListening({ app }: Services): Promise<void> {
  const server = app.server;
  if (server === null) return;
  const deadline = Promise.withResolvers<"late">();
  const timer = setTimeout(() => deadline.resolve("late"), DRAIN_MS);
  const ended = await Promise.race([server.stop(false), deadline.promise]);
  clearTimeout(timer);
  if (ended === "late") await server.stop(true);
}

function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** A port that is free now. Links are made before the server listens, so it cannot be left to `listen`. */
function freePort(host: string): number {
  const probe = Bun.listen({ hostname: host, port: 0, socket: { data: () => undefined } });
  const { port } = probe;
  probe.stop(true);
  return port;
}
