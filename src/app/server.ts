import type { TlsPair } from "../config/tls.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import type { HeldLock } from "../db/lock.ts";
import { assert } from "../lib/assert.ts";
import type { Core } from "./core.ts";
import type { ShownSetting } from "../operation/admin-routes.ts";
import { takeServerLock } from "./data-locks.ts";
import { firstSignIn } from "./first-sign-in.ts";
import { Listener } from "./listener.ts";
import { separateMedia } from "./separate-media.ts";
import { buildServices, type Services } from "./services.ts";
import { sweepLeftovers } from "./sweep-leftovers.ts";
import { restrictDataAccess } from "./restrict-data-access.ts";

const NEVER = new AbortController().signal;

/** The appliance: HTTP server, job loop and catalog of one data folder. The caller closes the core after `stop`. */
export class NeedledropServer {
  readonly #core: Core;
  readonly #version: string;
  readonly #settings: () => readonly ShownSetting[];
  #lock: HeldLock | null = null;
  #services: Services | null = null;
  #listener: Listener | null = null;
  #url: string | null = null;
  #stopped: Promise<void> | null = null;

  /** @param settings returns the settings in force, with masked secrets */
  constructor(core: Core, version: string, settings: () => readonly ShownSetting[] = () => []) {
    this.#core = core;
    this.#version = version;
    this.#settings = settings;
  }

  /**
   * Returns when requests are answered. Throws ServerRunning, the error that prevents listening, or the reason of `signal`,
   * which gives up the start. Nothing runs after an error.
   */
  async start(signal: AbortSignal = NEVER): Promise<{ readonly url: string }> {
    const { config, log, clock } = this.#core;
    const holder = { pid: process.pid, role: "server", address: null, since: clock.now() };
    const lock = takeServerLock(config.dataDir, holder);
    this.#lock = lock;
    try {
      for (const open of restrictDataAccess(config.dataDir)) log.warn({}, open);
      await sweepLeftovers(config.dataDir, holder);
      signal.throwIfAborted();
      await separateMedia(this.#core, { role: "server", hasServerLock: true, signal });
      const services = await buildServices(this.#core, {
        version: this.#version,
        settings: this.#settings,
        ownUrl: () => this.#ownUrl(),
      });
      this.#services = services;
      // Before it listens: without the catalog every song would be 404 until the index is built.
      await startCatalog(services.catalog, signal);
      // Before it listens: this removes leftovers of interrupted uploads, and must not touch new ones.
      await services.prepare(signal);
      await services.app.modules;
      signal.throwIfAborted();
      this.#listener = new Listener(services, config);
      const url = this.#listener.listen();
      this.#url = url;
      lock.describe({ ...holder, address: url });
      // After it listens: if the port is taken, no search may run and no webhook may be sent.
      for (const service of services.background) {
        signal.throwIfAborted();
        await service.start();
      }
      services.lifecycle.running();
      log.info({ url, data: config.dataDir, version: this.#version }, "serving");
      const hint = await firstSignIn(this.#core, config.baseUrl ?? url);
      if (hint !== null) log.info({}, hint);
      return { url };
    } catch (error) {
      await this.stop();
      throw signal.aborted ? signal.reason : error;
    }
  }

  /** Answers new connections with another certificate. See Listener. */
  async replaceTls(tls: TlsPair | null): ReturnType<Listener["replaceTls"]> {
    assert(this.#listener !== null, "a certificate is replaced while the server listens");
    return await this.#listener.replaceTls(tls);
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
      await Promise.all([this.#listener?.stop(), services.jobs.stop()]);
      for (const service of services.background) await service.stop();
      await services.catalog.stop();
    }
    this.#lock?.release();
  }
}

/** Stops a download or a build of the index when `signal` is aborted, and throws its reason. */
async function startCatalog(catalog: LiveCatalog, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const giveUp = (): void => void catalog.stop();
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    await catalog.start();
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
  signal.throwIfAborted();
}
