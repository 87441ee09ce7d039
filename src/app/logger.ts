import { pino } from "pino";
import { prettyFactory } from "pino-pretty";
import type { Config } from "../config/config.ts";
import { assert } from "../lib/assert.ts";
import type { Log } from "../lib/log.ts";
import { maskSecrets } from "../lib/mask-secrets.ts";
import { escaped, printable } from "../lib/printable.ts";
import { LastingDestination, type LogDestination, stderrDestination } from "./log-destination.ts";

/** Whatever a caller logs by one of these names, at the top or one level down, is not written. */
const SECRET_FIELDS = [
  "token",
  "secret",
  "authorization",
  "Authorization",
  "adminToken",
  "apiKey",
  "webhookSecret",
  "webhook_secret",
  "tokenHash",
];

/** Shorter texts are no secrets, and could be part of any word. */
const KNOWN_SECRET_MIN = 8;
/** One attribute of SGR (ECMA-48, 8.3.117), as the library sets it. */
const COLOUR = new RegExp(String.raw`(\x1b\[\d+m)`);

/**
 * The program's log: to stderr, because stdout is for what a command was asked for. Pretty on a terminal and JSON lines
 * elsewhere, unless LOG_FORMAT says otherwise. A line that cannot be written is counted, and nothing else happens. Every
 * line passes `maskSecrets`, so a token that came in a URL is not written, wherever it is quoted.
 */
export function createLogger(
  config: Pick<Config, "logLevel" | "logFormat"> & Partial<Pick<Config, "adminToken" | "ai">>,
  output: { readonly isTerminal: boolean; readonly destination?: LogDestination | undefined },
): Log {
  const format = config.logFormat ?? (output.isTerminal ? "pretty" : "json");
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: pino.stdSerializers.err },
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: "[secret]" },
  };
  const plain = output.destination ?? stderrDestination();
  const shown =
    format === "json" ? { write: (line: string) => plain.write(escaped(line)) } : prettified(plain, output.isTerminal);
  const destination = new LastingDestination(masked(shown, [config.adminToken, config.ai?.apiKey]));
  const logger = pino(options, destination);
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    linesDropped: () => destination.dropped,
  };
}

/** `secrets`: those that the configuration names. */
function masked(destination: LogDestination, secrets: readonly (string | null | undefined)[]): LogDestination {
  const known = secrets.filter((secret) => typeof secret === "string" && secret.length >= KNOWN_SECRET_MIN);
  return {
    write: (line) => {
      const text = known.reduce<string>((rest, secret) => rest.replaceAll(secret ?? "", "[secret]"), line);
      destination.write(maskSecrets(text));
    },
  };
}

function prettified(destination: LogDestination, isTerminal: boolean): LogDestination {
  const prettify = prettyFactory({ colorize: isTerminal, translateTime: "SYS:HH:MM:ss", levelFirst: true });
  return { write: (line) => destination.write(escapedAroundColours(prettify(withSafeTexts(line)))) };
}

/** The line's texts that the library prints as they are: the message, and the stack of an error, which has lines of its own. */
function withSafeTexts(line: string): object {
  const fields: unknown = JSON.parse(line);
  assert(typeof fields === "object" && fields !== null, "a log line is an object");
  const message = "msg" in fields && typeof fields.msg === "string" ? { msg: printable(fields.msg) } : {};
  const error = "error" in fields ? fields.error : null;
  if (typeof error !== "object" || error === null) return { ...fields, ...message };
  const stack = "stack" in error && typeof error.stack === "string" ? { stack: escaped(error.stack) } : {};
  return { ...fields, ...message, error: { ...error, ...stack } };
}

/** All other texts are printed as JSON, so that the only escape characters are those of the library's colours. */
function escapedAroundColours(text: string): string {
  return text
    .split(COLOUR)
    .map((part, at) => (at % 2 === 0 ? escaped(part) : part))
    .join("");
}
