/**
 * One setting. Its environment variable is `NEEDLEDROP_` + name; its option of `serve` is the name in kebab case.
 * `help`, `doctor` and the documentation test read this table.
 */
export interface Setting {
  readonly name: string;
  readonly placeholder: string;
  readonly fallback: string;
  readonly about: string;
  readonly secret?: true;
}

export const SETTINGS = [
  {
    name: "DATA",
    placeholder: "DIR",
    fallback: "./needledrop-data",
    about: "the data folder; the program writes nothing else, except files that you name",
  },
  { name: "HOST", placeholder: "ADDRESS", fallback: "127.0.0.1", about: "the address to listen on" },
  { name: "PORT", placeholder: "N", fallback: "4040", about: "the port to listen on; 0 picks a free port" },
  {
    name: "BASE_URL",
    placeholder: "URL",
    fallback: "",
    about: "the public URL, the base of all links; if empty, it is built from scheme, host and port",
  },
  {
    name: "TLS_CERT",
    placeholder: "FILE",
    fallback: "",
    about: "PEM certificate chain; with this and --tls-key, the server uses HTTPS",
  },
  {
    name: "TLS_KEY",
    placeholder: "FILE",
    fallback: "",
    about: "PEM private key of the certificate in --tls-cert, without a password",
  },
  {
    name: "CALLBACK_ALLOW",
    placeholder: "LIST",
    fallback: "",
    about: "private hosts, addresses or CIDR ranges that callbacks may reach, separated by commas",
  },
  {
    name: "CALLBACK_CA",
    placeholder: "FILE",
    fallback: "",
    about: "PEM certificates to trust for callbacks, in addition to the built-in list",
  },
  {
    name: "ORIGINALS",
    placeholder: "delete|keep",
    fallback: "delete",
    about: "whether an uploaded original is deleted or kept after its analysis",
  },
  {
    name: "ANALYSIS_DAYS",
    placeholder: "DAYS",
    fallback: "30",
    about: "days until the analysis of an asset expires; fractions are allowed",
  },
  {
    name: "BLOCKLIST",
    placeholder: "FILE",
    fallback: "",
    about: "file with the perceptual hashes of blocked pictures and films, one hexadecimal hash per line",
  },
  {
    name: "WATERMARK",
    placeholder: "FILE",
    fallback: "",
    about: "the watermark for test and trial keys, a recording of up to 5 seconds; if empty, a built-in chime",
  },
  {
    name: "AI_BASE_URL",
    placeholder: "URL",
    fallback: "",
    about: "an optional OpenAI-compatible server in the studio's network",
  },
  {
    name: "AI_API_KEY",
    placeholder: "KEY",
    fallback: "",
    about: "the API key for the server in --ai-base-url",
    secret: true,
  },
  { name: "AI_EMBED_MODEL", placeholder: "NAME", fallback: "", about: "the embedding model to use at --ai-base-url" },
  { name: "AI_VISION_MODEL", placeholder: "NAME", fallback: "", about: "the vision model to use at --ai-base-url" },
  {
    name: "RESULT_DAYS",
    placeholder: "DAYS",
    fallback: "365",
    about: "days until the result of a search and its deliveries are removed; the ledger is permanent",
  },
  {
    name: "AUDIT_DAYS",
    placeholder: "DAYS",
    fallback: "365",
    about: "days until entries of the audit trail are removed",
  },
  { name: "RESULT_LIMIT", placeholder: "N", fallback: "25", about: "maximum number of songs in a result, 1 to 100" },
  {
    name: "BACKUP_DIR",
    placeholder: "DIR",
    fallback: "",
    about: "the server writes a backup to this folder regularly; if empty, it writes none",
  },
  { name: "BACKUP_EVERY", placeholder: "HOURS", fallback: "24", about: "hours between two of these backups" },
  { name: "BACKUP_KEEP", placeholder: "N", fallback: "7", about: "how many of these backups are kept, 1 to 1000" },
  {
    name: "BACKUP_MEDIA",
    placeholder: "yes|no",
    fallback: "no",
    about: "whether these backups also copy the media of the catalog, each once",
  },
  {
    name: "WATCH",
    placeholder: "LIST",
    fallback: "",
    about: "folders that the server imports by itself when their files change, separated by commas; if empty, none",
  },
  {
    name: "WATCH_EVERY",
    placeholder: "SECONDS",
    fallback: "60",
    about: "seconds between two looks at these folders, 5 to 86400",
  },
  {
    name: "WATCH_SETTLE",
    placeholder: "SECONDS",
    fallback: "60",
    about: "a folder is imported when no file in it changed for so many seconds, 1 to 86400",
  },
  {
    name: "WATCH_GRACE",
    placeholder: "HOURS",
    fallback: "24",
    about: "hours until a song is retired after it disappeared from a watched folder; 0 retires it at once",
  },
  {
    name: "WATCH_MEDIA",
    placeholder: "HOW",
    fallback: "copy",
    about: "copy media of watched folders into the store, link them there, or serve them in-place",
  },
  {
    name: "DATABASE",
    placeholder: "URL",
    fallback: "",
    about:
      "the service database on PostgreSQL, postgres://user:password@host/database; if empty, SQLite in the data folder",
    secret: true,
  },
  {
    name: "DATABASE_CA",
    placeholder: "FILE",
    fallback: "",
    about: "PEM certificates to trust for that database, instead of the built-in list",
  },
  {
    name: "STORE",
    placeholder: "URL",
    fallback: "",
    about: "keep imported media in an S3-compatible store, s3://bucket/prefix; if empty, in the data folder",
  },
  {
    name: "STORE_ENDPOINT",
    placeholder: "URL",
    fallback: "",
    about: "the address of that store; if empty, that of Amazon S3 in the region",
  },
  { name: "STORE_REGION", placeholder: "NAME", fallback: "us-east-1", about: "the region of that store" },
  { name: "STORE_ACCESS_KEY", placeholder: "KEY", fallback: "", about: "the access key for that store" },
  {
    name: "STORE_SECRET_KEY",
    placeholder: "KEY",
    fallback: "",
    about: "the secret key for that store",
    secret: true,
  },
  {
    name: "STORE_PATH_STYLE",
    placeholder: "yes|no",
    fallback: "yes",
    about: "whether the bucket is in the path of its URL, or with no in the host name",
  },
  {
    name: "STORE_CA",
    placeholder: "FILE",
    fallback: "",
    about: "PEM certificates to trust for that store, instead of the built-in list",
  },
  {
    name: "STORE_CACHE",
    placeholder: "GIB",
    fallback: "10",
    about: "disk space for copies of media of that store that programs work on, in GiB",
  },
  {
    name: "STORE_READS",
    placeholder: "stream|redirect",
    fallback: "stream",
    about: "whether originals in that store are streamed through the server, or answered with redirects to it",
  },
  {
    name: "STORE_CHECK_DAYS",
    placeholder: "DAYS",
    fallback: "90",
    about: "in how many days each object of media is read once and compared with its digest; 0 for damaged ones only",
  },
  { name: "LOG_LEVEL", placeholder: "LEVEL", fallback: "info", about: "debug, info, warn or error" },
  {
    name: "LOG_FORMAT",
    placeholder: "FORMAT",
    fallback: "",
    about: "pretty or json; if empty, pretty on a terminal and json otherwise",
  },
  {
    name: "LOG_FILE",
    placeholder: "FILE",
    fallback: "",
    about: "the server appends its log to this file, and opens it again on SIGHUP; if empty, stderr",
  },
  {
    name: "LOG_BRIEFS",
    placeholder: "true|false",
    fallback: "false",
    about: "whether the log contains the texts of searches",
  },
  {
    name: "ADMIN_TOKEN",
    placeholder: "TOKEN",
    fallback: "",
    about:
      "the token for /metrics, at least 16 characters; if empty, generated at the first start and stored in admin-token in the data folder",
    secret: true,
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof SETTINGS)[number]["name"];

const VARIABLE_PREFIX = "NEEDLEDROP_";
const MASK = "********";
/** Scheme and user info of a URL, up to the last `@`: an invalid URL has no grammar that would end it earlier. */
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)?.*@/i;

export function variableOf(name: string): string {
  return VARIABLE_PREFIX + name;
}

/** `BASE_URL` → `base-url`. */
export function optionOf(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

/** Whether the value of a setting is a secret. */
export function isSecret(name: SettingName): boolean {
  return SETTINGS.some((one) => one.name === name && "secret" in one);
}

/** Returns a setting's value for display. Secrets, and user and password in a URL, are masked. */
export function shownValue(name: SettingName, value: string): string {
  const setting = SETTINGS.find((one) => one.name === name);
  if (setting === undefined || value === "") return value;
  if (isSecret(name)) return MASK;
  return setting.placeholder === "URL" ? value.replace(USER_INFO, `$1${MASK}@`) : value;
}
