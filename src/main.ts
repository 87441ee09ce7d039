import { processIo } from "./cli/io.ts";
import { runCli } from "./cli/run-cli.ts";

// An explicit end: a timer or socket that somebody forgot must not keep a finished command alive.
process.exit(await runCli(process.argv.slice(2), processIo()));
