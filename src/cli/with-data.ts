import type { Core } from "../app/core.ts";
import { explainingStorage } from "../app/explain-storage.ts";
import { createLogger } from "../app/logger.ts";
import { openData } from "../app/open-data.ts";
import { type Config, readConfig } from "../config/config.ts";
import type { Log } from "../lib/log.ts";
import type { Invocation } from "./command.ts";

/** Reads the configuration from the environment, the settings file and `--data`. Throws InvalidConfig. */
export function configFor({ given, io }: Invocation): Config {
  return readConfig(io.environment, { data: given.text("data"), config: given.text("config") });
}

function logFor({ io }: Invocation, config: Config): Log {
  return createLogger(config, { isTerminal: io.err.isTerminal, destination: io.logTo });
}

/** Opens the data folder, runs `work` on it and closes it. If the folder is missing: creates it if `mayCreate`, otherwise fails. */
export async function withData<Result>(
  invocation: Invocation,
  options: { readonly mayCreate: boolean },
  work: (core: Core) => Result | Promise<Result>,
): Promise<Result> {
  const config = configFor(invocation);
  return await explainingStorage(config.dataDir, async () => {
    const core = await openData(config, logFor(invocation, config), options);
    try {
      return await work(core);
    } finally {
      await core.close();
    }
  });
}
