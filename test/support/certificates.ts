import { isIP } from "node:net";
import { generate } from "selfsigned";

export interface Certificate {
  readonly certPem: string;
  readonly keyPem: string;
}

/** A certificate authority for one test or demonstration. */
export interface Authority {
  /** The certificate to trust, for example with CALLBACK_CA. */
  readonly caPem: string;
  /** Creates a server certificate for host names and addresses; `until` is its end, in a year by default. */
  issue(names: readonly string[], until?: Date): Promise<Certificate>;
}

const EC_SHA256 = { keyType: "ec", algorithm: "sha256" } as const;
/** Certificates are already valid this long before now, because a machine's clock can be set back while tests run. */
const VALID_BEFORE_MS = 3_600_000;

export async function makeAuthority(): Promise<Authority> {
  const common = { ...EC_SHA256, notBeforeDate: new Date(Date.now() - VALID_BEFORE_MS) };
  const authority = await generate([{ name: "commonName", value: "Needledrop test authority" }], {
    ...common,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return {
    caPem: authority.cert,
    async issue(names, until) {
      const issued = await generate([{ name: "commonName", value: names[0] ?? "nameless" }], {
        ...common,
        ...(until === undefined ? {} : { notAfterDate: until }),
        ca: { key: authority.private, cert: authority.cert },
        extensions: [
          { name: "basicConstraints", cA: false },
          { name: "keyUsage", digitalSignature: true },
          { name: "extKeyUsage", serverAuth: true },
          { name: "subjectAltName", altNames: names.map(altNameOf) },
        ],
      });
      return { certPem: issued.cert, keyPem: issued.private };
    },
  };
}

function altNameOf(name: string): { type: 2; value: string } | { type: 7; ip: string } {
  return isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name };
}
