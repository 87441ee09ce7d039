import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { signatureHeaders } from "../../src/webhooks/sign.ts";

test("a signature is the HMAC-SHA256 of id, second and body under the decoded secret", () => {
  const secretBytes = Buffer.from("0123456789abcdef01234567");
  const headers = signatureHeaders({
    secret: `whsec_${secretBytes.toString("base64")}`,
    id: "msg_1",
    at: 1_767_603_600_999,
    body: '{"title":"Übergang"}',
  });
  const expected = createHmac("sha256", secretBytes).update('msg_1.1767603600.{"title":"Übergang"}').digest("base64");
  expect(headers).toEqual({
    "webhook-id": "msg_1",
    "webhook-timestamp": "1767603600",
    "webhook-signature": `v1,${expected}`,
  });
});
