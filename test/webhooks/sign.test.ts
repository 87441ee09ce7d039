import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { mintWebhookSecret } from "../../src/keys/token.ts";
import { signatureHeaders } from "../../src/webhooks/sign.ts";

test("a signature is the HMAC-SHA256 of id, second and body under the decoded secret", () => {
  const secretBytes = Buffer.from("0123456789abcdef01234567");
  const headers = signatureHeaders({
    secrets: [`whsec_${secretBytes.toString("base64")}`],
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

test("during an overlap, the standard library verifies a webhook with either secret, and with no other", () => {
  const [current, replaced, other] = [1, 2, 3].map(() => mintWebhookSecret());
  const body = '{"title":"Übergang"}';
  const headers = signatureHeaders({ secrets: [current ?? "", replaced ?? ""], id: "msg_1", at: Date.now(), body });
  expect(headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  for (const secret of [current, replaced]) {
    expect(new Webhook(secret ?? "").verify(body, headers)).toEqual({ title: "Übergang" });
  }
  expect(() => new Webhook(other ?? "").verify(body, headers)).toThrow("No matching signature found");
});
