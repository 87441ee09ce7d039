import { join } from "node:path";
import { embedded } from "./embedded.ts";

/** How this very program is started again with a command of its own: `[...ownProgram(), "reindex", …]`. */
export function ownProgram(): readonly [string, ...string[]] {
  if (embedded !== null) return [process.execPath];
  return [process.execPath, join(import.meta.dir, "../main.ts")];
}
