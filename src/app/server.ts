import type { Config } from "../config/config.ts";
import type { HeldLock } from "../db/lock.ts";
import { assert } from "../lib/assert.ts";
import { SECOND_MS } from "../lib/clock.ts";
import type { Core } from "./core.ts";
import { takeServerLock } from "./data-locks.ts";
import { buildServices, type Services } from "./services.ts";
import { sweepLeftovers } from "./sweep-leftovers.ts";
import { restrictDataAccess } from "./restrict-data-access.ts";

/** Time for requests in flight to end. With the jobs' own deadline, a stop takes less than 15 seconds. */
const DRAIN_MS = 10 * SECOND_MS;

/** The appliance: HTTP server, job loop and catalog of one data folder. The caller closes the core after `stop`. */
export class NeedledropServer {
  readonly #core: Core;
  readonly #version: string;
  #lock: HeldLock | null = null;
  #services: Services | null = null;
  #url: string | null = null;
  #stopped: Promise<void> | null = null;

  constructor(core: Core, version: string) {
    this.#core = core;
    this.#version = version;
  }

  /** Returns when requests are answered. Throws ServerRunning, or the error that prevents listening. */
  async start(): Promise<{ readonly url: string }> {
    const { config, log, clock } = this.#core;
    const holder = { pid: process.pid, role: "server", address: null, since: clock.now() };
    const lock = takeServerLock(config.dataDir, holder);
    this.#lock = lock;
    try {
      for (const open of restrictDataAccess(config.dataDir)) log.warn({}, open);
      await sweepLeftovers(config.dataDir, holder);
      const services = buildServices(this.#core, { version: this.#version, ownUrl: () => this.#ownUrl() });
      this.#services = services;
      // Before it listens: without the catalog every song would be 404 until the index is built.
      await services.catalog.start();
      // Before it listens: this removes leftovers of interrupted uploads, and must not touch new ones.
      await services.prepare();
      await services.app.modules;
      const url = listen(services, config);
      this.#url = url;
      lock.describe({ ...holder, address: url });
      // After it listens: if the port is taken, no search may run and no webhook may be sent.
      for (const service of services.background) await service.start();
      services.lifecycle.running();
      log.info({ url, data: config.dataDir, version: this.#version }, "serving");
      return { url };
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Stops listening, completes requests in flight, ends the jobs, and releases the data folder. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  #ownUrl(): string {
    assert(this.#url !== null, "links are built after the server listens");
    return this.#url;
  }

  async #stop(): Promise<void> {
    const services = this.#services;
    if (services !== null) {
      services.lifecycle.stopping();
      await Promise.all([stopListening(services), services.jobs.stop()]);
      for (const service of services.background) await service.stop();
      await services.catalog.stop();
    }
    this.#lock?.release();
  }
}

/** Listens and returns the URL. If the configured port is 0, the URL has the port that was bound. */
function listen({ app }: Services, { host, port, tls }: Config): string {
  app.listen({ hostname: host, port, ...(tls === null ? {} : { tls }) });
  const bound = app.server?.port;
  assert(bound !== undefined, "a server that listens has a port");
  return `${tls === null ? "http" : "https"}://${hostInUrl(host)}:${bound}`;
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
