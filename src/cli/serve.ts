import type { Core } from "../app/core.ts";
import { explainingStorage } from "../app/explain-storage.ts";
import { createLogger } from "../app/logger.ts";
import { openData } from "../app/open-data.ts";
import { prepareNativeParts } from "../app/prepare-native.ts";
import { NeedledropServer } from "../app/server.ts";
import { type Overrides, readConfig } from "../config/config.ts";
import { optionOf, SETTINGS } from "../config/settings.ts";
import { programVersion } from "../native/version.ts";
import type { Command, Given } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { type Io, ReaderGone, type StopSignal } from "./io.ts";

/** 128 + the signal's number, as shells count it. */
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
  notes: `Every option is also an environment variable: --base-url is NEEDLEDROP_BASE_URL. An option wins.
A secret is better given as a variable, since other users can see a command's options.
The first SIGTERM or Ctrl-C ends what has begun, within 15 seconds; the second ends at once.
With --json a line {"url","data","pid"} on stdout says when requests are answered.`,
  async run({ given, io }) {
    const config = readConfig(io.environment, overridesOf(given));
    const log = createLogger(config, { isTerminal: io.err.isTerminal, destination: io.logTo });
    const stop = awaitStop(io);
    try {
      await explainingStorage(config.dataDir, async () => {
        const core = openData(config, log, { mayCreate: true });
        try {
          await serveUntil(stop.asked, core, (url) =>
            given.has("json") ? announce(io, { url, data: config.dataDir, pid: process.pid }) : undefined,
          );
        } finally {
          core.close();
        }
      });
    } finally {
      stop.forget();
    }
    return DONE;
  },
};

/** From the start to the stop that is asked for. */
async function serveUntil(
  stop: Promise<StopSignal>,
  core: Core,
  onListening: (url: string) => void | Promise<void>,
): Promise<void> {
  const { log } = core;
  const server = new NeedledropServer(core, programVersion().version);
  const { url } = await server.start();
  await onListening(url);
  const preparing = new AbortController();
  // Not awaited: on a slow disk it would outlast the stop. The next start removes what it leaves half-done.
  void prepareNativeParts(core, preparing.signal);
  const signal = await stop;
  log.info({ signal }, "stopping");
  preparing.abort();
  await server.stop();
  log.info({}, "stopped");
}

function overridesOf(given: Given): Overrides {
  const names = SETTINGS.map((setting) => optionOf(setting.name));
  return Object.fromEntries(names.map((name) => [name, given.text(name)]));
}

/** Listens from the beginning on, so that a signal during the start is not lost. */
function awaitStop(io: Io): { readonly asked: Promise<StopSignal>; forget(): void } {
  const { promise, resolve } = Promise.withResolvers<StopSignal>();
  let isAsked = false;
  const forget = io.onStopSignal((signal) => {
    if (isAsked) io.kill(KILLED_BY[signal]);
    isAsked = true;
    resolve(signal);
  });
  return { asked: promise, forget };
}

/** A server does not end because nobody reads its first line. */
async function announce(io: Io, line: object): Promise<void> {
  try {
    await io.out.write(`${JSON.stringify(line)}\n`);
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
  }
}
