import { type Static, Type } from "@sinclair/typebox";
import {
  parseBaseUrl,
  parseNotNegative,
  parseOneOf,
  parsePositive,
  parseStoreUrl,
  readCertificates,
} from "./parse-setting.ts";
import { variableOf } from "./settings.ts";
import type { SettingsReader } from "./settings-reader.ts";

const GIBIBYTE = 1024 ** 3;

/**
 * The S3-compatible store of imported media. `url` is `s3://bucket/prefix` without a slash at its end; `prefix` is empty or has one;
 * `endpoint` has none. The server passes the settings to its child processes, which have no environment.
 */
export const StoreSettings = Type.Object({
  url: Type.String(),
  bucket: Type.String(),
  prefix: Type.String(),
  endpoint: Type.String(),
  region: Type.String(),
  accessKey: Type.String(),
  secretKey: Type.String(),
  pathStyle: Type.Boolean(),
  cacheBytes: Type.Number(),
  /** Days in which each object is read once and compared with its digest; 0 for never. */
  checkDays: Type.Number(),
  /** Whether originals are answered with redirects to the store. */
  redirects: Type.Boolean(),
  /** PEM certificates to trust instead of the built-in list; null for that list. */
  ca: Type.Union([Type.String(), Type.Null()]),
});
export type StoreSettings = Readonly<Static<typeof StoreSettings>>;

/** Returns the settings of the store; null without one. Adds a mistake for a store without keys. */
export function readStore(read: SettingsReader): StoreSettings | null {
  const place = read.optional("STORE", parseStoreUrl);
  const region = read.text("STORE_REGION");
  const given = read.optional("STORE_ENDPOINT", parseBaseUrl);
  const pathStyle = read.parsed("STORE_PATH_STYLE", (text) => parseOneOf(text, ["yes", "no"])) === "yes";
  const cacheBytes = read.parsed("STORE_CACHE", parsePositive) * GIBIBYTE;
  const checkDays = read.parsed("STORE_CHECK_DAYS", parseNotNegative);
  const redirects = read.parsed("STORE_READS", (text) => parseOneOf(text, ["stream", "redirect"])) === "redirect";
  const ca = read.optional("STORE_CA", readCertificates);
  const [accessKey, secretKey] = [read.text("STORE_ACCESS_KEY"), read.text("STORE_SECRET_KEY")];
  if (place === null) return null;
  if (accessKey === "" || secretKey === "") {
    read.mistakes.push(
      `${read.label("STORE")}: set ${variableOf("STORE_ACCESS_KEY")} and ${variableOf("STORE_SECRET_KEY")}, too. The store accepts only signed requests.`,
    );
  }
  const url = `s3://${place.bucket}/${place.prefix}`.replace(/\/$/, "");
  const endpoint = given ?? `https://s3.${region}.amazonaws.com`;
  return { url, ...place, endpoint, region, accessKey, secretKey, pathStyle, cacheBytes, checkDays, redirects, ca };
}

interface StoreAndBackups {
  readonly store: StoreSettings | null;
  readonly backups: { readonly withMedia: boolean } | null;
}

interface StoreAndAddress {
  readonly store: StoreSettings | null;
  readonly tls: object | null;
  readonly baseUrl: string | null;
}

/** Browsers say only to HTTPS addresses that a request comes from our own pages, whose content policy allows no other server. */
export function refusePlainRedirects(read: SettingsReader, { store, tls, baseUrl }: StoreAndAddress): void {
  if (store?.redirects !== true || tls !== null || baseUrl?.startsWith("https://") === true) return;
  read.mistakes.push(
    `${read.label("STORE_READS")}: redirect needs HTTPS. Set ${variableOf("BASE_URL")} to the https address of the server, or ${variableOf("TLS_CERT")}, or stream.`,
  );
}

/** A backup would download all media each time. */
export function refuseCopiesOfStore(read: SettingsReader, { store, backups }: StoreAndBackups): void {
  if (store === null || backups?.withMedia !== true) return;
  read.mistakes.push(
    `${read.label("BACKUP_MEDIA")}: the media are in ${store.url}, and backups do not contain them. Unset it, and use the versions or the replication of the store, or \`needledrop store copy\`.`,
  );
}
