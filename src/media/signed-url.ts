import { timingSafeEqual } from "node:crypto";
import { DAY_MS, SECOND_MS } from "../lib/clock.ts";

/** How long a signed URL is usable, from the generation of the response that carries it. */
const SIGNED_URL_LIFETIME_MS = 7 * DAY_MS;

/** What a signed URL names: one file in one form. The path holds ids only; no path of the disk is ever in a URL. */
export type MediaTarget =
  | { readonly kind: "mp3" | "wav" | "watermarked"; readonly audioFileId: string }
  | { readonly kind: "stems"; readonly songId: string };

export interface UrlSigner {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly secret: string;
}

/** For whom and until when the URLs of one response are. */
export interface Grant {
  readonly keyId: string;
  /** Informational, not signed; null on answers that belong to no search. */
  readonly searchId: string | null;
  /** Unix seconds. */
  readonly expires: number;
}

export function grantFor(keyId: string, searchId: string | null, now: number): Grant {
  return { keyId, searchId, expires: Math.floor((now + SIGNED_URL_LIFETIME_MS) / SECOND_MS) };
}

/** The path under which a file is served; the id is percent-encoded, so any id makes one segment. */
export function mediaPath(target: MediaTarget): string {
  switch (target.kind) {
    case "mp3":
      return `/v1/audio_files/${encodeURIComponent(target.audioFileId)}/full.mp3`;
    case "wav":
      return `/v1/audio_files/${encodeURIComponent(target.audioFileId)}/full.wav`;
    case "watermarked":
      return `/v1/audio_files/${encodeURIComponent(target.audioFileId)}/watermarked.mp3`;
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
 * Whether the parameters of a request open `target` at `now` (milliseconds). Every reason for "no" looks the
 * same to the caller. Whether the key still stands is the caller's to check.
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

/** A parameter given twice says two things: which of them was signed is not for us to guess. */
function only(parameters: URLSearchParams, name: string): string {
  const [value = "", ...others] = parameters.getAll(name);
  return others.length === 0 ? value : "";
}

/** HMAC-SHA256 over path, key and expiry, base64url. The separator cannot occur in any of the three. */
function tokenFor(secret: string, path: string, keyId: string, expires: number): string {
  return new Bun.CryptoHasher("sha256", secret).update(`${path}\n${keyId}\n${expires}`).digest("base64url");
}
