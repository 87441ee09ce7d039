import { listed } from "../audit/audit-event.ts";
import { commandActor } from "./command-actor.ts";
import type { Invocation } from "./command.ts";
import { withData } from "./with-data.ts";

/** Records a change of the blocklist, which is a file. Begins the data folder if it has no database yet. */
export async function recordBlocklist(
  invocation: Invocation,
  action: "blocklist.added" | "blocklist.removed",
  hashes: readonly string[],
): Promise<void> {
  const event = { actor: commandActor(invocation.io), action, objects: listed("hashes", hashes) };
  await withData(invocation, { mayCreate: true }, ({ audit }) => audit.record(event));
}
