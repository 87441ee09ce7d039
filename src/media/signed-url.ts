import { timingSafeEqual } from "node:crypto";
import type { CutEnding, CutForm } from "../../schema/wire/cut.ts";
import { cutName } from "./cut/cut-name.ts";
import { DAY_MS, SECOND_MS } from "../lib/clock.ts";

/** Lifetime of a signed URL, from the time of the response that contains it. */
const SIGNED_URL_LIFETIME_MS = 7 * DAY_MS;

/** The file that a signed URL names. URLs hold ids only, never paths of the disk. */
export type MediaTarget =
  | { readonly kind: "mp3" | "wav" | "watermarked"; readonly audioFileId: string }
  | CutTarget
  | { readonly kind: "stems"; readonly songId: string };

/** A cut of a file, by its length in hundredths of a second. */
export interface CutTarget {
  readonly kind: "cut";
  readonly audioFileId: string;
  readonly form: CutForm;
  readonly hundredths: number;
  readonly ending: CutEnding;
}

export interface UrlSigner {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly secret: string;
}

/** The key and expiry of the URLs in one response. */
export interface Grant {
  readonly keyId: string;
  /** Informational, not signed; null for responses without a search. */
  readonly searchId: string | null;
  /** Unix seconds. */
  readonly expires: number;
}

export function grantFor(keyId: string, searchId: string | null, now: number): Grant {
  return { keyId, searchId, expires: Math.floor((now + SIGNED_URL_LIFETIME_MS) / SECOND_MS) };
}

/** The path of a file's URL. The id is percent-encoded, so it is always one segment. */
export function mediaPath(target: MediaTarget): string {
  switch (target.kind) {
    case "mp3":
      return `/v1/audio_files/${encodeURIComponent(target.audioFileId)}/full.mp3`;
    case "wav":
      return `/v1/audio_files/${encodeURIComponent(target.audioFileId)}/full.wav`;
    case "watermarked":
      return `/v1/audio_files/${encodeURIComponent(target.audioFileId)}/watermarked.mp3`;
    case "cut":
      return `/v1/audio_files/${encodeURIComponent(target.audioFileId)}/cuts/${cutName(target)}`;
    case "stems":
      return `/v1/songs/${encodeURIComponent(target.songId)}/stems.zip`;
  }
}

export function signUrl(signer: UrlSigner, target: MediaTarget, grant: Grant): string {
  const path = mediaPath(target);
  const token = tokenFor(signer.secret, path, grant.keyId, grant.expires);
  const search = grant.searchId === null ? "" : `&search_id=${grant.searchId}`;
  return `${signer.baseUrl}${path}?key=${grant.keyId}${search}&token=${token}&expires=${grant.expires}`;
}

/**
 * Whether the parameters of a request open `target` at `now` (milliseconds). The result does not reveal which parameter is
 * invalid. The caller must also check that the key is not revoked.
 */
export function isSignatureValid(
  secret: string,
  target: MediaTarget,
  parameters: URLSearchParams,
  now: number,
): boolean {
  const keyId = only(parameters, "key");
  const token = Buffer.from(only(parameters, "token"));
  const expiresText = only(parameters, "expires");
  const expires = /^[1-9]\d{0,11}$/.test(expiresText) ? Number(expiresText) : 0;
  const expected = Buffer.from(tokenFor(secret, mediaPath(target), keyId, expires));
  const isSame = token.length === expected.length && timingSafeEqual(token, expected);
  return isSame && now < expires * SECOND_MS;
}

/** A parameter that occurs twice is ambiguous and counts as empty. */
function only(parameters: URLSearchParams, name: string): string {
  const [value = "", ...others] = parameters.getAll(name);
  return others.length === 0 ? value : "";
}

/** HMAC-SHA256 over path, key and expiry, as base64url. The separator cannot occur in any of them. */
export function tokenFor(secret: string, path: string, keyId: string, expires: number): string {
  return new Bun.CryptoHasher("sha256", secret).update(`${path}\n${keyId}\n${expires}`).digest("base64url");
}
