import { describe, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { verifyWebhook, WebhookRefused } from "../../clients/typescript/webhook.ts";
import { signatureHeaders } from "../../src/webhooks/sign.ts";

const SECRET = `whsec_${Buffer.from("a secret of twenty-four b").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("another secret, rotated..").toString("base64")}`;
const NOW = Date.UTC(2026, 4, 1, 12);
const BODY = '{"data":{"type":"supervisor_searches","id":"é"}}';

const sent = (at = NOW, body = BODY) => signatureHeaders({ secrets: [SECRET], id: "msg_1", at, body });

describe("a webhook", () => {
  test("of the service is verified, and its document returned", async () => {
    const result = await verifyWebhook({ body: BODY, headers: sent(), secret: SECRET, now: NOW });
    expect(result).toEqual(JSON.parse(BODY));
    const headers = new Headers(sent());
    expect(await verifyWebhook({ body: BODY, headers, secret: [OTHER, SECRET], now: NOW })).toEqual(JSON.parse(BODY));
  });

  test("with several signatures is verified by any of them", async () => {
    const signature = new Webhook(OTHER).sign("msg_1", new Date(NOW), BODY);
    const headers = { ...sent(), "webhook-signature": `v2,x ${signature} ${sent()["webhook-signature"] ?? ""}` };
    for (const secret of [SECRET, OTHER]) {
      expect(await verifyWebhook({ body: BODY, headers, secret, now: NOW })).toEqual(JSON.parse(BODY));
    }
  });

  test.each([
    ["another body", { body: `${BODY} ` }],
    ["another secret", { secret: OTHER }],
    ["another id", { headers: { ...sent(), "webhook-id": "msg_2" } }],
    ["a timestamp that was moved", { headers: { ...sent(), "webhook-timestamp": String(NOW / 1000 + 1) } }],
    ["an old timestamp", { now: NOW + 301_000 }],
    ["a timestamp of the future", { now: NOW - 301_000 }],
    ["a timestamp that is no number", { headers: { ...sent(), "webhook-timestamp": "soon" } }],
    ["no signature", { headers: { ...sent(), "webhook-signature": "" } }],
    ["a signature of another version", { headers: { ...sent(), "webhook-signature": "v0,AAAA" } }],
    ["a signature that is no base64", { headers: { ...sent(), "webhook-signature": "v1,***" } }],
    ["no headers", { headers: {} }],
    ["a secret that is no base64", { secret: "whsec_***" }],
    ["an empty secret", { secret: "whsec_" }],
  ])("with %s is refused", async (_title, change) => {
    const refused = await verifyWebhook({ body: BODY, headers: sent(), secret: SECRET, now: NOW, ...change }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(WebhookRefused);
  });

  test("is verified up to five minutes later", async () => {
    for (const now of [NOW - 300_000, NOW + 300_000]) {
      expect(await verifyWebhook({ body: BODY, headers: sent(), secret: SECRET, now })).toEqual(JSON.parse(BODY));
    }
  });
});
