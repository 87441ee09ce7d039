import { pino } from "pino";
import { prettyFactory } from "pino-pretty";
import type { Config } from "../config/config.ts";
import { assert } from "../lib/assert.ts";
import type { Log } from "../lib/log.ts";
import type { LogTail } from "../lib/log-tail.ts";
import { maskSecrets } from "../lib/mask-secrets.ts";
import { escaped, printable } from "../lib/printable.ts";
import { CountingDestination, type LogDestination, stderrDestination } from "./log-destination.ts";

/** Fields that are never written, at the top or one level below. */
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

/** Shorter texts are not secrets, and could be part of any word. */
const KNOWN_SECRET_MIN = 8;
/** An SGR escape sequence with one attribute (ECMA-48, 8.3.117), as pino-pretty writes it. */
const COLOUR = new RegExp(String.raw`(\x1b\[\d+m)`);

/**
 * Creates the program's log. It writes to stderr, because stdout is for the results of commands. It is pretty on a terminal
 * and JSON lines elsewhere, unless LOG_FORMAT is set. Lines that cannot be written are only counted. Every line passes
 * `maskSecrets`, so a token from a URL is not written, wherever it is quoted.
 */
export function createLogger(
  config: Pick<Config, "logLevel" | "logFormat"> & Partial<Pick<Config, "adminToken" | "ai">>,
  output: {
    readonly isTerminal: boolean;
    readonly destination?: LogDestination | undefined;
    /** Gets every line, too. */
    readonly tail?: LogTail;
  },
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
  const secrets = [config.adminToken, config.ai?.apiKey];
  const destination = new CountingDestination(masked(shown, secrets));
  const { tail } = output;
  const kept =
    tail === undefined ? null : new CountingDestination(masked({ write: (line) => tail.add(line) }, secrets));
  const logger = pino(options, {
    write: (line: string) => {
      destination.write(line);
      kept?.write(line);
    },
  });
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    linesDropped: () => destination.dropped,
    ...(tail === undefined ? {} : { tail }),
  };
}

/** Masks secrets in every line. `secrets` are those of the configuration. */
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
  const prettify = prettyFactory({
    colorize: isTerminal,
    translateTime: "SYS:HH:MM:ss",
    levelFirst: true,
    singleLine: true,
  });
  return { write: (line) => destination.write(escapedAroundColours(prettify(withSafeTexts(line)))) };
}

/** Parses a line and escapes the texts that the library prints unchanged: the message, and the stack of an error. */
function withSafeTexts(line: string): object {
  const fields: unknown = JSON.parse(line);
  assert(typeof fields === "object" && fields !== null, "a log line is an object");
  const message = "msg" in fields && typeof fields.msg === "string" ? { msg: printable(fields.msg) } : {};
  const error = "error" in fields ? fields.error : null;
  if (typeof error !== "object" || error === null) return { ...fields, ...message };
  const stack = "stack" in error && typeof error.stack === "string" ? { stack: escaped(error.stack) } : {};
  return { ...fields, ...message, error: { ...error, ...stack } };
}

/** Escapes everything except the library's colours. It prints all other texts as JSON, which contains no raw escapes. */
function escapedAroundColours(text: string): string {
  return text
    .split(COLOUR)
    .map((part, at) => (at % 2 === 0 ? escaped(part) : part))
    .join("");
}
