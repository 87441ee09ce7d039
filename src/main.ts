import { commandsFor } from "./cli/commands-for.ts";
import { processIo } from "./cli/io.ts";
import { runCli } from "./cli/run-cli.ts";

const argv = process.argv.slice(2);
// Exits explicitly, so that a forgotten timer or socket does not keep a finished command alive.
process.exit(await runCli(await commandsFor(argv), argv, processIo()));
