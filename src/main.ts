import { processIo } from "./cli/io.ts";
import { runCli } from "./cli/run-cli.ts";

// Exits explicitly, so that a forgotten timer or socket does not keep a finished command alive.
process.exit(await runCli(process.argv.slice(2), processIo()));
