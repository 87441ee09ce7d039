import { type DeliveryDetail, listDetailed } from "../app/delivery-log.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { deliveryDocument } from "./present-delivery.ts";
import { printRows, printTable, timeText } from "./print.ts";
import { oneOf, wholeNumber } from "./usage-refused.ts";
import { withData } from "./with-data.ts";

const STATUSES = ["pending", "delivered", "failed"] as const;
const LIMIT = 50;
const LIMIT_MAX = 10_000;
/** A table is to be read; `deliveries show` and --json have the whole URL. */
const URL_SHOWN_MAX = 60;

export const deliveriesList: Command = {
  name: "deliveries list",
  summary: "list webhooks, the newest first",
  positionals: [],
  options: [
    { name: "status", placeholder: "STATUS", about: "pending, delivered or failed only" },
    { name: "limit", placeholder: "N", about: `deliveries at most (default: ${LIMIT})` },
  ],
  async run(invocation) {
    const { given } = invocation;
    const status = oneOf(given, "status", STATUSES);
    const limit = wholeNumber(given, "limit", { min: 1, max: LIMIT_MAX }) ?? LIMIT;
    const deliveries = await withData(invocation, { mayCreate: false }, (core) =>
      listDetailed(core.db, { limit, ...(status === undefined ? {} : { status }) }),
    );
    if (given.has("json")) await printRows(invocation, deliveries.map(deliveryDocument));
    else {
      const header = ["ID", "STATUS", "TRIES", "CREATED (UTC)", "URL", "LAST TRY"];
      await printTable(invocation, header, deliveries.map(cellsOf), {
        whenEmpty: "There are no deliveries.",
        alignRight: [2],
      });
    }
    return DONE;
  },
};

function cellsOf(delivery: DeliveryDetail): readonly string[] {
  const { id, status, attempts, createdAt, url, lastDetail } = delivery;
  return [id, status, String(attempts), timeText(createdAt), shortened(url), lastDetail ?? "-"];
}

function shortened(url: string): string {
  return url.length <= URL_SHOWN_MAX ? url : `${url.slice(0, URL_SHOWN_MAX - 1)}…`;
}
