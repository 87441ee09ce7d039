/** `bun run scripts/import-catalog.ts PATH… [options]`: the same as `needledrop import`, from a checkout. */
import { COMMANDS } from "../src/cli/commands.ts";
import { processIo } from "../src/cli/io.ts";
import { runCli } from "../src/cli/run-cli.ts";

process.exit(await runCli(COMMANDS, ["import", ...process.argv.slice(2)], processIo()));
