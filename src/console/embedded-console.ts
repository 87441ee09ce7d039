import type { Coding, ConsoleFiles } from "./console-file.ts";

/** Files of the console inside the executable. `paths` are virtual paths that `Bun.file` can read. */
export type EmbeddedConsole = Omit<ConsoleFiles, "files"> & {
  readonly files: readonly {
    readonly name: string;
    readonly type: string;
    readonly paths: Readonly<Record<Coding, string>>;
  }[];
};

/** Null in a checkout. scripts/build.ts replaces this module. */
export const embeddedConsole: EmbeddedConsole | null = null;
