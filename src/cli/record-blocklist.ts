import { listed } from "../audit/audit-event.ts";
import { commandActor } from "./command-actor.ts";
import type { Invocation } from "./command.ts";
import { withData } from "./with-data.ts";

export interface BlocklistChange {
  readonly action: "blocklist.added" | "blocklist.removed";
  /** Changes the file and returns the hashes that were added or removed. */
  readonly apply: () => Promise<readonly string[]>;
}

/**
 * Changes the blocklist, which is a file, and records the change. Begins the data folder if it has no data yet. The data
 * folder is opened first, so that a folder that no command can use stays as it is.
 */
export async function recordBlocklist(
  invocation: Invocation,
  { action, apply }: BlocklistChange,
): Promise<readonly string[]> {
  return await withData(invocation, { mayCreate: true }, async ({ audit }) => {
    const hashes = await apply();
    if (hashes.length > 0) {
      await audit.record({ actor: commandActor(invocation.io), action, objects: listed("hashes", hashes) });
    }
    return hashes;
  });
}
