import type { Config } from "../../config/config.ts";
import { certificatesIn } from "../../config/tls.ts";
import { messageOf } from "../../lib/assert.ts";
import { DAY_MS } from "../../lib/clock.ts";
import { type Check, fail, ok, warn } from "./check.ts";

const SOON_MS = 14 * DAY_MS;
const ADVICE = "Name a PEM file that contains a certificate.";

/**
 * Checks that the server's certificate and those trusted for callbacks and the store are readable and valid now. The configuration has
 * already checked that the key belongs to the certificate.
 */
export function checkCertificates(
  config: Pick<Config, "tls" | "callbackCa"> & { readonly store: { readonly ca: string | null } | null },
  now: number,
): readonly Check[] {
  const { tls, callbackCa } = config;
  const storeCa = config.store?.ca ?? null;
  const name = "TLS certificate";
  return [
    ...(tls === null ? [] : [checkPem(name, tls.cert, now) ?? ok(name, "valid, with its key")]),
    ...(callbackCa === null ? [] : [checkPem("callback CA", callbackCa, now) ?? ok("callback CA", "valid")]),
    ...(storeCa === null ? [] : [checkPem("store CA", storeCa, now) ?? ok("store CA", "valid")]),
  ];
}

/** Returns the first fault of the certificates in a PEM text, or null. */
function checkPem(name: string, pem: string, now: number): Check | null {
  try {
    const certificates = certificatesIn(pem);
    if (certificates.length === 0) return fail(name, "the file contains no certificate", ADVICE);
    for (const { subject, validFrom, validTo } of certificates) {
      const about = `${subject.replaceAll("\n", ", ")} (${validFrom} to ${validTo})`;
      if (Date.parse(validTo) <= now) return fail(name, `expired: ${about}`, "Replace it with a valid certificate.");
      if (Date.parse(validFrom) > now) return fail(name, `not yet valid: ${about}`, "Check this machine's clock.");
      if (Date.parse(validTo) <= now + SOON_MS) return warn(name, `expires soon: ${about}`, "Renew it.");
    }
    return null;
  } catch (error) {
    return fail(name, `cannot be read: ${messageOf(error)}`, ADVICE);
  }
}
