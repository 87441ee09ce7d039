import type { Core } from "../app/core.ts";
import { explainingStorage } from "../app/explain-storage.ts";
import { LogFile } from "../app/log-destination.ts";
import { createLogger } from "../app/logger.ts";
import { openData } from "../app/open-data.ts";
import { prepareNativeParts } from "../app/prepare-native.ts";
import { Reloader } from "../app/reload.ts";
import { NeedledropServer } from "../app/server.ts";
import { ServiceManager } from "../app/service-manager.ts";
import { InvalidConfig, type Overrides, readConfig } from "../config/config.ts";
import { readServiceManager } from "../config/service-manager.ts";
import { optionOf, SETTINGS } from "../config/settings.ts";
import { messageOf } from "../lib/assert.ts";
import { randomId } from "../lib/ids.ts";
import { LogTail } from "../lib/log-tail.ts";
import { systemTimer } from "../lib/timer.ts";
import { programVersion } from "../native/version.ts";
import type { Command, GivenOptions } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { type Io, ReaderGone, type StopSignal } from "./io.ts";

/** Exit statuses as in shells: 128 + the number of the signal. */
const KILLED_BY: Readonly<Record<StopSignal, number>> = { SIGINT: 130, SIGTERM: 143 };

export const serve: Command = {
  name: "serve",
  summary: "run the server until SIGTERM or Ctrl-C",
  positionals: [],
  options: SETTINGS.map(({ name, placeholder, about, fallback }) => ({
    name: optionOf(name),
    placeholder,
    about: fallback === "" ? about : `${about} (default: ${fallback})`,
  })),
  notes: `Every option is also an environment variable and a key of the settings file: --base-url is NEEDLEDROP_BASE_URL, or
base_url in the file of --config. Options take precedence over variables, and variables over the file.
Pass secrets as variables, because other users of the machine can see the options of a command.
On the first SIGTERM or Ctrl-C the server finishes work in progress for up to 15 seconds; on the second it stops
immediately. A start that has not ended is given up. On SIGHUP it opens the log file again and reads the certificate and its key again. With --json it prints one line {"url","data","pid"} to stdout when it accepts requests.`,
  async run({ given, io }) {
    const overrides = overridesOf(given);
    const config = readConfig(io.environment, overrides);
    const logFile = config.logFile === null ? null : openLogFile(config.logFile);
    const isTerminal = logFile === null && io.err.isTerminal;
    const tail = new LogTail(randomId);
    const log = createLogger(config, { isTerminal, destination: logFile ?? io.logTo, tail });
    const stop = awaitStop(io);
    try {
      await explainingStorage(config.dataDir, async () => {
        const core = await openData(config, log, { mayCreate: true });
        try {
          await serveUntil(stop.requested, core, { io, overrides, logFile, announces: given.has("json") });
        } finally {
          await core.close();
        }
      });
    } finally {
      stop.stopListening();
      logFile?.close();
    }
    return DONE;
  },
};

interface Around {
  readonly io: Io;
  readonly overrides: Overrides;
  readonly logFile: LogFile | null;
  /** Whether the URL is printed to stdout when the server accepts requests. */
  readonly announces: boolean;
}

/** Runs the server until `stop` resolves. */
async function serveUntil(stop: Promise<StopSignal>, core: Core, around: Around): Promise<void> {
  const { log, config } = core;
  const { io, overrides, logFile, announces } = around;
  const manager = new ServiceManager({ ...readServiceManager(io.environment, process.pid), timer: systemTimer, log });
  const server: NeedledropServer = new NeedledropServer(core, programVersion().version, () => reloader.settings);
  const reloader = new Reloader({ server, environment: io.environment, overrides, logFile, log });
  const url = await startUnlessStopped(server, stop);
  if (url === null) {
    log.info({ signal: await stop }, "the start was given up");
    return;
  }
  const stopReloading = reloadOnSignal(io, reloader);
  manager.ready(url);
  if (announces) await announce(io, { url, data: config.dataDir, pid: process.pid });
  const preparing = new AbortController();
  // Not awaited, because a slow disk would delay the stop. The next start removes incomplete files.
  void prepareNativeParts(core, preparing.signal);
  const signal = await stop;
  log.info({ signal }, "stopping");
  manager.stopping();
  stopReloading();
  preparing.abort();
  await server.stop();
  log.info({}, "stopped");
}

/** Starts the server and returns its URL; null if the start was given up, because `stop` resolved before its end. */
async function startUnlessStopped(server: NeedledropServer, stop: Promise<StopSignal>): Promise<string | null> {
  const givingUp = new AbortController();
  void stop.then(() => givingUp.abort(new Error("the start was given up")));
  try {
    return (await server.start(givingUp.signal)).url;
  } catch (error) {
    if (error === givingUp.signal.reason) return null;
    throw error;
  }
}

/** Reloads on SIGHUP. On a terminal the signal means that its window was closed, and ends the server. */
function reloadOnSignal(io: Io, reloader: Reloader): () => void {
  return io.err.isTerminal ? () => undefined : io.onReloadSignal(() => void reloader.reload());
}

/** Throws InvalidConfig if the file cannot be opened. */
function openLogFile(path: string): LogFile {
  try {
    return new LogFile(path);
  } catch (error) {
    throw new InvalidConfig([`LOG_FILE: expected a file that this user can write: ${messageOf(error)}.`]);
  }
}

function overridesOf(given: GivenOptions): Overrides {
  const names = [...SETTINGS.map((setting) => optionOf(setting.name)), "config"];
  return Object.fromEntries(names.map((name) => [name, given.text(name)]));
}

/** Listens before the server starts, so that a signal during the start is not lost. */
function awaitStop(io: Io): { readonly requested: Promise<StopSignal>; stopListening(): void } {
  const { promise, resolve } = Promise.withResolvers<StopSignal>();
  let isRequested = false;
  const stopListening = io.onStopSignal((signal) => {
    if (isRequested) io.kill(KILLED_BY[signal]);
    isRequested = true;
    resolve(signal);
  });
  return { requested: promise, stopListening };
}

/** Prints the line; a closed stdout does not end the server. */
async function announce(io: Io, line: object): Promise<void> {
  try {
    await io.out.write(`${JSON.stringify(line)}\n`);
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
  }
}
