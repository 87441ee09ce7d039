import {
  InvalidSetting,
  isWildcardHost,
  parseAdminToken,
  parseAllowList,
  parseBaseUrl,
  parseFolder,
  parseFolders,
  parseHost,
  parseNewFile,
  parseNotNegative,
  parseOneOf,
  parsePositive,
  parseReadableFile,
  parseWholeNumber,
  readCertificates,
  readPem,
  readPrivateKey,
} from "./parse-setting.ts";
import { isSecret, optionOf, SETTINGS, type SettingName, shownValue, variableOf } from "./settings.ts";
import type { SettingsReader } from "./settings-reader.ts";
import { CONFIG_VARIABLE, readSettingsFile, type SettingsFile } from "./settings-file.ts";
import {
  type DatabaseSettings,
  readDatabase,
  refuseBackupsOfPostgres,
  refuseLongFoldersOfPostgres,
} from "./database-settings.ts";
import { readStore, refuseCopiesOfStore, refusePlainRedirects, type StoreSettings } from "./store-settings.ts";
import { isPair, type TlsPair } from "./tls.ts";

const RESULT_LIMIT_MAX = 100;
const PORT_MAX = 65_535;
const BACKUPS_MAX = 1_000;
const WATCH_SECONDS_MIN = 5;
const WATCH_SECONDS_MAX = 86_400;

/** The configuration: parsed and checked. */
export interface Config {
  /** The settings file that was read. Null: none was named. */
  readonly settingsFile: { readonly path: string; readonly hasSecrets: boolean } | null;
  /** Absolute path. */
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash. Null: derived from the scheme, the host and the bound port. */
  readonly baseUrl: string | null;
  /** A certificate and its own key. */
  readonly tls: TlsPair | null;
  /** Lower-case host names, addresses and CIDR ranges. */
  readonly callbackAllow: readonly string[];
  /** PEM text. */
  readonly callbackCa: string | null;
  readonly originals: "delete" | "keep";
  readonly analysisDays: number;
  /** Path of a readable file. */
  readonly blocklist: string | null;
  /** Path of a readable file. Null: the built-in watermark. */
  readonly watermark: string | null;
  readonly ai: {
    readonly baseUrl: string | null;
    readonly apiKey: string | null;
    readonly embedModel: string | null;
    readonly visionModel: string | null;
  };
  readonly resultLimit: number;
  readonly resultDays: number;
  /** Days until entries of the audit trail are removed. */
  readonly auditDays: number;
  /** Null: the server writes no backups. */
  readonly backups: BackupSettings | null;
  readonly watch: WatchSettings;
  /** Null: SQLite, in the data folder. */
  readonly database: DatabaseSettings | null;
  /** Null: imported media are in the data folder. */
  readonly store: StoreSettings | null;
  readonly logLevel: "debug" | "info" | "warn" | "error";
  /** Null: pretty on a terminal, json otherwise. */
  readonly logFormat: "pretty" | "json" | null;
  /** Absolute path. Null: stderr. */
  readonly logFile: string | null;
  /** Whether the log contains the texts of searches, which are confidential. */
  readonly logBriefs: boolean;
  /** Null: the token in the data folder. */
  readonly adminToken: string | null;
}

/** Backups that the server writes by itself. */
export interface BackupSettings {
  /** Absolute path. */
  readonly folder: string;
  readonly everyHours: number;
  readonly keep: number;
  /** Whether the media of the catalog are copied, too. */
  readonly withMedia: boolean;
}

/** Folders that the server imports by itself. */
export interface WatchSettings {
  /** Absolute paths; none: nothing is watched. */
  readonly folders: readonly string[];
  readonly everySeconds: number;
  readonly settleSeconds: number;
  readonly graceHours: number;
  readonly media: "copy" | "link" | "in-place";
}

/** An invalid configuration, with one sentence per mistake. Commands exit with status 2. */
export class InvalidConfig extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join("\n"));
    this.name = "InvalidConfig";
    this.mistakes = mistakes;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;
/**
 * Options from the command line, by kebab-case name; `config` is the path of a settings file. They take precedence over
 * the environment, which takes precedence over the file.
 */
export type Overrides = Readonly<Record<string, string | undefined>>;

/** Reads and checks the configuration. Throws InvalidConfig with one sentence per mistake. */
export function readConfig(environment: Environment, overrides: Overrides = {}): Config {
  const file = settingsFile(environment, overrides);
  const read = settingsReader(environment, overrides, file);
  const config: Config = {
    settingsFile: file === null ? null : { path: file.path, hasSecrets: [...file.values.keys()].some(isSecret) },
    dataDir: read.parsed("DATA", parseFolder),
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
    auditDays: read.parsed("AUDIT_DAYS", parsePositive),
    resultLimit: read.parsed("RESULT_LIMIT", (text) => parseWholeNumber(text, 1, RESULT_LIMIT_MAX)),
    backups: readBackups(read),
    watch: readWatch(read),
    database: readDatabase(read),
    store: readStore(read),
    logLevel: read.parsed("LOG_LEVEL", (text) => parseOneOf(text, ["debug", "info", "warn", "error"])),
    logFormat: read.optional("LOG_FORMAT", (text) => parseOneOf(text, ["pretty", "json"])),
    logFile: read.optional("LOG_FILE", parseNewFile),
    logBriefs: read.parsed("LOG_BRIEFS", (text) => parseOneOf(text, ["true", "false"])) === "true",
    adminToken: read.optional("ADMIN_TOKEN", parseAdminToken),
  };
  refuseWildcardLinks(read, config);
  refuseCopiesOfStore(read, config);
  refuseBackupsOfPostgres(read, config);
  refuseLongFoldersOfPostgres(read, config);
  refusePlainRedirects(read, config);
  const mistakes = [...unknownVariables(environment), ...(file?.mistakes ?? []), ...read.mistakes];
  if (mistakes.length > 0) throw new InvalidConfig(mistakes);
  return config;
}

/** Returns the current settings for `doctor`: name, value (secrets are masked) and source. */
export function describeSettings(environment: Environment, overrides: Overrides = {}): readonly DescribedSetting[] {
  const file = settingsFile(environment, overrides);
  return SETTINGS.map(({ name, fallback }) => {
    const { value, source } = given(name, environment, overrides, file);
    return { name: variableOf(name), value: shownValue(name, value ?? fallback), source };
  });
}

export interface DescribedSetting {
  readonly name: string;
  readonly value: string;
  readonly source: Source;
}

type Source = "option" | "environment" | "file" | "default";

/** Returns the settings file that the option or the environment names, or null without one. */
function settingsFile(environment: Environment, overrides: Overrides): SettingsFile | null {
  const path = overrides["config"] ?? environment[CONFIG_VARIABLE] ?? "";
  return path.trim() === "" ? null : readSettingsFile(path.trim());
}

/** Returns the text of a setting and its source. */
function given(
  name: SettingName,
  environment: Environment,
  overrides: Overrides,
  file: SettingsFile | null,
): { readonly value: string | undefined; readonly source: Source } {
  const option = overrides[optionOf(name)];
  if (option !== undefined) return { value: option, source: "option" };
  const variable = environment[variableOf(name)];
  if (variable !== undefined) return { value: variable, source: "environment" };
  const value = file?.values.get(name);
  return { value, source: value === undefined ? "default" : "file" };
}

function settingsReader(environment: Environment, overrides: Overrides, file: SettingsFile | null): SettingsReader {
  const mistakes: string[] = [];
  const fallbacks = new Map<string, string>(SETTINGS.map((setting) => [setting.name, setting.fallback]));
  const find = (name: SettingName): ReturnType<typeof given> => given(name, environment, overrides, file);
  const text = (name: SettingName): string => {
    const value = find(name).value?.trim();
    return value === undefined || value === "" ? (fallbacks.get(name) ?? "") : value;
  };
  const label = (name: SettingName): string => {
    const { source } = find(name);
    if (source === "option") return `--${optionOf(name)}`;
    return source === "file" ? `${file?.path}: ${name.toLowerCase()}` : variableOf(name);
  };
  const parsed = <Value>(name: SettingName, parse: (text: string) => Value): Value => {
    try {
      return parse(text(name));
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      mistakes.push(
        `${label(name)}: expected ${error.message}, got ${name === "ADMIN_TOKEN" ? "fewer" : JSON.stringify(shownValue(name, text(name)))}.`,
      );
      return parse(fallbacks.get(name) ?? "");
    }
  };
  const optional = <Value>(name: SettingName, parse: (text: string) => Value): Value | null =>
    parsed(name, (value) => (value === "" ? null : parse(value)));
  return { mistakes, label, text, parsed, optional };
}

function readBackups(read: SettingsReader): BackupSettings | null {
  const folder = read.optional("BACKUP_DIR", parseFolder);
  const everyHours = read.parsed("BACKUP_EVERY", parsePositive);
  const keep = read.parsed("BACKUP_KEEP", (text) => parseWholeNumber(text, 1, BACKUPS_MAX));
  const withMedia = read.parsed("BACKUP_MEDIA", (text) => parseOneOf(text, ["yes", "no"])) === "yes";
  return folder === null ? null : { folder, everyHours, keep, withMedia };
}

function readWatch(read: SettingsReader): WatchSettings {
  return {
    folders: read.parsed("WATCH", parseFolders),
    everySeconds: read.parsed("WATCH_EVERY", (text) => parseWholeNumber(text, WATCH_SECONDS_MIN, WATCH_SECONDS_MAX)),
    settleSeconds: read.parsed("WATCH_SETTLE", (text) => parseWholeNumber(text, 1, WATCH_SECONDS_MAX)),
    graceHours: read.parsed("WATCH_GRACE", parseNotNegative),
    media: read.parsed("WATCH_MEDIA", (text) => parseOneOf(text, ["copy", "link", "in-place"])),
  };
}

function readTls(read: SettingsReader): Config["tls"] {
  const cert = read.optional("TLS_CERT", readCertificates);
  const key = read.optional("TLS_KEY", readPrivateKey);
  const [certLabel, keyLabel] = [read.label("TLS_CERT"), read.label("TLS_KEY")];
  if ((cert !== null && read.text("TLS_KEY") === "") || (key !== null && read.text("TLS_CERT") === "")) {
    read.mistakes.push(`${certLabel} and ${keyLabel} belong together: set both or neither.`);
  }
  if (cert === null || key === null) return null;
  if (isPair({ cert, key })) return { cert, key };
  read.mistakes.push(
    `${keyLabel}: expected the private key of the certificate in ${certLabel}, got a different key in ${JSON.stringify(read.text("TLS_KEY"))}.`,
  );
  return null;
}

/** A link to "all addresses of this machine" does not work, and a webhook's receiver would be the first to notice. */
function refuseWildcardLinks(read: SettingsReader, { host }: Config): void {
  if (read.text("BASE_URL") !== "" || !isWildcardHost(host)) return;
  read.mistakes.push(
    `${read.label("HOST")}: ${host} means all addresses of this machine, which no link can use. Set ${variableOf("BASE_URL")} to the URL that clients use.`,
  );
}

/** Reports unknown variables: a misspelt one would silently have no effect. */
function unknownVariables(environment: Environment): string[] {
  const known = new Set<string>([CONFIG_VARIABLE, ...SETTINGS.map((setting) => variableOf(setting.name))]);
  return Object.keys(environment)
    .filter((name) => name.startsWith("NEEDLEDROP_") && !known.has(name))
    .map((name) => `${name}: unknown setting. \`needledrop help serve\` lists all settings.`);
}
