/** `bun run scripts/import-catalog.ts PATH… [options]`: from a checkout what `needledrop import` does. */
import { processIo } from "../src/cli/io.ts";
import { runCli } from "../src/cli/run-cli.ts";

process.exit(await runCli(["import", ...process.argv.slice(2)], processIo()));
