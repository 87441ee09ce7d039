import { existsSync, readFileSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { optionOf, SETTINGS, type SettingName, variableOf } from "./settings.ts";
import { shownValue } from "./shown-value.ts";
import { holdsCertificates, holdsPrivateKey, isPair, type TlsPair } from "./tls.ts";
import { isWildcardHost } from "./wildcard-host.ts";

const RESULT_LIMIT_MAX = 100;
const ADMIN_TOKEN_MIN = 16;
const PORT_MAX = 65_535;

/** What the program runs with: parsed, checked, and trusted from here on. */
export interface Config {
  /** Absolute path. */
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash; null: made of scheme, host and the port that was bound. */
  readonly baseUrl: string | null;
  /** The key is the certificate's. */
  readonly tls: TlsPair | null;
  /** Lower-case host names, addresses and CIDR ranges. */
  readonly callbackAllow: readonly string[];
  /** PEM text. */
  readonly callbackCa: string | null;
  readonly originals: "delete" | "keep";
  readonly analysisDays: number;
  /** Path of a readable file. */
  readonly blocklist: string | null;
  /** Path of a readable file; null: our own mark. */
  readonly watermark: string | null;
  readonly ai: {
    readonly baseUrl: string | null;
    readonly apiKey: string | null;
    readonly embedModel: string | null;
    readonly visionModel: string | null;
  };
  readonly resultLimit: number;
  readonly resultDays: number;
  readonly logLevel: "debug" | "info" | "warn" | "error";
  /** Null: pretty on a terminal, else json. */
  readonly logFormat: "pretty" | "json" | null;
  /** Null: the one kept in the data folder. */
  readonly adminToken: string | null;
}

/** All mistakes of a configuration at once, a sentence each. Exit status 2. */
export class ConfigRefused extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join("\n"));
    this.name = "ConfigRefused";
    this.mistakes = mistakes;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
/** Options given on the command line, by kebab-case name; they win over the environment. */
export type Overrides = Readonly<Record<string, string | undefined>>;

/** Reads and checks the configuration. Throws ConfigRefused with one message per mistake. */
export function readConfig(environment: Environment, overrides: Overrides = {}): Config {
  const read = settingsReader(environment, overrides);
  const config: Config = {
    dataDir: resolve(read.text("DATA")),
    host: read.parsed("HOST", parseHost),
    port: read.parsed("PORT", (text) => parseWholeNumber(text, 0, PORT_MAX)),
    baseUrl: read.optional("BASE_URL", parseBaseUrl),
    tls: readTls(read),
    callbackAllow: read.parsed("CALLBACK_ALLOW", parseAllowList),
    callbackCa: read.optional("CALLBACK_CA", readPem),
    originals: read.parsed("ORIGINALS", (text) => parseOneOf(text, ["delete", "keep"])),
    analysisDays: read.parsed("ANALYSIS_DAYS", parsePositive),
    blocklist: read.optional("BLOCKLIST", parseReadableFile),
    watermark: read.optional("WATERMARK", parseReadableFile),
    ai: {
      baseUrl: read.optional("AI_BASE_URL", parseBaseUrl),
      apiKey: read.optional("AI_API_KEY", (text) => text),
      embedModel: read.optional("AI_EMBED_MODEL", (text) => text),
      visionModel: read.optional("AI_VISION_MODEL", (text) => text),
    },
    resultDays: read.parsed("RESULT_DAYS", parsePositive),
    resultLimit: read.parsed("RESULT_LIMIT", (text) => parseWholeNumber(text, 1, RESULT_LIMIT_MAX)),
    logLevel: read.parsed("LOG_LEVEL", (text) => parseOneOf(text, ["debug", "info", "warn", "error"])),
    logFormat: read.optional("LOG_FORMAT", (text) => parseOneOf(text, ["pretty", "json"])),
    adminToken: read.optional("ADMIN_TOKEN", parseAdminToken),
  };
  refuseDeadLinks(read, config);
  const mistakes = [...unknownVariables(environment), ...read.mistakes];
  if (mistakes.length > 0) throw new ConfigRefused(mistakes);
  return config;
}

/** The settings in force as `doctor` prints them: name, value (secrets masked) and where it came from. */
export function describeSettings(
  environment: Environment,
  overrides: Overrides = {},
): readonly { readonly name: string; readonly value: string; readonly source: "option" | "environment" | "default" }[] {
  return SETTINGS.map((setting) => {
    const override = overrides[optionOf(setting.name)];
    const given = override ?? environment[variableOf(setting.name)];
    const source = override !== undefined ? "option" : given !== undefined ? "environment" : "default";
    const value = shownValue(setting.name, given ?? setting.fallback);
    return { name: variableOf(setting.name), value, source };
  });
}

/** A parser's complaint: what was expected. The reader adds which setting and what came. */
class Unfit extends Error {}

interface SettingsReader {
  readonly mistakes: string[];
  /** What the operator calls a setting: its option where that was given, else its variable. */
  label(name: SettingName): string;
  text(name: SettingName): string;
  parsed<Value>(name: SettingName, parse: (text: string) => Value): Value;
  optional<Value>(name: SettingName, parse: (text: string) => Value): Value | null;
}

function settingsReader(environment: Environment, overrides: Overrides): SettingsReader {
  const mistakes: string[] = [];
  const fallbacks = new Map<string, string>(SETTINGS.map((setting) => [setting.name, setting.fallback]));
  const given = (name: SettingName): string | undefined => overrides[optionOf(name)] ?? environment[variableOf(name)];
  const text = (name: SettingName): string => {
    const value = given(name)?.trim();
    return value === undefined || value === "" ? (fallbacks.get(name) ?? "") : value;
  };
  const label = (name: SettingName): string =>
    overrides[optionOf(name)] === undefined ? variableOf(name) : `--${optionOf(name)}`;
  const parsed = <Value>(name: SettingName, parse: (text: string) => Value): Value => {
    try {
      return parse(text(name));
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      mistakes.push(
        `${label(name)}: expected ${error.message}, got ${name === "ADMIN_TOKEN" ? "a shorter one" : JSON.stringify(shownValue(name, text(name)))}.`,
      );
      return parse(fallbacks.get(name) ?? "");
    }
  };
  const optional = <Value>(name: SettingName, parse: (text: string) => Value): Value | null =>
    parsed(name, (value) => (value === "" ? null : parse(value)));
  return { mistakes, label, text, parsed, optional };
}

function readTls(read: SettingsReader): Config["tls"] {
  const cert = read.optional("TLS_CERT", readCertificates);
  const key = read.optional("TLS_KEY", readPrivateKey);
  const [certLabel, keyLabel] = [read.label("TLS_CERT"), read.label("TLS_KEY")];
  if ((cert !== null && read.text("TLS_KEY") === "") || (key !== null && read.text("TLS_CERT") === "")) {
    read.mistakes.push(`${certLabel} and ${keyLabel} go together: give both or neither.`);
  }
  if (cert === null || key === null) return null;
  if (isPair({ cert, key })) return { cert, key };
  read.mistakes.push(
    `${keyLabel}: expected the private key of the certificate in ${certLabel}, got another one in ${JSON.stringify(read.text("TLS_KEY"))}.`,
  );
  return null;
}

/** A link to "every address of this machine" leads nowhere, and the receiver of a webhook would be the first to see it. */
function refuseDeadLinks(read: SettingsReader, { host }: Config): void {
  if (read.text("BASE_URL") !== "" || !isWildcardHost(host)) return;
  read.mistakes.push(
    `${read.label("HOST")}: ${host} stands for every address of this machine, which no link can lead to; set ${variableOf("BASE_URL")} to the URL that clients use.`,
  );
}

function parseHost(text: string): string {
  if (isIP(text) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) throw new Unfit("an address or a host name");
  return text;
}

function parseWholeNumber(text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new Unfit(`a whole number from ${min} to ${max}`);
  return value;
}

function parsePositive(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value > 0)) throw new Unfit("a positive number");
  return value;
}

function parseReadableFile(path: string): string {
  if (!existsSync(path)) throw new Unfit("the path of a readable file");
  return resolve(path);
}

function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const fits =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.search === "" &&
    url.hash === "" &&
    url.username === "" &&
    url.password === "";
  if (!fits) throw new Unfit("an http or https URL without query, fragment and user");
  return url.href.replace(/\/+$/, "");
}

function parseAllowList(text: string): readonly string[] {
  const entries = text
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "");
  for (const entry of entries) {
    if (!isHostAddressOrRange(entry)) throw new Unfit("host names, addresses or CIDR ranges separated by commas");
  }
  return entries;
}

function isHostAddressOrRange(entry: string): boolean {
  const [address = "", prefix, ...rest] = entry.split("/");
  if (rest.length > 0) return false;
  const family = isIP(address);
  if (prefix !== undefined)
    return family !== 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
  return family !== 0 || /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/.test(entry);
}

function readPem(path: string): string {
  const text = readText(path);
  if (text?.includes("-----BEGIN ") !== true) throw new Unfit("the path of a readable PEM file");
  return text;
}

function readCertificates(path: string): string {
  const text = readPem(path);
  if (!holdsCertificates(text)) throw new Unfit("the path of a PEM file with a certificate that can be read");
  return text;
}

function readPrivateKey(path: string): string {
  const text = readPem(path);
  if (!holdsPrivateKey(text)) throw new Unfit("the path of a PEM file with a private key that has no password");
  return text;
}

/** Null for whatever keeps a file from being read: the message names the path and what was expected there. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function parseOneOf<const Value extends string>(text: string, values: readonly Value[]): Value {
  const value = values.find((one) => one === text);
  if (value === undefined) throw new Unfit(`one of ${values.join(", ")}`);
  return value;
}

function parseAdminToken(text: string): string {
  if (text.length < ADMIN_TOKEN_MIN) throw new Unfit(`at least ${ADMIN_TOKEN_MIN} characters`);
  return text;
}

/** A misspelt variable would otherwise be a setting that silently does nothing. */
function unknownVariables(environment: Environment): string[] {
  const known = new Set<string>(SETTINGS.map((setting) => variableOf(setting.name)));
  return Object.keys(environment)
    .filter((name) => name.startsWith("NEEDLEDROP_") && !known.has(name))
    .map((name) => `${name}: no such setting; \`needledrop help serve\` lists them.`);
}
