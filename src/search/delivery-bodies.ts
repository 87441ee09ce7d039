import type { KeyReader } from "../keys/store.ts";
import type { Slices } from "../lib/slices.ts";
import type { Steps } from "../lib/steps.ts";
import type { ResultDocuments } from "./result-document.ts";
import type { ExecutionReader } from "./store.ts";

export interface DeliveryBodiesParts {
  readonly executions: ExecutionReader;
  readonly keys: KeyReader;
  readonly documents: ResultDocuments;
  /** Where bodies are made: many webhooks may be due at the same time, and each body takes milliseconds. */
  readonly slices: Slices;
}

/** What a webhook carries, made anew for every try so that its links are fresh. Null when the execution is gone. */
export class DeliveryBodies {
  readonly #parts: DeliveryBodiesParts;

  constructor(parts: DeliveryBodiesParts) {
    this.#parts = parts;
  }

  bodyOf(executionId: string): Promise<string | null> {
    return this.#parts.slices.run(this.#making(executionId));
  }

  /** The API key that searched. */
  keyOf(executionId: string): string | null {
    return this.#parts.executions.find(executionId)?.keyId ?? null;
  }

  /** The webhook secret of the key that searched. */
  secretOf(executionId: string): string | null {
    const execution = this.#parts.executions.find(executionId);
    return execution === null ? null : (this.#parts.keys.row(execution.keyId)?.webhookSecret ?? null);
  }

  *#making(executionId: string): Steps<string | null> {
    const { executions, keys, documents } = this.#parts;
    const execution = executions.find(executionId);
    const key = execution === null ? null : keys.find(execution.keyId);
    const terminal = execution === null ? null : documents.read(execution);
    if (terminal === null || key === null) return null;
    yield;
    const document = documents.of(terminal, key);
    yield;
    return JSON.stringify(document);
  }
}
