import type { ServiceDb } from "../db/service-db.ts";
import type { Work, WorkInSteps } from "../db/work.ts";
import { signingSecrets } from "../keys/signing-secrets.ts";
import type { Clock } from "../lib/clock.ts";
import type { KeyReader } from "../keys/store.ts";
import type { Slices } from "../lib/slices.ts";
import type { Execution } from "./execution.ts";
import type { ResultDocuments } from "./result-document.ts";

export interface DeliveryBodiesDeps {
  readonly clock: Clock;
  readonly db: Pick<ServiceDb, "read">;
  readonly executionOf: (executionId: string) => Work<Execution | null>;
  readonly keys: KeyReader;
  readonly documents: ResultDocuments;
  /** Runs the building of bodies: many webhooks can be due at the same time, and each body takes milliseconds. */
  readonly slices: Slices;
}

/** The bodies and secrets of webhooks. Each is null if the execution or its key was deleted. */
export class DeliveryBodies {
  readonly #deps: DeliveryBodiesDeps;

  constructor(deps: DeliveryBodiesDeps) {
    this.#deps = deps;
  }

  /** Builds the result document. Every attempt gets a new one, so that its links are fresh. */
  bodyOf(executionId: string): Promise<string | null> {
    return this.#deps.slices.run(this.#bodySteps(executionId));
  }

  /** Returns the webhook secrets of the key that searched: two during the overlap of a rotation. */
  secretsOf(executionId: string): Promise<readonly string[] | null> {
    return this.#deps.db.read(this.#secretsOf(executionId));
  }

  *#secretsOf(executionId: string): Work<readonly string[] | null> {
    const { executionOf, keys, clock } = this.#deps;
    const execution = yield* executionOf(executionId);
    const row = execution === null ? null : yield* keys.row(execution.keyId);
    return row === null ? null : signingSecrets(row, clock.now());
  }

  *#bodySteps(executionId: string): WorkInSteps<string | null> {
    const { executionOf, keys, documents } = this.#deps;
    const execution = yield* executionOf(executionId);
    const key = execution === null ? null : yield* keys.find(execution.keyId);
    const terminal = execution === null ? null : documents.read(execution);
    if (terminal === null || key === null) return null;
    yield;
    const document = yield* documents.of(terminal, key);
    yield;
    return JSON.stringify(document);
  }
}
