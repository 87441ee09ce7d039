/** Backs up the data folder named first into the file named second, as the command does; run in a process of its own to be killed. */
import { backUpData } from "../../src/app/backup-data.ts";
import { openCore } from "../../src/app/core.ts";
import { readConfig } from "../../src/config/config.ts";
import { silentLog } from "../../src/lib/log.ts";

const [data = "", destination = ""] = process.argv.slice(2);
const core = openCore(readConfig({}, { data }), silentLog);
await backUpData(core, destination, "1");
core.close();
