import { existsSync } from "node:fs";
import { copyDatabase, type DatabasePlace, databasePlaceOf, InvalidDatabasePlace } from "../app/copy-database.ts";
import { variableOf } from "../config/settings.ts";
import { systemClock } from "../lib/clock.ts";
import { becomeOwnerOf } from "./become-owner.ts";
import type { Command, Invocation } from "./command.ts";
import { commandActor } from "./command-actor.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { renderTable } from "./table.ts";
import { UsageError } from "./usage-error.ts";
import { configFor } from "./with-data.ts";
import { withProgress } from "./work-progress.ts";

const VARIABLE = /^[A-Z][A-Z0-9_]*$/;
/** Figures of a digest in the table. */
const DIGEST_SHOWN = 16;

export const databaseCopy: Command = {
  name: "database copy",
  summary: "copy the service database of a data folder to PostgreSQL, or back",
  positionals: [
    { name: "FROM", about: "a data folder, postgres://…, or the name of a variable that contains the address" },
    { name: "TO", about: "the other one, without any rows" },
  ],
  options: [],
  anyUser: true,
  notes: `Keys, users, searches, the ledger, webhooks, waiting jobs and the audit trail are copied; catalogs, media and originals are not. Name a
variable, so that the password of the address is not in the list of processes. Stop all servers first: the copy is refused while one
uses either side. All rows are of one moment and arrive in one transaction, so an interrupted copy leaves nothing and can be repeated.
At the end, the number of rows and the digest of each table are compared on both sides and printed. FROM keeps its rows. With a store,
nothing is removed from it until \`needledrop store claim\`.`,
  async run(invocation) {
    const [from, to] = invocation.positionals.map((text) => placeOf(invocation, text));
    if (from === undefined || to === undefined || from.kind === to.kind) {
      throw new UsageError("database copy: expected a data folder and a postgres:// address.", "database copy");
    }
    for (const place of [from, to]) {
      if (place.kind === "folder") becomeOwnerOf(invocation, place.dataDir, { isNamed: true });
    }
    const work = { name: "Copying the database", unit: "rows" } as const;
    const tables = await withProgress(invocation.io, work, (onProgress) =>
      copyDatabase(from, to, { clock: systemClock, actor: commandActor(invocation.io), onProgress }),
    );
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const shown = tables.map((table) => [table.table, String(table.rows), table.digest.slice(0, DIGEST_SHOWN)]);
    const list = renderTable(shown, { header: ["table", "rows", "digest"], alignRight: [1] });
    await printResult(
      invocation,
      { from: from.name, to: to.name, rows, tables },
      `${list}Copied ${rows} rows to ${to.name}. Checked: each table has the same rows on both sides.\n${from.name} still has the former state: start no server on it.\n`,
    );
    return DONE;
  },
};

function placeOf(invocation: Invocation, text: string): DatabasePlace {
  if (text === variableOf("DATABASE") && !existsSync(text)) {
    const { database } = configFor(invocation);
    if (database !== null) return databasePlaceOf(database.address, database.ca);
  }
  const value = VARIABLE.test(text) && !existsSync(text) ? invocation.io.environment[text] : text;
  if (value === undefined || value === "") {
    throw new UsageError(`database copy: there is no folder ${text}, and no variable of this name.`, "database copy");
  }
  try {
    return databasePlaceOf(value, null);
  } catch (error) {
    if (error instanceof InvalidDatabasePlace) throw new UsageError(`database copy: ${error.message}`, "database copy");
    throw error;
  }
}
