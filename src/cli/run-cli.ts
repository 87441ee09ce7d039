import { InvalidConfig } from "../config/config.ts";
import { messageOf } from "../lib/assert.ts";
import { printable } from "../lib/printable.ts";
import { StorageFailed } from "../app/explain-storage.ts";
import { hasErrorCode } from "../lib/error-code.ts";
import { causesOf } from "../lib/storage-failure.ts";
import { becomeOwner } from "./become-owner.ts";
import type { Command } from "./command.ts";
import { DONE, type ExitStatus, FAILED, REFUSED } from "./exit-status.ts";
import { type Io, ReaderGone, safeIo, type SafeIo } from "./io.ts";
import { parseCall } from "./parse-call.ts";
import { renderCommand, renderOverview } from "./render-help.ts";
import { UsageError } from "./usage-error.ts";

/** Runs one command line and returns the exit status. Never throws. */
export async function runCli(commands: readonly Command[], argv: readonly string[], unsafeIo: Io): Promise<ExitStatus> {
  const io = safeIo(unsafeIo);
  const failure = io.forbidCoreDumps();
  const acting: Acting = { as: null };
  try {
    // A server runs for months. For other commands the message would only be noise.
    if (failure !== null && argv[0] === "serve") await io.err.write(`Core dumps could not be disabled: ${failure}.\n`);
    return await dispatch(commands, withAliases(argv), io, acting);
  } catch (error) {
    if (error instanceof ReaderGone) return DONE;
    const { message, status } = explain(error, { argv, commands, acting });
    // stderr can be closed too. Then the message has no reader.
    await io.err.write(message).catch(() => undefined);
    return status;
  }
}

/** The owner of the data folder, whom the process has become; null if it runs as the user who started it. */
interface Acting {
  as: string | null;
}

async function dispatch(
  commands: readonly Command[],
  argv: readonly string[],
  io: SafeIo,
  acting: Acting,
): Promise<ExitStatus> {
  if (argv.length === 0) {
    await io.err.write(renderOverview(commands));
    return REFUSED;
  }
  const call = parseCall(commands, argv);
  if (call.kind === "run") {
    const { command, positionals, given } = call;
    const invocation = { positionals, given, io, argv };
    if (command.anyUser !== true) acting.as = becomeOwner(invocation);
    return await command.run(invocation);
  }
  await io.out.write(renderCommand(call.command));
  return DONE;
}

/** Accepts the usual `--help` and `--version`. */
function withAliases(argv: readonly string[]): readonly string[] {
  const [first = "", ...rest] = argv;
  if (first === "--help" || first === "-h") return ["help", ...rest];
  if (first === "--version" || first === "-V") return ["version", ...rest];
  return argv;
}

interface Failed {
  readonly argv: readonly string[];
  readonly commands: readonly Command[];
  readonly acting: Acting;
}

function explain(
  error: unknown,
  { argv, commands, acting: { as } }: Failed,
): { readonly message: string; readonly status: ExitStatus } {
  if (error instanceof UsageError) {
    const help = ["needledrop help", error.command ?? commandNameOf(argv, commands)].join(" ").trimEnd();
    return { message: `${error.message}\nSee \`${help}\`.\n`, status: REFUSED };
  }
  if (error instanceof InvalidConfig) {
    const lines = error.mistakes.map((mistake) => `${mistake}\n`).join("");
    // `help serve` lists all settings, but --data and --config are options of every command.
    const isOfOption = error.mistakes.every((mistake) => /^--(?:data|config)\b/.test(mistake));
    const help = (isOfOption && commandNameOf(argv, commands)) || "serve";
    return { message: `${lines}See \`needledrop help ${help}\`.\n`, status: REFUSED };
  }
  // A file name with a line break could otherwise add a line that looks like a message of the program.
  // Outside of the data folder, for example a dump that only root can read.
  const isOutside = !(error instanceof StorageFailed) && isForbidden(error);
  const who = as !== null && isOutside ? `. The command runs as ${as}, the owner of the data folder` : "";
  const message = `needledrop ${commandNameOf(argv, commands)}: ${printable(withCauses(error) + who)}\n`;
  return { message, status: FAILED };
}

function isForbidden(error: unknown): boolean {
  return causesOf(error).some((one) => hasErrorCode(one, "EACCES", "EPERM"));
}

function commandNameOf(argv: readonly string[], commands: readonly Command[]): string {
  const named = commands.find((command) => command.name.split(" ").every((word, index) => argv[index] === word));
  return named?.name ?? "";
}

/** Returns the message of a failure and its causes, outermost first. */
function withCauses(error: unknown): string {
  const message = messageOf(error);
  const cause = error instanceof Error && error.cause !== undefined ? withCauses(error.cause) : "";
  return message.includes(cause) ? message : `${message}: ${cause}`;
}
