import { existsSync, readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, resolve } from "node:path";
import { parseAddressRange } from "../lib/address-ranges.ts";
import { holdsCertificates, holdsPrivateKey } from "./tls.ts";

const ADMIN_TOKEN_MIN = 16;
/** The hostnames, as the URL parser normalises them, that mean all addresses: IPv4, IPv6, and IPv4 as IPv6. */
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "[::]", "[::ffff:0:0]"]);

/** A value that a parser rejects. The message says what was expected; the reader adds the setting and the value. */
export class InvalidSetting extends Error {}

export function parseHost(text: string): string {
  if (isIP(text) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text))
    throw new InvalidSetting("an address or a host name");
  return text;
}

/** Returns whether a server on `host` listens on all addresses of the machine, in any spelling ("0", "::0"). */
export function isWildcardHost(host: string): boolean {
  const url = `http://${isIP(host) === 6 ? `[${host}]` : host}/`;
  return URL.canParse(url) && WILDCARDS.has(new URL(url).hostname);
}

export function parseWholeNumber(text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new InvalidSetting(`a whole number from ${min} to ${max}`);
  return value;
}

export function parsePositive(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value > 0)) throw new InvalidSetting("a positive number");
  return value;
}

export function parseNotNegative(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0)) throw new InvalidSetting("a number that is not negative");
  return value;
}

const FOLDERS_MAX = 20;

/** Returns absolute paths. They need not exist now: a disk can be mounted later. None can contain another. */
export function parseFolders(text: string): readonly string[] {
  const folders = text
    .split(",")
    .map((path) => path.trim())
    .filter((path) => path !== "")
    .map((path) => resolve(path));
  if (folders.length > FOLDERS_MAX) throw new InvalidSetting(`at most ${FOLDERS_MAX} folders separated by commas`);
  for (const [at, folder] of folders.entries()) {
    const isTwice = folders.some((other, n) => n !== at && `${folder}/`.startsWith(other === "/" ? "/" : `${other}/`));
    if (isTwice) throw new InvalidSetting(`folders that do not contain each other, and ${folder} is in another one`);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
      throw new InvalidSetting(`folders, and ${folder} is a file`);
  }
  return folders;
}

export function parseReadableFile(path: string): string {
  if (!existsSync(path)) throw new InvalidSetting("the path of a readable file");
  return resolve(path);
}

/** Returns the absolute path of a folder that exists or can be created. */
export function parseFolder(path: string): string {
  const isFolder = (one: string): boolean => statSync(one, { throwIfNoEntry: false })?.isDirectory() === true;
  let nearest = resolve(path);
  // `statSync` throws ENOTDIR for a path below a file, so the search begins with what exists.
  while (!existsSync(nearest)) nearest = dirname(nearest);
  if (!isFolder(nearest)) throw new InvalidSetting(`a folder, and ${nearest} is a file`);
  return resolve(path);
}

/** Returns the absolute path of a file that exists or can be created. */
export function parseNewFile(path: string): string {
  const folder = dirname(resolve(path));
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder || !existsSync(folder)) throw new InvalidSetting("the path of a file in an existing folder");
  return resolve(path);
}

export function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isBase =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.search === "" &&
    url.hash === "" &&
    url.username === "" &&
    url.password === "";
  if (!isBase) throw new InvalidSetting("an http or https URL without query, fragment and user");
  return url.href.replace(/\/+$/, "");
}

export function parseAllowList(text: string): readonly string[] {
  const entries = text
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "");
  for (const entry of entries) {
    if (!isHostAddressOrRange(entry))
      throw new InvalidSetting("host names, addresses or CIDR ranges separated by commas");
  }
  return entries;
}

function isHostAddressOrRange(entry: string): boolean {
  return parseAddressRange(entry) !== null || /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/.test(entry);
}

export function readPem(path: string): string {
  const text = readText(path);
  if (text?.includes("-----BEGIN ") !== true) throw new InvalidSetting("the path of a readable PEM file");
  return text;
}

export function readCertificates(path: string): string {
  const text = readPem(path);
  if (!holdsCertificates(text)) throw new InvalidSetting("the path of a PEM file with a valid certificate");
  return text;
}

export function readPrivateKey(path: string): string {
  const text = readPem(path);
  if (!holdsPrivateKey(text)) throw new InvalidSetting("the path of a PEM file with a private key without a password");
  return text;
}

/** Returns null if the file cannot be read for any reason. The error message names the path and the expected content. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

export function parseOneOf<const Value extends string>(text: string, values: readonly Value[]): Value {
  const value = values.find((one) => one === text);
  if (value === undefined) throw new InvalidSetting(`one of ${values.join(", ")}`);
  return value;
}

export function parseAdminToken(text: string): string {
  if (text.length < ADMIN_TOKEN_MIN) throw new InvalidSetting(`at least ${ADMIN_TOKEN_MIN} characters`);
  return text;
}

/** Returns the bucket and the prefix, which is empty or ends with a slash. */
export function parseStoreUrl(text: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket, path] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]*))?$/.exec(text) ?? [];
  const names = (path ?? "").split("/").filter((name) => name !== "");
  if (bucket === undefined || names.some((name) => name === "." || name === "..")) {
    throw new InvalidSetting("s3://bucket or s3://bucket/prefix, with letters, digits and ._-/ in the prefix");
  }
  return { bucket, prefix: names.map((name) => `${name}/`).join("") };
}
