import { InvalidConfig } from "../config/config.ts";
import { messageOf } from "../lib/assert.ts";
import { printable } from "../lib/printable.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { DONE, type ExitStatus, FAILED, REFUSED } from "./exit-status.ts";
import { type Io, ReaderGone } from "./io.ts";
import { parseCall } from "./parse-call.ts";
import { OWN_CHILDREN } from "./own-children.ts";
import { sight } from "./sight.ts";
import { renderCommand, renderOverview } from "./render-help.ts";
import { safeIo, type SafeIo } from "./safe-io.ts";
import { UsageRefused } from "./usage-refused.ts";

const CHILDREN: readonly Command[] = [sight, ...OWN_CHILDREN];

/** Runs one command line and says with which status the process is to end. Never throws. */
export async function runCli(argv: readonly string[], world: Io): Promise<ExitStatus> {
  const io = safeIo(world);
  const dumpable = world.forbidCoreDumps();
  try {
    // A server runs for months; a command need not trouble its user with it.
    if (dumpable !== null && argv[0] === "serve")
      await io.err.write(`Core dumps cannot be switched off: ${dumpable}.\n`);
    return await dispatch(withAliases(argv), io);
  } catch (error) {
    if (error instanceof ReaderGone) return DONE;
    const { message, status } = explain(error, argv);
    // stderr may be closed as well; then there is nobody left to tell.
    await io.err.write(message).catch(() => undefined);
    return status;
  }
}

async function dispatch(argv: readonly string[], io: SafeIo): Promise<ExitStatus> {
  if (argv.length === 0) {
    await io.err.write(renderOverview(COMMANDS));
    return REFUSED;
  }
  // A server's own children are no commands for people: neither `help` nor a suggestion names them.
  const child = CHILDREN.find((command) => command.name === argv[0]);
  const call = parseCall(child === undefined ? COMMANDS : [child], argv);
  if (call.kind === "run") return await call.command.run({ positionals: call.positionals, given: call.given, io });
  await io.out.write(renderCommand(call.command));
  return DONE;
}

/** What people type before they know the commands. */
function withAliases(argv: readonly string[]): readonly string[] {
  const [first = "", ...rest] = argv;
  if (first === "--help" || first === "-h") return ["help", ...rest];
  if (first === "--version" || first === "-V") return ["version", ...rest];
  return argv;
}

function explain(error: unknown, argv: readonly string[]): { readonly message: string; readonly status: ExitStatus } {
  if (error instanceof UsageRefused) {
    const help = ["needledrop help", error.command ?? commandNameOf(argv, COMMANDS)].join(" ").trimEnd();
    return { message: `${error.message}\nSee \`${help}\`.\n`, status: REFUSED };
  }
  if (error instanceof InvalidConfig) {
    const lines = error.mistakes.map((mistake) => `${mistake}\n`).join("");
    return { message: `${lines}See \`needledrop help serve\`.\n`, status: REFUSED };
  }
  // A file may be called so that a line of the message would look like one of the program's own.
  return { message: `needledrop ${commandNameOf(argv, COMMANDS)}: ${printable(withCauses(error))}\n`, status: FAILED };
}

function commandNameOf(argv: readonly string[], commands: readonly Command[]): string {
  const named = commands.find((command) => command.name.split(" ").every((word, index) => argv[index] === word));
  return named?.name ?? "";
}

/** A failure and what led to it, outermost first. */
function withCauses(error: unknown): string {
  const message = messageOf(error);
  const cause = error instanceof Error && error.cause !== undefined ? withCauses(error.cause) : "";
  return message.includes(cause) ? message : `${message}: ${cause}`;
}
