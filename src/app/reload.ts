import {
  type DescribedSetting,
  describeSettings,
  type Environment,
  InvalidConfig,
  type Overrides,
  readConfig,
} from "../config/config.ts";
import { certificatesIn, type TlsPair } from "../config/tls.ts";
import { variableOf } from "../config/settings.ts";
import { messageOf } from "../lib/assert.ts";
import type { Log } from "../lib/log.ts";
import type { LogFile } from "./log-destination.ts";
import type { NeedledropServer } from "./server.ts";

/** Settings that a reload applies, unless the server begins or stops to use TLS. */
const TLS_SETTINGS: ReadonlySet<string> = new Set(["TLS_CERT", "TLS_KEY"].map(variableOf));

export interface Reloading {
  readonly server: Pick<NeedledropServer, "replaceTls">;
  readonly environment: Environment;
  readonly overrides: Overrides;
  readonly logFile: Pick<LogFile, "reopen"> | null;
  readonly log: Log;
}

/** Reads again what can change while a server runs: the log file, and the certificate with its key. */
export class Reloader {
  readonly #deps: Reloading;
  /** The settings at the start, and those of TLS since the last reload. */
  #settings: readonly DescribedSetting[];
  #running: Promise<void> | null = null;
  #isAskedAgain = false;

  constructor(deps: Reloading) {
    this.#deps = deps;
    this.#settings = describeSettings(deps.environment, deps.overrides);
  }

  /** The settings in force. */
  get settings(): readonly DescribedSetting[] {
    return this.#settings;
  }

  /** Reloads. A call during a reload makes one more follow it. Returns when all is done; never throws. */
  reload(): Promise<void> {
    if (this.#running !== null) this.#isAskedAgain = true;
    this.#running ??= this.#reloadAll().finally(() => (this.#running = null));
    return this.#running;
  }

  async #reloadAll(): Promise<void> {
    const isAskedAgain = (): boolean => this.#isAskedAgain;
    do {
      this.#isAskedAgain = false;
      await this.#reloadOnce();
    } while (isAskedAgain());
  }

  async #reloadOnce(): Promise<void> {
    const { server, environment, overrides, logFile, log } = this.#deps;
    try {
      logFile?.reopen();
    } catch (error) {
      log.error({ reason: messageOf(error) }, "the log file cannot be opened again; the former one stays in use");
    }
    let isTlsApplied = true;
    try {
      const { tls } = readConfig(environment, overrides);
      const outcome = await server.replaceTls(tls);
      isTlsApplied = outcome !== "needs restart";
      if (outcome === "replaced" && tls !== null) log.info(about(tls), "new certificate");
    } catch (error) {
      const mistakes = error instanceof InvalidConfig ? error.mistakes : [messageOf(error)];
      return log.error({ mistakes }, "the settings are not valid; the former ones stay in force");
    }
    const changed = this.#changedSettings(isTlsApplied);
    if (changed.length > 0) log.warn({ settings: changed }, "these settings change with the next start");
    log.info({}, "reloaded");
  }

  /** Returns the settings that differ from those at the start and are not in force. */
  #changedSettings(isTlsApplied: boolean): readonly string[] {
    const now = describeSettings(this.#deps.environment, this.#deps.overrides);
    this.#settings = this.#settings.map((before, at) =>
      isTlsApplied && TLS_SETTINGS.has(before.name) ? (now[at] ?? before) : before,
    );
    return now.filter(({ value }, at) => value !== this.#settings[at]?.value).map(({ name }) => name);
  }
}

function about({ cert }: TlsPair): object {
  const [own] = certificatesIn(cert);
  return { subject: own?.subject, valid_to: own?.validTo };
}
