/** Backs up the data folder (first argument) to a file (second argument) like the command, in a process that tests kill; `media` as third argument: with media. */
import { backUpData } from "../../src/app/backup-data.ts";
import { openCore } from "../../src/app/core.ts";
import { readConfig } from "../../src/config/config.ts";
import { silentLog } from "../../src/lib/log.ts";

const [data = "", destination = "", media] = process.argv.slice(2);
const core = await openCore(readConfig({}, { data }), silentLog);
await backUpData(core, destination, "1", { withMedia: media === "media" });
await core.close();
