import type { HttpsReceiver } from "../../https-receiver.ts";
import type { Acknowledged } from "../acknowledged.ts";
import type { ClientDeps } from "../client-work.ts";
import type { ShortlistWork } from "../shortlist-work.ts";
import type { CrashNode } from "./crash-node.ts";
import type { CrashPostgres } from "./crash-postgres.ts";
import type { NodesStore } from "./nodes-store.ts";
import type { QuotaWork } from "./quota-work.ts";

/** What the parts of a run with several nodes share. */
export interface PreparedNodes {
  readonly nodes: readonly CrashNode[];
  readonly postgres: CrashPostgres;
  readonly store: NodesStore;
  readonly receiver: HttpsReceiver;
  readonly token: string;
  readonly webhookSecret: string;
  readonly acknowledged: Acknowledged;
  readonly shortlists: readonly ShortlistWork[];
  readonly quotas: QuotaWork;
  readonly clients: Pick<ClientDeps, "pictures" | "films" | "sound" | "user">;
}
