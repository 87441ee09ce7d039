/** Moves the generated media of the given data folder, and dies like a crash as soon as the first file is moved. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openCore } from "../../src/app/core.ts";
import { separateMedia } from "../../src/app/separate-media.ts";
import { readConfig } from "../../src/config/config.ts";
import { silentLog } from "../../src/lib/log.ts";

const [data = ""] = process.argv.slice(2);
const generated = join(data, "generated");
const core = await openCore(readConfig({}, { data }), silentLog);

function dieAfterFirst(): void {
  const folders = existsSync(generated) ? readdirSync(generated) : [];
  if (folders.some((name) => readdirSync(join(generated, name)).length > 0)) process.kill(process.pid, "SIGKILL");
  setImmediate(dieAfterFirst);
}
setImmediate(dieAfterFirst);
await separateMedia(core, { role: "server", hasServerLock: false, signal: null });
