import { showDelivery } from "../app/delivery-log.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { attemptDocument, deliveryDocument, deliveryMissing } from "./present-delivery.ts";
import { printDocument, timeText } from "./print.ts";
import { renderTable } from "./table.ts";
import { withData } from "./with-data.ts";

export const deliveriesShow: Command = {
  name: "deliveries show",
  summary: "show one webhook and the result of each attempt",
  positionals: [{ name: "ID", about: "the delivery's id, as `deliveries list` shows it" }],
  options: [],
  async run(invocation) {
    const [id = ""] = invocation.positionals;
    const shown = await withData(invocation, { mayCreate: false }, (core) => showDelivery(core.db, id));
    if (shown === null) throw deliveryMissing(id);
    const { delivery, attempts } = shown;
    if (invocation.given.has("json")) {
      await printDocument(invocation, { ...deliveryDocument(delivery), tries: attempts.map(attemptDocument) });
      return DONE;
    }
    const { out } = invocation.io;
    await out.write(
      renderTable([
        ["ID", delivery.id],
        ["Status", delivery.status],
        ["URL", delivery.url],
        ["Search", delivery.searchId ?? "-"],
        ["Key", delivery.keyId ?? "-"],
        ["Created", timeText(delivery.createdAt)],
        ["Finished", timeText(delivery.finishedAt)],
      ]),
    );
    const rows = attempts.map((attempt) => [
      String(attempt.number),
      timeText(attempt.at),
      `${attempt.durationMs} ms`,
      attempt.outcome,
      attempt.detail,
    ]);
    if (rows.length > 0) {
      const header = ["ATTEMPT", "AT (UTC)", "DURATION", "OUTCOME", "DETAIL"];
      await out.write(`\n${renderTable(rows, { header, alignRight: [0, 2] })}`);
    }
    return DONE;
  },
};
