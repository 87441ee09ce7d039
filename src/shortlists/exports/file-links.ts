import type { ApiKey } from "../../keys/key.ts";
import { grantFor, signUrl, type UrlSigner } from "../../media/signed-url.ts";
import { type FileMedia, versionsFor } from "../../media/targets.ts";

/** Signed URLs of an audio file; null without such a file. */
export interface FileLinks {
  readonly mp3: string | null;
  readonly wav: string | null;
}

export type LinksOf = (file: FileMedia | null) => FileLinks;

/** Returns a function that signs URLs for a key at `now` (milliseconds): full files for a live key, watermarked ones for others. */
export function linksFor(key: ApiKey, signer: UrlSigner, now: number): LinksOf {
  const grant = grantFor(key.id, null, now);
  return (file) => {
    const versions = file === null ? null : versionsFor(file, key);
    return {
      mp3: versions === null ? null : signUrl(signer, versions.mp3, grant),
      wav: versions === null || versions.wav === null ? null : signUrl(signer, versions.wav, grant),
    };
  };
}
