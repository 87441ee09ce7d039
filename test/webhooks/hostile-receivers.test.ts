import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { systemTimer } from "../../src/lib/timer.ts";
import { addressPolicy } from "../../src/webhooks/address-policy.ts";
import { connector, type ConnectorOptions } from "../../src/webhooks/connector.ts";
import type { AttemptResult } from "../../src/webhooks/attempt-result.ts";
import { FakeTime } from "../jobs/fake-time.ts";
import { type Authority, type Certificate, makeAuthority } from "../support/certificates.ts";
import { type Behave, flood, RawReceiver, say, sayAndClose, trickle } from "../support/raw-receiver.ts";

const NEVER = new AbortController().signal;
/** A test whose attempt never ends must fail soon. */
const TEST_MS = 5_000;
/** Limit of what a receiver can send during an attempt, including the kernel buffers of both sides. */
const SENT_BYTES_MAX = 12 * 1_024 * 1_024;

let authority: Authority;
let certificate: Certificate;
const receivers: RawReceiver[] = [];

beforeAll(async () => {
  authority = await makeAuthority();
  certificate = await authority.issue(["hooks.example"]);
});
afterEach(() => {
  for (const receiver of receivers.splice(0)) receiver.stop();
});

async function receiving(behave: Behave, tls: Certificate | null = certificate): Promise<RawReceiver> {
  const receiver = await RawReceiver.start(behave, tls ?? undefined);
  receivers.push(receiver);
  return receiver;
}

function post(
  to: RawReceiver,
  more: Partial<ConnectorOptions> & { readonly body?: string } = {},
): Promise<AttemptResult> {
  const { body = "{}", ...options } = more;
  const send = connector({
    policy: addressPolicy(["127.0.0.0/8"]),
    ca: authority.caPem,
    timer: systemTimer,
    resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
    ...options,
  });
  return send({ url: `https://hooks.example:${to.port}/callback`, headers: { "webhook-id": "msg_1" }, body }, NEVER);
}

/** Returns the result of an attempt whose time limit passes after the receiver has started to answer. */
async function postUntilLimit(behave: Behave, tls: Certificate | null = certificate): Promise<AttemptResult> {
  const time = new FakeTime();
  const begun = Promise.withResolvers<void>();
  const receiver = await receiving((socket) => {
    behave(socket);
    socket.once("data", () => setTimeout(begun.resolve, 30));
  }, tls);
  const result = post(receiver, { timer: time });
  await begun.promise;
  await time.pass(15_000);
  const ended = await result;
  await receiver.closed;
  return ended;
}

const TIMEOUT = { outcome: "timeout", statusCode: null, detail: "no answer within 15 s" } as const;

describe("an attempt ends at its limit", () => {
  test.each([
    ["100 Continue repeatedly", trickle("", "HTTP/1.1 100 Continue\r\n\r\n")],
    [
      "102 and 103 in turn",
      trickle("", "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"),
    ],
    ["one 100 and nothing more", say("HTTP/1.1 100 Continue\r\n\r\n")],
    ["a head that trickles", trickle("HTTP/1.1 200 OK\r\n", "x: y\r\n")],
    ["a header line that trickles", trickle("HTTP/1.1 200 OK\r\nx: ", "y")],
    ["a status line that never ends", say("HTTP/1.1 200")],
    ["nothing", say("")],
  ] as const)("of %s", async (_, behave) => expect(await postUntilLimit(behave)).toEqual(TIMEOUT), TEST_MS);

  test(
    "of a handshake that trickles",
    async () => {
      const recordAndServerHello = "\x16\x03\x03\x40\0\x02\0\x3f\xfc";
      expect(await postUntilLimit(trickle(recordAndServerHello, "\0"), null)).toEqual(TIMEOUT);
    },
    TEST_MS,
  );

  test(
    "of a request that the receiver does not read",
    async () => {
      const time = new FakeTime();
      const begun = Promise.withResolvers<void>();
      const receiver = await receiving((socket) => {
        socket.pause();
        begun.resolve();
      });
      const result = post(receiver, { timer: time, body: "x".repeat(16 * 1_024 * 1_024) });
      await begun.promise;
      await time.pass(15_000);
      expect(await result).toEqual(TIMEOUT);
    },
    TEST_MS,
  );
});

describe("an attempt ends without the limit, after a bounded number of bytes, if the answer is", () => {
  test.each([
    ["101 with an upgrade", say("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"), 101],
    ["101 and a flood", flood("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n", "z"), 101],
    ["a flood of 100 Continue", flood("", "HTTP/1.1 100 Continue\r\n\r\n"), null],
    ["a flood of 103 Early Hints", flood("", "HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n"), null],
    ["a flood of header lines", flood("HTTP/1.1 200 OK\r\n", "x-more: yes\r\n"), null],
    ["a header line without end", flood("HTTP/1.1 200 OK\r\nx-more: ", "z"), null],
    ["a status line without end", flood("HTTP/1.1 200 ", "z"), null],
    ["binary garbage", flood("", "\0\xff\x01"), null],
    ["garbage without a line's end", flood("", "z"), null],
    ["a flood of empty lines", flood("", "\r\n"), null],
    ["a body without end", flood("HTTP/1.1 500 No\r\n\r\n", "z"), 500],
    ["chunks without end", flood("HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n", "1\r\nz\r\n"), 500],
    ["a chunk extension without end", flood("HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n1;x=", "z"), 500],
    ["a chunk size without end", flood("HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n", "0"), 500],
    [
      "trailers without end",
      flood("HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n1\r\nz\r\n0\r\n", "x-more: yes\r\n"),
      500,
    ],
  ] as const)(
    "%s",
    async (_, behave, statusCode) => {
      const receiver = await receiving(behave);
      // The clock does not advance, so no time limit ends the attempt.
      const result = await post(receiver, { timer: new FakeTime() });
      expect(result).toMatchObject({ outcome: statusCode === null ? "not_http" : "http_status", statusCode });
      expect((await receiver.closed).bytesWritten).toBeLessThan(SENT_BYTES_MAX);
    },
    TEST_MS,
  );

  test(
    "a response before the request is sent",
    async () => {
      const receiver = await receiving((socket) => {
        socket.pause();
        socket.write("HTTP/1.1 413 Content Too Large\r\ncontent-length: 3\r\n\r\nbig");
      });
      const result = await post(receiver, { timer: new FakeTime(), body: "x".repeat(16 * 1_024 * 1_024) });
      expect(result).toEqual({ outcome: "http_status", statusCode: 413, detail: "answered 413: big" });
    },
    TEST_MS,
  );
});

describe("an unusual response", () => {
  const answers = (text: string): Promise<AttemptResult> =>
    receiving(sayAndClose(text)).then((receiver) => post(receiver, { timer: new FakeTime() }));

  test.each([
    ["of HTTP/1.0 is accepted", "HTTP/1.0 200 OK\r\n\r\nhello", "delivered"],
    ["without a reason phrase is accepted", "HTTP/1.1 204\r\n\r\n", "delivered"],
    ["with bare line feeds is accepted", "HTTP/1.1 202 Accepted\nx: y\n\n", "delivered"],
    [
      "after interim responses is accepted",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 E\r\na: b\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
      "delivered",
    ],
    ["that breaks off in its body has its status", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf", "delivered"],
    ["that breaks off in its head is a reset", "HTTP/1.1 200 OK\r\nx: y\r\n", "reset"],
    ["that breaks off in its status line is a reset", "HTTP/1.", "reset"],
    ["that is empty is a reset", "", "reset"],
    ["of HTTP/2 is not HTTP/1.1", "HTTP/2 200 OK\r\n\r\n", "not_http"],
    ["with a status of two digits is not HTTP", "HTTP/1.1 20 OK\r\n\r\n", "not_http"],
    ["of another protocol is not HTTP", "SSH-2.0-OpenSSH_9.6\r\n", "not_http"],
  ] as const)("%s", async (_, text, outcome) => expect(await answers(text)).toMatchObject({ outcome }), TEST_MS);

  test("shows a chunked body without its framing", async () => {
    const chunked = "HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nno ch\r\n4\r\nance\r\n0\r\n\r\n";
    expect(await answers(chunked)).toMatchObject({ detail: "answered 500: no chance" });
  });

  test("that arrives immediately after the handshake is read", async () => {
    const receiver = await receiving((socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
    expect(await post(receiver, { timer: new FakeTime() })).toMatchObject({ outcome: "delivered" });
  });
});
