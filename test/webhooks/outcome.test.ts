import { describe, expect, test } from "bun:test";
import { metError, metStatus } from "../../src/webhooks/outcome.ts";

describe("an error of the connection", () => {
  test.each([
    ["ECONNREFUSED", "connect"],
    ["EHOSTUNREACH", "connect"],
    ["ENETUNREACH", "connect"],
    ["ESOMETHINGNEW", "connect"],
    ["ECONNRESET", "reset"],
    ["EPIPE", "reset"],
    ["CERT_HAS_EXPIRED", "tls"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "tls"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "tls"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "tls"],
    ["EPROTO", "tls"],
    ["NOT_HTTP", "not_http"],
  ])("%s is met as %s", (code, outcome) => {
    expect(metError(Object.assign(new Error("no"), { code }))).toEqual({
      outcome: outcome as never,
      statusCode: null,
      detail: `${code}: no`,
    });
  });

  test("without a code is a bug, and thrown on", () => {
    expect(() => metError(new TypeError("undefined is not a function"))).toThrow("undefined is not a function");
  });
});

test("a status without a body is told by its number alone", () => {
  expect(metStatus({ status: 302, retryAfter: null, excerpt: " \n" }).detail).toBe("answered 302");
});
