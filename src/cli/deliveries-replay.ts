import { Queue } from "../jobs/queue.ts";
import { type Replay, replayDelivery } from "../webhooks/replay.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { deliveryMissing } from "./present-delivery.ts";
import { printResult } from "./print.ts";
import { withData } from "./with-data.ts";

const REPLAY_TEXTS: Readonly<Record<Exclude<Replay, "unknown">, string>> = {
  sent_again: "the running server, or the next one that starts, sends it again",
  hastened: "it was waiting for its next attempt, which starts now",
  under_way: "it is being sent now; nothing was changed",
};

export const deliveriesReplay: Command = {
  name: "deliveries replay",
  summary: "send a webhook again, with the same webhook-id",
  positionals: [{ name: "ID", about: "the delivery's id, as `deliveries list` shows it" }],
  options: [],
  async run(invocation) {
    const [id = ""] = invocation.positionals;
    const replay = await withData(invocation, { mayCreate: false }, ({ db, clock }) =>
      db.write((tx) => replayDelivery(tx, new Queue(clock), id)),
    );
    if (replay === "unknown") throw deliveryMissing(id);
    await printResult(invocation, { id, replay }, `${id}: ${REPLAY_TEXTS[replay]}.\n`);
    return DONE;
  },
};
