import { pino } from "pino";
import { prettyFactory } from "pino-pretty";
import type { Config } from "../config/config.ts";
import type { Log } from "../lib/log.ts";

const STDERR = 2;
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
 * elsewhere, unless LOG_FORMAT says otherwise. Written synchronously: the last line before an exit is the one that matters.
 */
export function createLogger(
  config: Pick<Config, "logLevel" | "logFormat">,
  output: { readonly isTerminal: boolean; readonly destination?: { write(line: string): void } | undefined },
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
  const destination = output.destination ?? pino.destination({ dest: STDERR, sync: true });
  if (format === "json") return pino(options, destination);
  const layout = { colorize: output.isTerminal, translateTime: "SYS:HH:MM:ss", levelFirst: true };
  const prettify = prettyFactory(layout);
  return pino(options, { write: (line: string) => destination.write(prettify(line)) });
}
