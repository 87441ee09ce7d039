import { expect, test } from "bun:test";
import { join } from "node:path";
import { ATTEMPT_OUTCOMES } from "../../src/webhooks/attempt-result.ts";
import { signatureHeaders } from "../../src/webhooks/sign.ts";
import { SECRET } from "./setup.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const page = await Bun.file(join(import.meta.dir, "../../docs/webhooks.md")).text();

test("the documentation explains exactly the existing outcomes", () => {
  const [, table = ""] = page.split("### The delivery log");
  const explained = [...table.matchAll(/^\| `(\w+)` +\|/gm)].map((row) => row[1]);
  expect(explained).toEqual([...ATTEMPT_OUTCOMES]);
});

test("the verification in the documentation accepts our signature, and rejects changed, old and unsigned messages", async () => {
  const [, source = ""] = /```js\n(import \{ createHmac[\s\S]*?)```/.exec(page) ?? [];
  const folder = temporaryFolder();
  await Bun.write(join(folder, "verify.mjs"), source);
  const { isFromNeedledrop }: { isFromNeedledrop: (headers: object, body: Buffer, secret: string) => boolean } =
    await import(join(folder, "verify.mjs"));

  const body = '{"data":{"type":"supervisor_searches"}}';
  const now = Date.now();
  const headers = signatureHeaders({ secrets: [SECRET], id: "msg_1", at: now, body });
  expect(isFromNeedledrop(headers, Buffer.from(body), SECRET)).toBe(true);
  expect(isFromNeedledrop(headers, Buffer.from(`${body} `), SECRET)).toBe(false);
  expect(isFromNeedledrop({ ...headers, "webhook-id": "msg_2" }, Buffer.from(body), SECRET)).toBe(false);
  expect(isFromNeedledrop(headers, Buffer.from(body), `whsec_${btoa("somebody else's secret")}`)).toBe(false);
  const replacing = `whsec_${btoa("the secret that replaces it")}`;
  const overlapping = signatureHeaders({ secrets: [replacing, SECRET], id: "msg_1", at: now, body });
  expect(isFromNeedledrop(overlapping, Buffer.from(body), SECRET)).toBe(true);
  expect(isFromNeedledrop(overlapping, Buffer.from(body), replacing)).toBe(true);
  const old = signatureHeaders({ secrets: [SECRET], id: "msg_1", at: now - 600_000, body });
  expect(isFromNeedledrop(old, Buffer.from(body), SECRET)).toBe(false);
  expect(isFromNeedledrop({}, Buffer.from(body), SECRET)).toBe(false);
});
