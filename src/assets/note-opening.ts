import type { AuditEvent } from "../audit/audit-event.ts";
import type { AuditTrail } from "../audit/audit-trail.ts";
import type { Asset } from "./asset.ts";

/** Records that a key read an analysis. Before it is processed, an asset has nothing to read, and clients poll it. */
export function noteOpening(
  audit: AuditTrail,
  { id, status }: Pick<Asset, "id" | "status">,
  by: Pick<AuditEvent, "actor" | "requestId">,
): void {
  if (status === "processed") audit.noteOpening({ ...by, action: "asset.opened", objects: { asset: id } });
}
