import { buildConsole } from "./build-console.ts";
import type { ConsoleFiles } from "./console-file.ts";
import { type EmbeddedConsole, embeddedConsole } from "./embedded-console.ts";

/**
 * Returns a function that returns the console's files: those inside the executable or, in a checkout, those of a build at
 * its first call.
 */
export function consoleOpener(): () => Promise<ConsoleFiles> {
  if (embeddedConsole !== null) {
    const files = filesOf(embeddedConsole);
    return async () => files;
  }
  let built: Promise<ConsoleFiles> | null = null;
  return async () => {
    built ??= buildConsole("fast").catch((error: unknown) => {
      built = null;
      throw error;
    });
    return await built;
  };
}

function filesOf({ files, ...names }: EmbeddedConsole): ConsoleFiles {
  return {
    ...names,
    files: files.map(({ name, type, paths }) => ({
      name,
      type,
      load: async (coding) => await Bun.file(paths[coding]).bytes(),
    })),
  };
}
