import { randomBytes } from "node:crypto";
import { MEDIA_KNOWLEDGE } from "../../schema/change-subjects.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import type { ServiceDb } from "../db/service-db.ts";
import type { ApiKey } from "../keys/key.ts";
import type { Clock } from "../lib/clock.ts";
import { type SignedTemplate, signTemplate, templateOf } from "../media/signed-template.ts";
import { grantFor, type UrlSigner } from "../media/signed-url.ts";
import type { Execution } from "./execution.ts";
import type { ResultDocuments } from "./result-document.ts";

/** A body of 25 songs has about 90 KB. */
const KEPT_BYTES_MAX = 8 * 1024 ** 2;
const SECRET_BYTES = 32;

/** A document as JSON: text, or its bytes in UTF-8. */
export type JsonBody = string | Uint8Array<ArrayBuffer>;

export interface ResultBodiesDeps {
  readonly db: Pick<ServiceDb, "read" | "versionOf">;
  readonly catalog: Pick<LiveCatalog, "current">;
  readonly documents: Pick<ResultDocuments, "read" | "of">;
  readonly signer: UrlSigner;
  readonly clock: Clock;
}

interface KeptBody {
  readonly template: SignedTemplate;
  /** What the body was made of; see `#stateFor`. */
  readonly state: string;
}

/**
 * Result documents as JSON. Those of completed executions that were asked for last are kept without their signatures, so that a
 * repeated search does not read and present its songs again. A body is used only while everything in it is as it was, and
 * its links are signed for each answer.
 */
export class ResultBodies {
  readonly #deps: ResultBodiesDeps;
  /** By the id of the execution; the one that was used longest ago is the first. */
  readonly #kept = new Map<string, KeptBody>();
  readonly #secret = randomBytes(SECRET_BYTES).toString("base64url");
  #keptBytes = 0;

  constructor(deps: ResultBodiesDeps) {
    this.#deps = deps;
  }

  /** Whether the body of an execution is kept and as it would be built now. */
  isKept(execution: Execution, key: ApiKey): boolean {
    return this.#kept.get(execution.id)?.state === this.#stateFor(execution, key);
  }

  /** Returns the body of an ended execution, or null if this version cannot read its answer. */
  async of(execution: Execution, key: ApiKey): Promise<Uint8Array<ArrayBuffer> | null> {
    const { signer, clock } = this.#deps;
    const template = this.#keptFor(execution, key) ?? (await this.#build(execution, key));
    if (template === null) return null;
    return signTemplate(template, signer.secret, grantFor(key.id, null, clock.now()).expires);
  }

  #keptFor(execution: Execution, key: ApiKey): SignedTemplate | null {
    const found = this.#kept.get(execution.id);
    if (found === undefined) return null;
    this.#forget(execution.id, found);
    if (found.state !== this.#stateFor(execution, key)) return null;
    this.#keep(execution.id, found);
    return found.template;
  }

  async #build(execution: Execution, key: ApiKey): Promise<SignedTemplate | null> {
    const { db, documents, signer, clock } = this.#deps;
    const terminal = documents.read(execution);
    if (terminal === null) return null;
    const grant = grantFor(key.id, execution.searchId, clock.now());
    const signing = { signer: { baseUrl: signer.baseUrl, secret: this.#secret }, grant };
    // What changes while the document is read makes its body out of date.
    const state = this.#stateFor(execution, key);
    const document = await db.read(documents.of(terminal, key, signing));
    const template = templateOf(JSON.stringify(document), grant, this.#secret);
    const isRepeated = execution.status === "completed" && template.bytes.length <= KEPT_BYTES_MAX;
    if (isRepeated) this.#keep(execution.id, { template, state });
    return template;
  }

  /** Returns a text that differs if a document can: by the execution, the key, the catalog, or what is known of its media. */
  #stateFor({ finishedAt }: Execution, { id, mode, playlistIds }: ApiKey): string {
    const { db, catalog, signer, clock } = this.#deps;
    const songs = catalog.current()?.db.version() ?? "no catalog";
    // A template has room for as many digits.
    const digits = String(grantFor(id, null, clock.now()).expires).length;
    const known = [finishedAt, id, mode, playlistIds.join(), songs, db.versionOf(MEDIA_KNOWLEDGE), digits];
    return `${known.join(" ")} ${signer.baseUrl}`;
  }

  #keep(id: string, body: KeptBody): void {
    // Two requests at the same time can both build it.
    const former = this.#kept.get(id);
    if (former !== undefined) this.#forget(id, former);
    this.#kept.set(id, body);
    this.#keptBytes += body.template.bytes.length;
    for (const [oldest, kept] of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES_MAX) break;
      this.#forget(oldest, kept);
    }
  }

  #forget(id: string, { template }: KeptBody): void {
    this.#kept.delete(id);
    this.#keptBytes -= template.bytes.length;
  }
}
