import { createPrivateKey, X509Certificate } from "node:crypto";

/** A certificate in a PEM text. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Certificate chain and private key for HTTPS, as PEM texts. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

/** Returns the certificates of a PEM text, the server's first, or [] if there are none. Throws for an invalid certificate. */
export function certificatesIn(pem: string): readonly X509Certificate[] {
  return (pem.match(CERTIFICATE) ?? []).map((block) => new X509Certificate(block));
}

/** Returns whether a PEM text contains certificates, all of them valid. */
export function holdsCertificates(pem: string): boolean {
  try {
    return certificatesIn(pem).length > 0;
  } catch {
    return false;
  }
}

/** Returns whether a PEM text contains a private key without a password. */
export function holdsPrivateKey(pem: string): boolean {
  try {
    createPrivateKey(pem);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether the key belongs to the certificate. Both must be valid. */
export function isPair({ cert, key }: TlsPair): boolean {
  return certificatesIn(cert)[0]?.checkPrivateKey(createPrivateKey(key)) ?? false;
}
