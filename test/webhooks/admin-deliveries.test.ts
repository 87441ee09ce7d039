import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import type { CreatedKey } from "../../src/keys/manage-keys.ts";
import { readTrail } from "../audit/read-trail.ts";
import { expectRefusals } from "../http/error-document.ts";
import { admin, askAdmin } from "../support/admin-app.ts";
import { makeAuthority } from "../support/certificates.ts";
import { HttpApp } from "../support/http-app.ts";
import { HttpsReceiver, type Received } from "../support/https-receiver.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const DELIVERIES = "/v1/admin/deliveries";

let app: HttpApp;
let receiver: HttpsReceiver;
let key: CreatedKey;
/** Requests that `nextReceived` has returned. */
let taken = 0;
beforeAll(async () => {
  const authority = await makeAuthority();
  const folder = temporaryFolder();
  await Bun.write(join(folder, "ca.pem"), authority.caPem);
  receiver = await HttpsReceiver.start({ authority });
  const settings = { "callback-allow": "127.0.0.1", "callback-ca": join(folder, "ca.pem") };
  app = await HttpApp.create({ ...SMALL_CATALOG, settings });
  key = app.key({ mode: "live" });
  await app.startJobs();
});
afterAll(async () => {
  await app.close();
  await receiver.stop();
});

const statusOf = async (id: string): Promise<unknown> =>
  (await admin(app, "GET", `${DELIVERIES}/${id}`)).data.attributes["status"];

/** Waits for the next request to the receiver. Jobs run meanwhile. */
async function nextReceived(): Promise<Received> {
  await app.until(async () => {
    await app.time.pass(1_000);
    return taken < receiver.received.length;
  });
  taken += 1;
  return await receiver.next();
}

/** Submits a search and returns the id of its webhook after the first attempt. */
async function attempted(query: string, token = key.token): Promise<string> {
  const before = (await admin(app, "GET", DELIVERIES)).list.length;
  await app.submit(token, { query, callback_url: `${receiver.url}/hook` });
  await nextReceived();
  let id = "";
  await app.until(async () => {
    const { list } = await admin(app, "GET", DELIVERIES);
    const newest = list[0];
    id = newest?.id ?? "";
    return list.length > before && newest?.attributes["attempts"] === 1;
  });
  return id;
}

describe("GET /v1/admin/deliveries", () => {
  test("lists webhooks with their status, reads one with its attempts and its body, and replays it", async () => {
    receiver.answer({ kind: "status", status: 500, body: "not today" });
    const id = await attempted("calm piano");
    const { data } = await admin(app, "GET", `${DELIVERIES}/${id}`);
    expect(data.attributes).toMatchObject({
      status: "pending",
      key_id: key.key.id,
      attempts: 1,
      last_outcome: "http_status",
      log: [{ number: 1, status_code: 500, detail: "answered 500: not today" }],
    });
    expect(Date.parse(String(data.attributes["next_attempt_at"]))).toBeGreaterThan(app.time.now());
    const pending = await admin(app, "GET", `${DELIVERIES}?filter%5Bstatus%5D=pending`);
    expect(pending.list.map((one) => one.id)).toEqual([id]);

    // The body is built in slices, which wait for turns of the application's timer.
    const asked = askAdmin(app, "GET", `${DELIVERIES}/${id}/body`);
    await app.time.pass(1_000);
    const body = await (await asked).json();
    expect(body).toMatchObject({ data: { type: "supervisor_searches", id: data.attributes["search_id"] } });

    const replay = await admin(app, "POST", `${DELIVERIES}/${id}/replay`);
    expect(replay).toMatchObject({ status: 202, data: { attributes: { result: "hastened" } } });
    const received = await nextReceived();
    expect(received.headers["webhook-id"]).toBe(id);
    await app.until(async () => (await statusOf(id)) === "delivered");
    const again = await admin(app, "POST", `${DELIVERIES}/${id}/replay`);
    expect(again.data.attributes["result"]).toBe("sent_again");
    await nextReceived();
    const replays = readTrail(app.core.db).filter(({ action }) => action === "delivery.replayed");
    expect(replays.map(({ objects }) => objects)).toEqual([{ delivery: id }, { delivery: id }]);
  });

  test("is paged, the newest first", async () => {
    const ids = [await attempted("tense synth"), await attempted("slow strings")].toReversed();
    const first = await admin(app, "GET", `${DELIVERIES}?page%5Bsize%5D=1`);
    expect(first.list.map(({ id }) => id)).toEqual(ids.slice(0, 1));
    const second = await admin(app, "GET", first.next ?? "");
    expect(second.list.map(({ id }) => id)).toEqual(ids.slice(1));
  });

  test("is filtered by key and by the time of creation", async () => {
    const idsOf = async (query: string): Promise<readonly string[]> =>
      (await admin(app, "GET", `${DELIVERIES}?${query}`)).list.map(({ id }) => id);
    const since = new Date(app.time.now()).toISOString();
    const older = await idsOf(`filter%5Bkey%5D=${key.key.id}`);
    expect(older.length).toBeGreaterThan(0);
    const other = app.key({ mode: "live" });
    const theirs = await attempted("gentle harp", other.token);
    expect(await idsOf(`filter%5Bkey%5D=${other.key.id}`)).toEqual([theirs]);
    expect(await idsOf(`filter%5Bfrom%5D=${since}`)).toEqual([theirs]);
    expect(await idsOf(`filter%5Bto%5D=${since}`)).toEqual(older);
    expect(await idsOf(`filter%5Bkey%5D=${key.key.id}&filter%5Bfrom%5D=${since}`)).toEqual([]);
    expect(await idsOf("filter%5Bkey%5D=unknown")).toEqual([]);
  });

  test("is 400 for a wrong or empty range of times", async () => {
    for (const query of ["filter%5Bfrom%5D=soon", "filter%5Bfrom%5D=2026-02-01&filter%5Bto%5D=2026-02-01"]) {
      await expectRefusals(await askAdmin(app, "GET", `${DELIVERIES}?${query}`), "bad_parameter");
    }
  });

  test("is 400 for a wrong status or cursor, and 404 for an unknown webhook", async () => {
    await expectRefusals(await askAdmin(app, "GET", `${DELIVERIES}?filter%5Bstatus%5D=lost`), "bad_parameter");
    await expectRefusals(await askAdmin(app, "GET", `${DELIVERIES}?page%5Bcursor%5D=lost`), "bad_parameter");
    for (const path of ["msg_none", "msg_none/body"]) {
      await expectRefusals(await askAdmin(app, "GET", `${DELIVERIES}/${path}`), "not_found");
    }
    await expectRefusals(await askAdmin(app, "POST", `${DELIVERIES}/msg_none/replay`), "not_found");
  });
});

describe("POST /v1/admin/keys/:id/test-webhook", () => {
  const sent = (url: string, id = key.key.id) =>
    [`/v1/admin/keys/${id}/test-webhook`, { type: "test_webhooks", attributes: { url } }] as const;

  test("is 200 with the receiver's answer, and the webhook is signed with the secret of the key", async () => {
    receiver.answer({ kind: "status", status: 202 });
    const { data } = await admin(app, "POST", ...sent(`${receiver.url}/test`));
    expect(data.attributes).toMatchObject({ outcome: "delivered", status_code: 202, detail: "answered 202" });
    const received = await nextReceived();
    expect(received.path).toBe("/test");
    expect(received.headers["webhook-id"]).toBe(data.id);
    const headers = {
      "webhook-id": received.headers["webhook-id"] ?? "",
      // The application's clock stands in another time, so the receiver's check of the age is of no use here.
      "webhook-timestamp": received.headers["webhook-timestamp"] ?? "",
    };
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    const signature = new Webhook(key.webhookSecret).sign(headers["webhook-id"], at, received.body);
    expect(received.headers["webhook-signature"]).toBe(signature);
    expect(JSON.parse(received.body)).toMatchObject({ meta: { test: true, key_id: key.key.id } });
    const last = readTrail(app.core.db).at(-1);
    expect(last).toMatchObject({ action: "webhook.tested", outcome: "delivered", objects: { key: key.key.id } });
  });

  test("is 200 with what was refused: a status, or an address", async () => {
    receiver.answer({ kind: "status", status: 404, body: "nobody here" });
    const refused = await admin(app, "POST", ...sent(`${receiver.url}/test`));
    expect(refused.data.attributes).toMatchObject({
      outcome: "http_status",
      status_code: 404,
      detail: "answered 404: nobody here",
    });
    await nextReceived();
  });

  test("is 422 for an address that a callback_url could not have, 404 without the key, and 409 for a revoked one", async () => {
    for (const url of ["http://studio.example/hook", "https://10.0.0.1/hook", "https://169.254.169.254/"]) {
      await expectRefusals(await askAdmin(app, "POST", ...sent(url)), "invalid_attribute");
    }
    await expectRefusals(await askAdmin(app, "POST", ...sent(`${receiver.url}/`, "unknown")), "not_found");
    const revoked = app.key();
    await admin(app, "DELETE", `/v1/admin/keys/${revoked.key.id}`);
    await expectRefusals(await askAdmin(app, "POST", ...sent(`${receiver.url}/`, revoked.key.id)), "conflict");
  });
});
