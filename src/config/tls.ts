import { createPrivateKey, X509Certificate } from "node:crypto";

/** Every certificate of a PEM text, the server's own first. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** What HTTPS is served with: PEM texts. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

/** The certificates of a PEM text; [] when it holds none. Throws for one that cannot be read. */
export function certificatesIn(pem: string): readonly X509Certificate[] {
  return (pem.match(CERTIFICATE) ?? []).map((block) => new X509Certificate(block));
}

/** Whether a PEM text holds certificates, all of which can be read. */
export function holdsCertificates(pem: string): boolean {
  try {
    return certificatesIn(pem).length > 0;
  } catch {
    return false;
  }
}

/** Whether a PEM text holds a private key that opens without a password. */
export function holdsPrivateKey(pem: string): boolean {
  try {
    createPrivateKey(pem);
    return true;
  } catch {
    return false;
  }
}

/** Whether the key is that of the certificate; each is readable by itself. */
export function isPair({ cert, key }: TlsPair): boolean {
  return certificatesIn(cert)[0]?.checkPrivateKey(createPrivateKey(key)) ?? false;
}
