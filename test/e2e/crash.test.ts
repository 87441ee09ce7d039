import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { Appliance, type Serving } from "../support/appliance.ts";
import { makeAuthority } from "../support/certificates.ts";
import { HttpsReceiver } from "../support/https-receiver.ts";

const CATALOG = [
  {
    id: "1",
    title: "Glass Harbour",
    tags: { mood: ["tense"], instrument: ["synth"] },
    artists: [{ id: "a", name: "Ada Field" }],
  },
  {
    id: "2",
    title: "Low Tide",
    tags: { mood: ["calm"], instrument: ["piano"] },
    artists: [{ id: "a", name: "Ada Field" }],
  },
];

interface CreatedKey {
  readonly token: string;
  readonly webhook_secret: string;
}

describe("kill -9 between 202 and webhook", () => {
  let appliance: Appliance;
  let receiver: HttpsReceiver;
  let key: CreatedKey;
  let options: string[];

  beforeAll(async () => {
    appliance = await Appliance.create();
    const authority = await makeAuthority();
    receiver = await HttpsReceiver.start({ authority });
    const ca = await appliance.file("ca.pem", authority.caPem);
    const dump = await appliance.file("catalog.jsonl", CATALOG.map((song) => JSON.stringify(song)).join("\n"));
    expect((await appliance.run("import", dump)).status).toBe(0);
    key = await appliance.json<CreatedKey>("keys", "create", "--name", "crash", "--mode", "live");
    options = ["--callback-allow", "127.0.0.1", "--callback-ca", ca];
  });

  afterAll(async () => {
    await receiver.stop();
    await appliance.remove();
  });

  test("the webhook arrives after the next start, with the same id as before", async () => {
    const server = await appliance.serve(...options);
    receiver.answer({ kind: "hang" });
    const first = receiver.next();
    expect((await submit(server, "a tense synth")).status).toBe(202);
    const unanswered = await first;
    await server.kill();

    const next = receiver.next();
    const restarted = await appliance.serve(...options);
    const received = await next;
    expect(received.headers["webhook-id"]).toBe(unanswered.headers["webhook-id"] ?? "");
    const document = JSON.parse(received.body);
    expect(document.data.attributes.status).toBe("completed");
    expect(document.data.relationships.songs.data[0].id).toBe("1");
    expect(() => new Webhook(key.webhook_secret).verify(received.body, received.headers)).not.toThrow();
    expect(await restarted.stop()).toBe(0);
  });

  test("a search killed right after its 202 runs at the next start and is billed once", async () => {
    const server = await appliance.serve(...options);
    const before = receiver.received.length;
    expect((await submit(server, "a calm piano")).status).toBe(202);
    await server.kill();

    const restarted = await appliance.serve(...options);
    const replayed = receiver.received.length > before ? receiver.received[before] : await receiver.next();
    const ids = new Set(receiver.received.slice(before).map((one) => one.headers["webhook-id"]));
    expect(ids.size).toBe(1);
    expect(JSON.parse(replayed?.body ?? "").data.attributes.status).toBe("completed");
    const again = await submit(restarted, "a calm piano");
    expect(again.status).toBe(200);
    expect(await restarted.stop()).toBe(0);
    const usage = await appliance.run("usage", "--csv");
    expect(usage.stdout.split("\n").filter((line) => line.includes("text"))).toHaveLength(1);
    expect(usage.stdout).toMatch(/text.*\b2\b/);
  });

  function submit(server: Serving, query: string): Promise<Response> {
    return fetch(`${server.url}/v1/supervisor/search`, {
      method: "POST",
      headers: { authorization: `Token ${key.token}`, "content-type": "application/vnd.api+json" },
      body: JSON.stringify({
        data: { type: "supervisor_searches", attributes: { query, callback_url: `${receiver.url}/callback` } },
      }),
    });
  }
});
