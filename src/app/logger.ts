import { pino } from "pino";
import { prettyFactory } from "pino-pretty";
import type { Config } from "../config/config.ts";
import type { Log } from "../lib/log.ts";
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

/**
 * The program's log: to stderr, because stdout is for what a command was asked for. Pretty on a terminal and JSON lines
 * elsewhere, unless LOG_FORMAT says otherwise. A line that cannot be written is counted, and nothing else happens.
 */
export function createLogger(
  config: Pick<Config, "logLevel" | "logFormat">,
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
  const destination = new LastingDestination(format === "json" ? plain : prettified(plain, output.isTerminal));
  const logger = pino(options, destination);
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    linesDropped: () => destination.dropped,
  };
}

function prettified(destination: LogDestination, isTerminal: boolean): LogDestination {
  const prettify = prettyFactory({ colorize: isTerminal, translateTime: "SYS:HH:MM:ss", levelFirst: true });
  return { write: (line) => destination.write(prettify(line)) };
}
