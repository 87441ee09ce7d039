import type { ReadinessCheck } from "../feature/feature.ts";

/** The stage of the server: it is ready only between its start and its stop. */
export class Lifecycle {
  #stage: "starting" | "running" | "stopping" = "starting";

  /** Everything has started. Has no effect once the server stops. */
  running(): void {
    if (this.#stage === "starting") this.#stage = "running";
  }

  stopping(): void {
    this.#stage = "stopping";
  }

  check(): ReadinessCheck {
    const ok = this.#stage === "running";
    return { name: "running", ok, detail: ok ? "migrated and running" : this.#stage };
  }
}
