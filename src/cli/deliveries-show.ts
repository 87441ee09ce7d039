import type { DeliveryAttempt } from "../webhooks/delivery.ts";
import { showDelivery } from "../webhooks/delivery-log.ts";
import type { DeliveryListed } from "../webhooks/store.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { attemptDocument, deliveryDocument, deliveryMissing } from "./present-delivery.ts";
import { printResult, timeText } from "./print.ts";
import { renderTable } from "./table.ts";
import { withData } from "./with-data.ts";

export const deliveriesShow: Command = {
  name: "deliveries show",
  summary: "show one webhook and the result of each attempt",
  positionals: [{ name: "ID", about: "the delivery's id, as `deliveries list` shows it" }],
  options: [],
  async run(invocation) {
    const [id = ""] = invocation.positionals;
    const shown = await withData(invocation, { mayCreate: false }, ({ db }) => db.read(showDelivery(db, id)));
    if (shown === null) throw deliveryMissing(id);
    const { delivery, attempts } = shown;
    const document = { ...deliveryDocument(delivery), tries: attempts.map(attemptDocument) };
    await printResult(invocation, document, deliveryText(delivery) + attemptsText(attempts));
    return DONE;
  },
};

function deliveryText(delivery: DeliveryListed): string {
  return renderTable([
    ["ID", delivery.id],
    ["Status", delivery.status],
    ["URL", delivery.url],
    ["Search", delivery.searchId ?? "-"],
    ["Key", delivery.keyId ?? "-"],
    ["Created", timeText(delivery.createdAt)],
    ["Finished", timeText(delivery.finishedAt)],
  ]);
}

function attemptsText(attempts: readonly DeliveryAttempt[]): string {
  if (attempts.length === 0) return "";
  const rows = attempts.map(({ number, at, durationMs, outcome, detail }) => [
    String(number),
    timeText(at),
    `${durationMs} ms`,
    outcome,
    detail,
  ]);
  const header = ["ATTEMPT", "AT (UTC)", "DURATION", "OUTCOME", "DETAIL"];
  return `\n${renderTable(rows, { header, alignRight: [0, 2] })}`;
}
