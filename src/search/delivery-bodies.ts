import type { KeyReader } from "../keys/store.ts";
import type { ResultDocuments } from "./result-document.ts";
import type { ExecutionReader } from "./store.ts";

export interface DeliveryBodiesParts {
  readonly executions: ExecutionReader;
  readonly keys: KeyReader;
  readonly documents: ResultDocuments;
}

/** What a webhook carries, made anew for every try so that its links are fresh. Null when the execution is gone. */
export class DeliveryBodies {
  readonly #parts: DeliveryBodiesParts;

  constructor(parts: DeliveryBodiesParts) {
    this.#parts = parts;
  }

  bodyOf(executionId: string): string | null {
    const execution = this.#parts.executions.find(executionId);
    const key = execution === null ? null : this.#parts.keys.find(execution.keyId);
    if (execution === null || key === null) return null;
    return JSON.stringify(this.#parts.documents.of(execution, key));
  }

  /** The webhook secret of the key that searched. */
  secretOf(executionId: string): string | null {
    const execution = this.#parts.executions.find(executionId);
    return execution === null ? null : (this.#parts.keys.row(execution.keyId)?.webhookSecret ?? null);
  }
}
