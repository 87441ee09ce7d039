import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { systemTimer } from "../../src/lib/timer.ts";
import { addressPolicy } from "../../src/webhooks/address-policy.ts";
import { connector, type Post } from "../../src/webhooks/connector.ts";
import { attemptsOf } from "../../src/webhooks/store.ts";
import { type Authority, makeAuthority } from "../support/certificates.ts";
import { type Answer, HttpsReceiver } from "../support/https-receiver.ts";
import { WebhookSetup } from "./setup.ts";
import { runNow } from "../../src/db/work.ts";

// Real receivers over TLS, and a schedule whose time the test moves.

let setup: WebhookSetup;
let authority: Authority;
let receiver: HttpsReceiver;
let post: Post;
beforeEach(async () => {
  setup = new WebhookSetup();
  authority = await makeAuthority();
  receiver = await HttpsReceiver.start({ authority });
  post = connector({ policy: addressPolicy(["127.0.0.1"]), ca: authority.caPem, timer: systemTimer });
});
afterEach(async () => {
  await setup.close();
  await receiver.stop();
});

/** Waits, in real time for the network, until an attempt of each delivery is recorded. */
async function attempted(count: number, ...ids: readonly string[]): Promise<void> {
  while (ids.some((id) => setup.delivery(id).attempts < count)) {
    await setup.time.runDue();
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

const refusing = (status: number, headers: Readonly<Record<string, string>> = {}): Answer => ({
  kind: "status",
  status,
  headers,
});

describe("a receiver that flaps", () => {
  const ANSWERS: readonly Answer[] = [refusing(503), { kind: "reset" }, refusing(404), refusing(500), refusing(301)];

  test("gets each webhook once it answers, with one id for all attempts, and delays no other receiver", async () => {
    receiver.answer(...ANSWERS);
    const steady = await HttpsReceiver.start({ authority });
    const flapping = setup.deliver("flapping", `${receiver.url}/callback`);
    const good = ["one", "two", "three"].map((name) => setup.deliver(name, `${steady.url}/${name}`));
    await setup.send({ post });
    await attempted(1, flapping, ...good);
    expect(good.map((id) => setup.delivery(id).status)).toEqual(["delivered", "delivered", "delivered"]);

    const waits = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 300 * MINUTE_MS];
    for (const [index, wait] of waits.entries()) {
      expect(setup.delivery(flapping)).toMatchObject({ status: "pending", attempts: index + 1 });
      setup.time.jump(wait);
      await attempted(index + 2, flapping);
    }
    expect(setup.delivery(flapping)).toMatchObject({ status: "delivered", attempts: ANSWERS.length + 1 });
    expect(runNow(attemptsOf(setup.db, flapping)).map(({ outcome }) => outcome)).toEqual([
      "http_status",
      "reset",
      "http_status",
      "http_status",
      "http_status",
      "delivered",
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([flapping]));
    expect(receiver.received).toHaveLength(ANSWERS.length + 1);
    await steady.stop();
  });

  test("between two webhooks gets both, each on its own schedule", async () => {
    receiver.answer(refusing(503));
    const first = setup.deliver("first", `${receiver.url}/callback`);
    await setup.send({ post });
    await attempted(1, first);
    const second = setup.deliver("second", `${receiver.url}/callback`);
    await attempted(1, second);
    expect([setup.delivery(first).status, setup.delivery(second).status]).toEqual(["pending", "delivered"]);
    await setup.time.pass(5 * SECOND_MS);
    await attempted(2, first);
    expect(setup.delivery(first).status).toBe("delivered");
  });
});

describe("over the network", () => {
  test.each([
    ["a number of seconds", "120"],
    ["a date", "Mon, 05 Jan 2026 09:02:00 GMT"],
  ])("429 with Retry-After as %s is not tried again before", async (_title, after) => {
    receiver.answer(refusing(429, { "retry-after": after }));
    const id = setup.deliver("limited", `${receiver.url}/callback`);
    await setup.send({ post });
    await attempted(1, id);
    await setup.time.pass(2 * MINUTE_MS - SECOND_MS);
    expect(receiver.received).toHaveLength(1);
    await setup.time.pass(SECOND_MS);
    await attempted(2, id);
    expect(setup.delivery(id)).toMatchObject({ status: "delivered", attempts: 2 });
  });

  test("410 ends a delivery at once", async () => {
    receiver.answer(refusing(410));
    const id = setup.deliver("gone", `${receiver.url}/callback`);
    await setup.send({ post });
    await attempted(1, id);
    expect(setup.delivery(id)).toMatchObject({ status: "failed", attempts: 1 });
    setup.time.jump(60 * MINUTE_MS);
    await setup.time.runDue();
    expect(receiver.received).toHaveLength(1);
  });
});

/** Machines without IPv6 show their tests as skipped. */
const HAS_IPV6 = await new Promise<boolean>((resolve) => {
  const probe = createServer();
  probe.once("error", () => resolve(false));
  probe.listen(0, "::1", () => void probe.close(() => resolve(true)));
});

/** Starts a receiver on ::1. */
async function ipv6Receiver(): Promise<{ readonly port: number; stop(): void; readonly hosts: string[] }> {
  const certificate = await authority.issue(["hooks.example", "::1"]);
  const hosts: string[] = [];
  const server = createServer({ cert: certificate.certPem, key: certificate.keyPem }, (request, response) => {
    hosts.push(request.headers.host ?? "");
    request.resume().on("end", () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "::1", resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close(), hosts };
}

describe("a receiver with an IPv6 address", () => {
  const message = (url: string) => ({ url, headers: { "webhook-id": "msg_1" }, body: "{}" });
  const never = new AbortController().signal;

  test.skipIf(!HAS_IPV6)("gets webhooks by its address and by its name, if that is allowed", async () => {
    const ipv6 = await ipv6Receiver();
    const options = { policy: addressPolicy(["::1"]), ca: authority.caPem, timer: systemTimer };
    const byName = connector({ ...options, resolve: () => Promise.resolve([{ address: "::1", family: 6 }]) });
    const to = [`https://[::1]:${ipv6.port}/callback`, `https://hooks.example:${ipv6.port}/callback`];
    expect(await connector(options)(message(to[0] ?? ""), never)).toMatchObject({ outcome: "delivered" });
    expect(await byName(message(to[1] ?? ""), never)).toMatchObject({ outcome: "delivered" });
    expect(ipv6.hosts).toEqual([`[::1]:${ipv6.port}`, `hooks.example:${ipv6.port}`]);
    ipv6.stop();
  });

  test("is reached by its IPv4 address if the other one does not answer", async () => {
    const named = await HttpsReceiver.start({ authority, names: ["hooks.example"] });
    const both = [
      { address: "::1", family: 6 },
      { address: "127.0.0.1", family: 4 },
    ];
    const policy = addressPolicy(["::1", "127.0.0.1"]);
    const send = connector({ policy, ca: authority.caPem, timer: systemTimer, resolve: () => Promise.resolve(both) });
    expect(await send(message(`${named.urlFor("hooks.example")}/callback`), never)).toMatchObject({
      outcome: "delivered",
    });
    await named.stop();
  });

  test.each(["[::1]", "[::ffff:127.0.0.1]", "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]", "[::]"])(
    "%s is refused unless it is allowed",
    async (host) => {
      const send = connector({ policy: addressPolicy([]), ca: authority.caPem, timer: systemTimer });
      expect(await send(message(`https://${host}/callback`), never)).toMatchObject({ outcome: "refused_address" });
    },
  );
});
