import manifest from "../../package.json" with { type: "json" };
import { embedded } from "./embedded.ts";

export interface ProgramVersion {
  readonly version: string;
  /** Null in a checkout, and in an executable built outside a git repository. */
  readonly commit: string | null;
  /** `linux-x64` and the like for an executable, `checkout` otherwise. */
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
