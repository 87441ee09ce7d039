import { is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as assets from "./assets.ts";
import * as audit from "./audit.ts";
import * as deliveries from "./deliveries.ts";
import * as executions from "./executions.ts";
import * as history from "./history.ts";
import * as jobs from "./jobs.ts";
import * as keys from "./keys.ts";
import * as ledger from "./ledger.ts";
import * as media from "./media.ts";
import * as recipients from "./recipients.ts";
import * as settings from "./settings.ts";
import * as shortlists from "./shortlists.ts";
import * as users from "./users.ts";
import * as watch from "./watch.ts";

const FILES = [
  assets,
  audit,
  deliveries,
  executions,
  history,
  jobs,
  keys,
  ledger,
  media,
  recipients,
  settings,
  shortlists,
  users,
  watch,
];

/** Returns every table of the service database. A test compares them with the tables that the migrations create. */
export function serviceTables(): readonly SQLiteTable[] {
  return FILES.flatMap((file) => Object.values<unknown>(file)).filter((one) => is(one, SQLiteTable));
}
