/** An accepted search: its id, and the path of its callback, which is unique. */
export interface AcceptedSearch {
  readonly id: string;
  readonly path: string;
}

/** What the program acknowledged during a crash run. None of it may be lost. */
export class Acknowledged {
  readonly searches: AcceptedSearch[] = [];
  /** Ids of the searches that were answered from the cache, with repetitions. */
  readonly cacheHits: string[] = [];
  readonly assetIds: string[] = [];
  /** Cookies of sessions, oldest first. */
  readonly sessions: string[] = [];
  /** Cookies of sessions whose end was acknowledged. */
  readonly endedSessions: string[] = [];
  /** API keys whose creation was acknowledged: id → token. */
  readonly keys = new Map<string, string>();
  readonly revokedTokens: string[] = [];
  /** Picture quotas of these keys whose change was acknowledged, by id; none while it is unknown. */
  readonly quotas = new Map<string, number>();
  /** Replays that were acknowledged: `webhook-id` → requests with it that had arrived before. */
  readonly replays = new Map<string, number>();
  /** Finished backups. */
  readonly backups: string[] = [];
  imports = 0;
  halfUploads = 0;
  /** Requests for a shared link by all clients, which have one key, answered or not. */
  linksAsked = 0;
  commandsKilled = 0;
  /** Versions of the catalog that may be live: the latest acknowledged one, and later ones whose import was killed. */
  readonly #versions = new Set<number>();
  /** What is wrong already, such as an answer with status 500. */
  readonly faults: string[] = [];

  beginImport(version: number): void {
    this.#versions.add(version);
  }

  endImport(version: number): void {
    this.imports += 1;
    for (const other of this.#versions) if (other !== version) this.#versions.delete(other);
  }

  mayBeLive(version: number): boolean {
    return this.#versions.has(version);
  }
}
