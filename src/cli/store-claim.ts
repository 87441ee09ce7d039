import { reclaimObjects } from "../app/claim-objects.ts";
import { S3Objects } from "../objects/s3-objects.ts";
import type { Command } from "./command.ts";
import { commandActor } from "./command-actor.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { withData } from "./with-data.ts";

export const storeClaim: Command = {
  name: "store claim",
  summary: "make this data folder the only one that uses its store",
  positionals: [],
  options: [],
  notes: `After a restore, and by a copy of the data folder, nothing is removed from the store, because the other server can still use it. This command writes
a new owner to the store: from then on, this data folder removes unused media again, and the server of any other copy of it removes
none, imports none, and refuses to start. Stop that server first. Media that it imported after the backup are removed a day after
their upload.`,
  async run(invocation) {
    const url = await withData(invocation, { mayCreate: false }, async ({ config: { store, dataDir }, db, audit }) => {
      if (store === null) throw new UsageError("store claim: NEEDLEDROP_STORE is not set.", "store claim");
      const actor = commandActor(invocation.io);
      await reclaimObjects(new S3Objects(store), dataDir, db, (tx, owner) =>
        audit.recordIn(tx, { actor, action: "store.claimed", objects: { owner } }),
      );
      return store.url;
    });
    await printResult(invocation, { store: url }, `${url} belongs to this data folder.\n`);
    return DONE;
  },
};
