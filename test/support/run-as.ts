/** Runs a command as another user: `bun run-as.ts UID ARGUMENT…`. Only root can call it; with `-`, root stays root. */
import { COMMANDS } from "../../src/cli/commands.ts";
import { processIo } from "../../src/cli/io.ts";
import { runCli } from "../../src/cli/run-cli.ts";

const [user = "", ...argv] = process.argv.slice(2);
if (user !== "-") {
  process.setgroups?.([Number(user)]);
  process.setgid?.(Number(user));
  process.setuid?.(Number(user));
}
process.exit(await runCli(COMMANDS, argv, processIo()));
