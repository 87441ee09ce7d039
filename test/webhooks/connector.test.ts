import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { LookupAddress } from "node:dns";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { SECOND_MS } from "../../src/lib/clock.ts";
import { systemTimer, type Timer } from "../../src/lib/timer.ts";
import { addressPolicy } from "../../src/webhooks/address-policy.ts";
import { connector, type ConnectorOptions } from "../../src/webhooks/connector.ts";
import type { Message } from "../../src/lib/http-out/exchange.ts";
import type { AttemptResult } from "../../src/webhooks/attempt-result.ts";
import { FakeTime } from "../jobs/fake-time.ts";
import { type Authority, type Certificate, makeAuthority } from "../support/certificates.ts";
import { HttpsReceiver } from "../support/https-receiver.ts";

const HERE: LookupAddress = { address: "127.0.0.1", family: 4 };
const MISLEADING = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY", "NODE_TLS_REJECT_UNAUTHORIZED"];
const NEVER = new AbortController().signal;

let authority: Authority;
let certificate: Certificate;
let receiver: HttpsReceiver;
const closing: (() => void)[] = [];

beforeAll(async () => {
  authority = await makeAuthority();
  certificate = await authority.issue(["hooks.example"]);
});
beforeEach(async () => {
  receiver = await HttpsReceiver.start({ authority, names: ["hooks.example", "127.0.0.1"] });
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await receiver.stop();
});
afterAll(() => {
  for (const name of MISLEADING) delete process.env[name];
});

/** Posts to a path of hooks.example, which resolves to this machine, if that is allowed. */
function post(
  more: Partial<ConnectorOptions> & { readonly to?: string; readonly stop?: AbortSignal; readonly body?: string } = {},
): Promise<AttemptResult> {
  const { to, stop = NEVER, body = '{"data":{}}', ...options } = more;
  const message: Message = {
    url: to ?? `${receiver.urlFor("hooks.example")}/callback?for=1`,
    headers: { "content-type": "application/vnd.api+json", "webhook-id": "msg_1" },
    body,
  };
  const send = connector({
    policy: addressPolicy(["127.0.0.0/8"]),
    ca: authority.caPem,
    timer: systemTimer,
    resolve: () => Promise.resolve([HERE]),
    ...options,
  });
  return send(message, stop);
}

/** Starts a server below HTTP, for behaviour that an HTTP server cannot have. Returns its port. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

function tlsServer(onRequest: (socket: Socket) => void): Promise<number> {
  const server = createTlsServer({ cert: certificate.certPem, key: certificate.keyPem }, (socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => onRequest(socket));
    closing.push(() => socket.destroy());
  });
  return listen(server);
}

function tcpServer(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    onConnection(socket);
    closing.push(() => socket.destroy());
  });
  return listen(server);
}

describe("a message", () => {
  test("arrives unchanged, with the URL's host and path", async () => {
    const body = JSON.stringify({ title: "Übergang – 夜", filler: "x".repeat(300_000) });
    expect(await post({ body })).toEqual({ outcome: "delivered", statusCode: 200, detail: "answered 200" });
    const received = await receiver.next();
    expect(received).toMatchObject({ method: "POST", path: "/callback?for=1", body });
    expect(received.headers).toMatchObject({
      host: `hooks.example:${receiver.port}`,
      "content-type": "application/vnd.api+json",
      "webhook-id": "msg_1",
      "content-length": String(Buffer.byteLength(body)),
    });
  });

  test.each([200, 201, 202, 204, 299])("is delivered when the answer is %d", async (status) => {
    receiver.answer({ kind: "status", status });
    expect(await post()).toMatchObject({ outcome: "delivered", statusCode: status });
  });

  test.each([400, 401, 404, 429, 500, 503])("is not delivered when the answer is %d", async (status) => {
    receiver.answer({ kind: "status", status });
    expect(await post()).toMatchObject({ outcome: "http_status", statusCode: status });
  });

  test("is permanently refused when the answer is 410", async () => {
    receiver.answer({ kind: "status", status: 410 });
    expect(await post()).toMatchObject({ outcome: "gone", statusCode: 410 });
  });

  test("that is refused has the beginning of the response in its detail, without control characters", async () => {
    receiver.answer({ kind: "status", status: 500, body: `no\u001b[31m\r\n ${"space ".repeat(100)}` });
    const result = await post();
    expect(result.detail).toStartWith("answered 500: no [31m space space");
    expect(result.detail.length).toBeLessThan(250);
  });

  test("is not delivered by a redirect, which is not followed", async () => {
    receiver.answer({ kind: "redirect", to: `${receiver.urlFor("hooks.example")}/elsewhere` });
    expect(await post()).toMatchObject({ outcome: "http_status", statusCode: 302 });
    expect(receiver.received.length).toBe(1);
  });

  test("is delivered by the final response, not by the interim ones before it", async () => {
    const early = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n";
    const port = await tlsServer((socket) => {
      socket.write(early);
      socket.end("HTTP/1.1 204 No Content\r\n\r\n");
    });
    expect(await post({ to: `https://hooks.example:${port}/` })).toMatchObject({
      outcome: "delivered",
      statusCode: 204,
    });
  });
});

describe("the address", () => {
  test("that was checked is the one that is connected to: the name is resolved once", async () => {
    let lookups = 0;
    const result = await post({
      resolve: (host) => {
        expect(host).toBe("hooks.example");
        lookups += 1;
        return Promise.resolve(lookups === 1 ? [HERE] : [{ address: "127.0.0.2", family: 4 }]);
      },
    });
    expect(result.outcome).toBe("delivered");
    expect(lookups).toBe(1);
  });

  test("of a name with a public and a private address is refused before any connection", async () => {
    const result = await post({
      policy: addressPolicy([]),
      resolve: () => Promise.resolve([{ address: "93.184.216.34", family: 4 }, HERE]),
    });
    expect(result).toEqual({
      outcome: "refused_address",
      statusCode: null,
      detail: "hooks.example resolves to 127.0.0.1, which is private or reserved; CALLBACK_ALLOW can allow it",
    });
    expect(receiver.received).toEqual([]);
  });

  test.each(["169.254.169.254", "::1", "::ffff:127.0.0.1", "fd00:ec2::254", "64:ff9b::7f00:1", "0.0.0.0"])(
    "%s is refused when a name resolves to it",
    async (address) => {
      const resolve = () => Promise.resolve([{ address, family: address.includes(":") ? 6 : 4 }]);
      expect(await post({ policy: addressPolicy([]), resolve })).toMatchObject({ outcome: "refused_address" });
    },
  );

  test("can be any when CALLBACK_ALLOW has the name", async () => {
    expect(await post({ policy: addressPolicy(["hooks.example"]) })).toMatchObject({ outcome: "delivered" });
  });

  test("in the URL is checked too, and is not resolved", async () => {
    const resolve = () => Promise.reject(new Error("must not be called"));
    const to = receiver.url;
    expect(await post({ to, resolve })).toMatchObject({ outcome: "delivered" });
    expect(await post({ to, resolve, policy: addressPolicy(["localhost"]) })).toMatchObject({
      outcome: "refused_address",
    });
  });

  test("that refuses the connection is followed by the next one", async () => {
    const resolve = () => Promise.resolve([{ address: "127.0.0.2", family: 4 }, HERE]);
    expect(await post({ resolve })).toMatchObject({ outcome: "delivered" });
  });

  // Reserved for documentation: packets to it get no answer, or the system does not send them.
  const lost: LookupAddress = { address: "192.0.2.1", family: 4 };

  test("that does not accept a connection for three seconds is followed by the next one", async () => {
    const time = new FakeTime();
    const result = post({
      timer: time,
      policy: addressPolicy(["hooks.example"]),
      resolve: () => Promise.resolve([lost, HERE]),
    });
    await time.pass(3_000);
    expect(await result).toMatchObject({ outcome: "delivered" });
  });

  test("that does not accept a connection ends the attempt at its limit if it is the only one", async () => {
    const time = new FakeTime();
    const result = post({
      timer: time,
      policy: addressPolicy(["hooks.example"]),
      resolve: () => Promise.resolve([lost]),
    });
    await time.pass(15_000);
    expect(["timeout", "connect"]).toContain((await result).outcome);
  });
});

describe("an attempt fails", () => {
  test("by dns when the name has no address", async () => {
    expect(await post({ resolve: () => Promise.reject(new Error("getaddrinfo ENOTFOUND")) })).toEqual({
      outcome: "dns",
      statusCode: null,
      detail: "hooks.example has no address: getaddrinfo ENOTFOUND",
    });
    expect(await post({ resolve: () => Promise.resolve([]) })).toMatchObject({ outcome: "dns" });
  });

  test("by connect when no server listens", async () => {
    const port = await listen(createTcpServer());
    for (const close of closing.splice(0)) close();
    expect(await post({ to: `https://hooks.example:${port}/` })).toMatchObject({ outcome: "connect" });
  });

  test("by tls when the certificate is for another name", async () => {
    const result = await post({ to: receiver.urlFor("other.example") });
    expect(result).toMatchObject({ outcome: "tls" });
    expect(result.detail).toContain("ERR_TLS_CERT_ALTNAME_INVALID");
    expect(receiver.received).toEqual([]);
  });

  test("by tls when the certificate is not trusted", async () => {
    expect(await post({ ca: null })).toMatchObject({ outcome: "tls" });
    expect(await post({ ca: (await makeAuthority()).caPem })).toMatchObject({ outcome: "tls" });
    expect(receiver.received).toEqual([]);
  });

  test("by tls when the certificate has expired", async () => {
    const { certPem, keyPem } = await authority.issue(["hooks.example"], new Date(Date.now() - SECOND_MS));
    const port = await listen(createTlsServer({ cert: certPem, key: keyPem }));
    const result = await post({ to: `https://hooks.example:${port}/` });
    expect(result).toMatchObject({ outcome: "tls" });
    expect(result.detail).toContain("CERT_HAS_EXPIRED");
  });

  test("by tls when the receiver does not use TLS", async () => {
    const port = await tcpServer((socket) => void socket.once("data", () => socket.end("220 mail\r\n")));
    expect(await post({ to: `https://hooks.example:${port}/` })).toMatchObject({ outcome: "tls" });
  });

  test("by reset when the connection is closed before an answer", async () => {
    receiver.answer({ kind: "reset" });
    expect(await post()).toMatchObject({ outcome: "reset" });
    const port = await tcpServer((socket) => void socket.end());
    expect(await post({ to: `https://hooks.example:${port}/` })).toMatchObject({ outcome: "reset" });
  });

  test("by not_http when the answer is not HTTP", async () => {
    const port = await tlsServer((socket) => void socket.end("HELLO\r\n\r\n"));
    expect(await post({ to: `https://hooks.example:${port}/` })).toMatchObject({ outcome: "not_http" });
  });
});

describe("the time limit", () => {
  const timeout = { outcome: "timeout", statusCode: null, detail: "no answer within 15 s" } as const;

  test("bounds a receiver that hangs", async () => {
    const time = new FakeTime();
    receiver.answer({ kind: "hang" });
    const result = post({ timer: time });
    await receiver.next();
    await time.pass(15_000);
    expect(await result).toEqual(timeout);
  });

  test("bounds a resolver that hangs", async () => {
    const time = new FakeTime();
    const result = post({ timer: time, resolve: () => new Promise(() => undefined) });
    await time.pass(15_000);
    expect(await result).toEqual(timeout);
  });

  test("bounds a handshake that never starts", async () => {
    const time = new FakeTime();
    const connected = Promise.withResolvers<void>();
    const port = await tcpServer(() => connected.resolve());
    const result = post({ timer: time, to: `https://hooks.example:${port}/` });
    await connected.promise;
    await time.pass(15_000);
    expect(await result).toEqual(timeout);
  });

  test("bounds a response whose head trickles", async () => {
    const port = await tlsServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx-slow: ");
      const drip = setInterval(() => socket.write("z"), 10);
      socket.on("close", () => clearInterval(drip));
    });
    expect(await post({ limitMs: 150, to: `https://hooks.example:${port}/` })).toMatchObject({ outcome: "timeout" });
  });

  test("does not discard a status whose body trickles", async () => {
    receiver.answer({ kind: "drip", status: 200, everyMs: 10 }, { kind: "drip", status: 500, everyMs: 10 });
    for (const [bodyWaitMs, expected] of [
      [1_000, { outcome: "delivered", statusCode: 200 }],
      [60_000, { outcome: "http_status", statusCode: 500 }],
    ] as const) {
      const time = new FakeTime();
      const headCame = Promise.withResolvers<void>();
      const after: Timer["after"] = (delayMs, effect) => {
        if (delayMs === bodyWaitMs) headCame.resolve();
        return time.after(delayMs, effect);
      };
      const result = post({ bodyWaitMs, timer: { after } });
      await headCame.promise;
      await time.pass(15_000);
      expect(await result).toMatchObject(expected);
    }
  });

  test("is not needed for an endless body: the beginning is enough", async () => {
    const time = new FakeTime();
    receiver.answer({ kind: "flood", status: 200 }, { kind: "flood", status: 500 });
    expect(await post({ timer: time })).toMatchObject({ outcome: "delivered" });
    expect(await post({ timer: time })).toMatchObject({ outcome: "http_status", statusCode: 500 });
  });
});

describe("the environment", () => {
  test("cannot send a message through a proxy", async () => {
    process.env["NODE_USE_ENV_PROXY"] = "1";
    for (const name of ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"]) process.env[name] = "http://127.0.0.1:9";
    expect(await post()).toMatchObject({ outcome: "delivered" });
  });

  test("cannot disable the check of certificates", async () => {
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    expect(await post({ ca: null })).toMatchObject({ outcome: "tls" });
  });
});

describe("a stop", () => {
  test("ends an attempt in progress, without a result", async () => {
    const stop = new AbortController();
    receiver.answer({ kind: "hang" });
    const result = post({ stop: stop.signal });
    await receiver.next();
    stop.abort(new Error("The server stops."));
    expect(result).rejects.toThrow("The server stops.");
    await result.catch(() => undefined);
  });

  test("before the attempt sends nothing", async () => {
    const result = post({ stop: AbortSignal.abort(new Error("The server stops.")) });
    expect(result).rejects.toThrow("The server stops.");
    await result.catch(() => undefined);
    expect(receiver.received).toEqual([]);
  });
});
