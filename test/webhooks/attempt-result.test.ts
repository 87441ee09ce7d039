import { describe, expect, test } from "bun:test";
import { connectionFailure, resultOfReply } from "../../src/webhooks/attempt-result.ts";

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
  ])("%s has the outcome %s", (code, outcome) => {
    expect(connectionFailure(Object.assign(new Error("no"), { code }))).toEqual({
      outcome: outcome as never,
      statusCode: null,
      detail: `${code}: no`,
    });
  });

  test("without a code is a bug and is thrown", () => {
    expect(() => connectionFailure(new TypeError("undefined is not a function"))).toThrow(
      "undefined is not a function",
    );
  });
});

test("the detail of a status without a body is its number only", () => {
  expect(resultOfReply({ status: 302, headers: new Map(), body: Buffer.from(" \n") }).detail).toBe("answered 302");
});
