import { type DeliveryListed, listDeliveries } from "../webhooks/store.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { deliveryDocument } from "./present-delivery.ts";
import { printList, timeText } from "./print.ts";
import { readChoice, readWholeNumber } from "./usage-error.ts";
import { withData } from "./with-data.ts";

const STATUSES = ["pending", "delivered", "failed"] as const;
const LIMIT = 50;
const LIMIT_MAX = 10_000;
/** Characters of a URL in the table. `deliveries show` and --json print the full URL. */
const URL_SHOWN_MAX = 60;

export const deliveriesList: Command = {
  name: "deliveries list",
  summary: "list webhooks, newest first",
  positionals: [],
  options: [
    { name: "status", placeholder: "STATUS", about: "only pending, delivered or failed webhooks" },
    { name: "limit", placeholder: "N", about: `maximum number of webhooks, 1 to 10000 (default: ${LIMIT})` },
  ],
  async run(invocation) {
    const { given } = invocation;
    const status = readChoice(given, "status", STATUSES);
    const limit = readWholeNumber(given, "limit", { min: 1, max: LIMIT_MAX }) ?? LIMIT;
    const deliveries = await withData(invocation, { mayCreate: false }, ({ db }) =>
      db.read(listDeliveries(db, { limit, ...(status === undefined ? {} : { status }) })),
    );
    await printList(invocation, deliveries.map(deliveryDocument), {
      header: ["ID", "STATUS", "ATTEMPTS", "CREATED (UTC)", "URL", "LAST ATTEMPT"],
      rows: deliveries.map(cellsOf),
      whenEmpty: "There are no deliveries.",
      alignRight: [2],
    });
    return DONE;
  },
};

function cellsOf(delivery: DeliveryListed): readonly string[] {
  const { id, status, attempts, createdAt, url, lastDetail } = delivery;
  return [id, status, String(attempts), timeText(createdAt), shortened(url), lastDetail ?? "-"];
}

function shortened(url: string): string {
  return url.length <= URL_SHOWN_MAX ? url : `${url.slice(0, URL_SHOWN_MAX - 1)}…`;
}
