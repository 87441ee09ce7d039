import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { DAY_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { Appliance, type Serving } from "../support/appliance.ts";
import { makeAuthority } from "../support/certificates.ts";
import { HttpsReceiver } from "../support/https-receiver.ts";
import { filmBytes, pictureBytes } from "../support/pictures-and-films.ts";

setDefaultTimeout(90_000);

const POLL_MS = 20;

interface Document {
  readonly data: {
    readonly id: string;
    readonly attributes: { readonly status: string; readonly error: { readonly code: string } | null };
  };
}

describe("kill -9", () => {
  let appliance: Appliance;
  let receiver: HttpsReceiver;
  let token: string;
  let options: string[];

  beforeAll(async () => {
    appliance = await Appliance.create();
    const authority = await makeAuthority();
    receiver = await HttpsReceiver.start({ authority });
    const ca = await appliance.file("ca.pem", authority.caPem);
    const dump = await appliance.file("catalog.jsonl", JSON.stringify({ id: "1", title: "Glass Harbour" }));
    expect((await appliance.run("import", dump)).status).toBe(0);
    const command = ["keys", "create", "--name", "crash", "--images", "--video"];
    token = (await appliance.json<{ readonly token: string }>(...command)).token;
    options = ["--callback-allow", "127.0.0.1", "--callback-ca", ca];
  });

  afterAll(async () => {
    await receiver.stop();
    await appliance.remove();
  });

  test("during an upload: the next start removes the incomplete file", async () => {
    const server = await appliance.serve(...options);
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: video/mp4\r\n\r\n';
    const head = [
      "POST /v1/supervisor/assets HTTP/1.1",
      "Host: localhost",
      `Authorization: Token ${token}`,
      "Content-Type: multipart/form-data; boundary=x",
      "Content-Length: 100000000",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${part}`);
    socket.write(await filmBytes());
    socket.write(new Uint8Array(5_000_000));
    while ((await filesIn("incoming")).length === 0) await Bun.sleep(POLL_MS);
    await server.kill();
    socket.destroy();
    expect(await filesIn("incoming")).toHaveLength(1);

    const restarted = await appliance.serve(...options);
    expect(await filesIn("incoming")).toEqual([]);
    expect(await restarted.stop()).toBe(0);
  });

  test("during an analysis that a search waits for: both finish once after the next start", async () => {
    const server = await appliance.serve(...options);
    const id = await upload(server, await filmBytes({ seconds: 5 }), "video/mp4");
    const submitted = await submit(server, id);
    expect(submitted.status).toBe(202);
    await server.kill();

    const restarted = await appliance.serve(...options);
    while (receiver.received.length === 0) await Bun.sleep(POLL_MS);
    const document: Document = JSON.parse(receiver.received[0]?.body ?? "");
    expect(document.data.attributes.status).toBe("completed");
    expect(await statusOf(restarted, id)).toBe("processed");
    expect(await restarted.stop()).toBe(0);
    expect(await filesIn("originals")).toEqual([]);
    const usage = await appliance.run("usage", "--csv");
    expect(usage.stdout.split("\n").filter((line) => line.includes("video"))).toHaveLength(1);
  });

  test("and a stop between uploads: the quota counts them all, and frees the first one after its day", async () => {
    const command = ["keys", "create", "--name", "few", "--images", "--image-quota", "3"];
    const few = (await appliance.json<{ readonly token: string }>(...command)).token;
    const picture = await pictureBytes();
    const begun = Date.now();
    const server = await appliance.serve(...options);
    await upload(server, picture, "image/jpeg", few);
    await server.kill();
    const second = await appliance.serve(...options);
    await upload(second, picture, "image/jpeg", few);
    expect(await second.stop()).toBe(0);
    const third = await appliance.serve(...options);
    await upload(third, picture, "image/jpeg", few);
    const refused = await send(third, picture, "image/jpeg", few);
    expect(refused.status).toBe(429);
    const freeAt = Date.now() + Number(refused.headers.get("retry-after")) * SECOND_MS;
    expect(freeAt).toBeGreaterThanOrEqual(begun + DAY_MS);
    expect(freeAt).toBeLessThan(Date.now() + DAY_MS);
    expect(await third.stop()).toBe(0);
  });

  async function filesIn(name: string): Promise<readonly string[]> {
    return await readdir(join(appliance.data, "uploads", name)).catch(() => []);
  }

  function send(server: Serving, bytes: Uint8Array<ArrayBuffer>, type: string, as = token): Promise<Response> {
    const form = new FormData();
    form.set("file", new Blob([bytes], { type }), "a file");
    const headers = { authorization: `Token ${as}` };
    return fetch(`${server.url}/v1/supervisor/assets`, { method: "POST", headers, body: form });
  }

  async function upload(server: Serving, bytes: Uint8Array<ArrayBuffer>, type: string, as = token): Promise<string> {
    const response = await send(server, bytes, type, as);
    expect(response.status).toBe(202);
    const document: Document = JSON.parse(await response.text());
    return document.data.id;
  }

  function submit(server: Serving, id: string): Promise<Response> {
    const attributes = { asset_ids: [id], callback_url: `${receiver.url}/callback` };
    return fetch(`${server.url}/v1/supervisor/search`, {
      method: "POST",
      headers: { authorization: `Token ${token}`, "content-type": "application/vnd.api+json" },
      body: JSON.stringify({ data: { type: "supervisor_searches", attributes } }),
    });
  }

  async function statusOf(server: Serving, id: string): Promise<string> {
    const headers = { authorization: `Token ${token}` };
    const response = await fetch(`${server.url}/v1/supervisor/assets/${id}`, { headers });
    const document: Document = JSON.parse(await response.text());
    return document.data.attributes.status;
  }
});
