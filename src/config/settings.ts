/**
 * Every setting, once: the environment variable is `NEEDLEDROP_` + name, the option of `serve` is the same name in
 * kebab case. `help`, `doctor` and the documentation test read this table.
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
    about: "the data folder; all that is written goes below it",
  },
  { name: "HOST", placeholder: "ADDRESS", fallback: "127.0.0.1", about: "the address to listen on" },
  { name: "PORT", placeholder: "N", fallback: "4040", about: "the port to listen on; 0 takes a free one" },
  {
    name: "BASE_URL",
    placeholder: "URL",
    fallback: "",
    about: "what links are made from; made of scheme, host and port when empty",
  },
  {
    name: "TLS_CERT",
    placeholder: "FILE",
    fallback: "",
    about: "PEM certificate chain; with TLS_KEY, serves HTTPS itself",
  },
  { name: "TLS_KEY", placeholder: "FILE", fallback: "", about: "PEM private key of TLS_CERT" },
  {
    name: "CALLBACK_ALLOW",
    placeholder: "LIST",
    fallback: "",
    about: "hosts, addresses or CIDR ranges, separated by commas, that a callback may reach although they are private",
  },
  {
    name: "CALLBACK_CA",
    placeholder: "FILE",
    fallback: "",
    about: "PEM certificates trusted for callbacks besides the built-in list",
  },
  {
    name: "ORIGINALS",
    placeholder: "delete|keep",
    fallback: "delete",
    about: "what becomes of an uploaded original after its analysis",
  },
  {
    name: "ANALYSIS_DAYS",
    placeholder: "DAYS",
    fallback: "30",
    about: "after so many days (fractions allowed) an asset's analysis is expired",
  },
  {
    name: "BLOCKLIST",
    placeholder: "FILE",
    fallback: "",
    about: "perceptual hashes of pictures that are refused, one a line in hexadecimal",
  },
  {
    name: "WATERMARK",
    placeholder: "FILE",
    fallback: "",
    about: "a recording of up to 5 seconds that marks what test and trial keys hear; a chime of our own when empty",
  },
  {
    name: "AI_BASE_URL",
    placeholder: "URL",
    fallback: "",
    about: "an optional OpenAI-compatible server in the studio's own network",
  },
  { name: "AI_API_KEY", placeholder: "KEY", fallback: "", about: "the key for AI_BASE_URL", secret: true },
  { name: "AI_EMBED_MODEL", placeholder: "NAME", fallback: "", about: "the embedding model to ask for at AI_BASE_URL" },
  { name: "AI_VISION_MODEL", placeholder: "NAME", fallback: "", about: "the vision model to ask for at AI_BASE_URL" },
  {
    name: "RESULT_DAYS",
    placeholder: "DAYS",
    fallback: "365",
    about: "after so many days a search's result is removed; the ledger stays",
  },
  { name: "RESULT_LIMIT", placeholder: "N", fallback: "25", about: "songs in an answer, 1 to 100" },
  { name: "LOG_LEVEL", placeholder: "LEVEL", fallback: "info", about: "debug, info, warn or error" },
  {
    name: "LOG_FORMAT",
    placeholder: "FORMAT",
    fallback: "",
    about: "pretty or json; pretty on a terminal, json elsewhere, when empty",
  },
  {
    name: "ADMIN_TOKEN",
    placeholder: "TOKEN",
    fallback: "",
    about:
      "opens the metrics; at least 16 characters; made at the first start and kept in admin-token in the data folder when empty",
    secret: true,
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof SETTINGS)[number]["name"];

const VARIABLE_PREFIX = "NEEDLEDROP_";

export function variableOf(name: string): string {
  return VARIABLE_PREFIX + name;
}

/** `BASE_URL` → `base-url`. */
export function optionOf(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}
