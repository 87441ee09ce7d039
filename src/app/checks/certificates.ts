import { createPrivateKey, X509Certificate } from "node:crypto";
import type { Config } from "../../config/config.ts";
import { messageOf } from "../../lib/assert.ts";
import { DAY_MS } from "../../lib/clock.ts";
import { type Check, fail, ok, warn } from "./check.ts";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const SOON_MS = 14 * DAY_MS;

/** The server's own certificate and those trusted for callbacks: readable, in force, fitting their key. */
export function checkCertificates(config: Pick<Config, "tls" | "callbackCa">, now: number): readonly Check[] {
  const { tls, callbackCa } = config;
  return [
    ...(tls === null ? [] : [checkPem("TLS certificate", tls.cert, now) ?? checkKey(tls)]),
    ...(callbackCa === null ? [] : [checkPem("callback CA", callbackCa, now) ?? ok("callback CA", "in force")]),
  ];
}

/** What is wrong with the certificates of a PEM text, or null. */
function checkPem(name: string, pem: string, now: number): Check | null {
  const blocks = pem.match(CERTIFICATE) ?? [];
  if (blocks.length === 0) return fail(name, "the file holds no certificate", "Name a PEM file with a certificate.");
  for (const block of blocks) {
    try {
      const { subject, validFrom, validTo } = new X509Certificate(block);
      const about = `${subject.replaceAll("\n", ", ")} (${validFrom} to ${validTo})`;
      if (Date.parse(validTo) <= now)
        return fail(name, `expired: ${about}`, "Put a certificate that is in force in its place.");
      if (Date.parse(validFrom) > now) return fail(name, `not yet in force: ${about}`, "Check this machine's clock.");
      if (Date.parse(validTo) <= now + SOON_MS) return warn(name, `ends soon: ${about}`, "Renew it.");
    } catch (error) {
      return fail(name, `cannot be read: ${messageOf(error)}`, "Name a PEM file with a certificate.");
    }
  }
  return null;
}

function checkKey({ cert, key }: NonNullable<Config["tls"]>): Check {
  try {
    if (new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
      return ok("TLS certificate", "in force, with its key");
    return fail(
      "TLS certificate",
      "TLS_KEY is not the key of TLS_CERT",
      "Name the key that belongs to the certificate.",
    );
  } catch (error) {
    return fail(
      "TLS certificate",
      `TLS_KEY cannot be read: ${messageOf(error)}`,
      "Name a PEM private key without password.",
    );
  }
}
