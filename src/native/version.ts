import manifest from "../../package.json" with { type: "json" };
import { embedded } from "./embedded.ts";

export interface ProgramVersion {
  readonly version: string;
  /** The git commit; null in a checkout, and in an executable that was built outside a repository. */
  readonly commit: string | null;
  /** The target of an executable, such as `linux-x64`; otherwise `checkout`. */
  readonly build: string;
  readonly bun: string;
}

export function programVersion(): ProgramVersion {
  return {
    version: manifest.version,
    commit: embedded?.commit ?? null,
    build: embedded?.target ?? "checkout",
    bun: Bun.version,
  };
}
