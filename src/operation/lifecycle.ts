import type { ReadinessCheck } from "../feature/feature.ts";

/** The stage of the server. It is ready only after its start and before its stop. */
export class Lifecycle {
  #stage: "starting" | "running" | "stopping" = "starting";
  readonly #end = new AbortController();

  /** Aborted when the server begins to stop: streams end then, and do not delay it. */
  get end(): AbortSignal {
    return this.#end.signal;
  }

  /** Records that everything has started. Has no effect after `stopping`. */
  running(): void {
    if (this.#stage === "starting") this.#stage = "running";
  }

  stopping(): void {
    this.#stage = "stopping";
    this.#end.abort();
  }

  check(): ReadinessCheck {
    const ok = this.#stage === "running";
    return { name: "running", ok, detail: ok ? "migrated and running" : this.#stage };
  }
}
