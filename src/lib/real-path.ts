import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { hasErrorCode } from "./error-code.ts";

/** Returns the absolute path without symbolic links. The last parts need not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const absolute = resolve(path);
    if (!hasErrorCode(error, "ENOENT") || absolute === dirname(absolute)) throw error;
    return join(realPath(dirname(absolute)), basename(absolute));
  }
}
